import { helpPage } from '../../addresses/addresses.ts';
import { PageLink } from '../ui/page-link.tsx';

export function HelpLink() {
  return (
    <PageLink href={helpPage} className="inline-block min-h-11 p-3 font-bold text-ink underline">
      Help
    </PageLink>
  );
}

export function HelpFooter() {
  return (
    <footer className="mt-auto text-center print:hidden">
      <HelpLink />
    </footer>
  );
}
