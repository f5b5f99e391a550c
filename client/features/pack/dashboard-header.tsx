import type { ReactNode } from 'react';
import { homePage } from '../../../addresses/addresses.ts';
import { Wordmark } from '../../art/wordmark.tsx';
import type { Owner } from '../../data/session/session.ts';
import { SignOutQuestion, useSignOut } from '../../shared/sign-out.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { focusOrHeading } from '../../ui/focus.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { dismissToasts } from '../../ui/toaster.tsx';

/** `places` leads to the three places. A narrow window has it at its foot. */
export function DashboardHeader({ owner, places }: { owner: Owner; places: ReactNode }) {
  const name = owner.name ?? owner.email;

  const { askOrLeave, ...question } = useSignOut(() => {
    dismissToasts();
    // The next to sign in on this device begins with their own pack.
    window.history.replaceState(null, '', homePage);
  });

  return (
    <header className="border-b-2 border-line bg-card">
      <button
        type="button"
        className="absolute bg-ink p-3 text-card not-focus:sr-only"
        onClick={() => focusOrHeading()}
      >
        Skip to Content
      </button>
      <div className="mx-auto flex min-h-15 w-full max-w-page flex-wrap items-center justify-end gap-x-3 px-4 py-1 sm:min-h-18 sm:gap-x-4 sm:px-6">
        <PageLink href="/" className="me-auto shrink-0 rounded-field">
          <Wordmark className="text-heading" />
        </PageLink>
        {places}
        {/* On a phone a long name has a row of its own, and in large text any. */}
        <p
          className={classNames(
            'min-w-16 flex-1 basis-[calc(8.5rem-72px)] text-end text-sm wrap-anywhere sm:max-w-72 sm:basis-32',
            name.length > 16 && 'max-sm:order-last max-sm:basis-full max-sm:pb-2 max-sm:text-start',
          )}
        >
          {`Welcome, ${name}!`}
        </p>
        <Button
          variant="secondary"
          className="shrink-0 max-sm:-me-2 max-sm:border-0 max-sm:px-2 max-sm:font-sans max-sm:text-sm max-sm:font-normal"
          onClick={askOrLeave}
        >
          Sign Out
        </Button>
      </div>
      <SignOutQuestion {...question} />
    </header>
  );
}
