import type { ReactNode } from 'react';
import { Wordmark } from '../../art/wordmark.tsx';
import { PageLink } from '../../ui/page-link.tsx';

/** The header of the public pages. `account` holds the buttons for signing in or out. */
export function Header({ account }: { account: ReactNode }) {
  return (
    <header className="mx-auto flex w-full max-w-page flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-4 sm:px-6">
      <div>
        <PageLink href="/" className="inline-block rounded-field">
          <Wordmark className="text-heading" />
        </PageLink>
        <p className="text-sm text-ink-soft">Calculate your dog's birthday and celebrate all year long!</p>
      </div>
      {account}
    </header>
  );
}
