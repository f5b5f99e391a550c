import { helpPage } from '../../addresses/addresses.ts';
import { PageLink } from '../ui/page-link.tsx';

/** Leads to the help page. It is the last link of every page. */
export function HelpLink() {
  return (
    <PageLink href={helpPage} className="inline-block min-h-11 p-3 font-bold text-ink underline">
      Help
    </PageLink>
  );
}

/** The end of a page that has no other. */
export function HelpFooter() {
  return (
    <footer className="mt-auto text-center print:hidden">
      <HelpLink />
    </footer>
  );
}
