import { type ReactNode, useState } from 'react';
import { homePage } from '../../../addresses/addresses.ts';
import { Wordmark } from '../../art/wordmark.tsx';
import { unsentChanges } from '../../data/offline/edits.ts';
import { signOut } from '../../data/session/auth.ts';
import type { Owner } from '../../data/session/session.ts';
import { AskFirst } from '../../ui/ask-first.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { dismissToasts } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';

/** Asks before a sign-out that would lose unsent changes. Signing out removes everything that the device keeps of an owner. */
function UnsentDialog({ count, onStay, onLeave }: { count: number; onStay: () => void; onLeave: () => void }) {
  return (
    <AskFirst title="Not everything is saved yet" yes="Sign Out Anyway" no="Stay" onYes={onLeave} onNo={onStay}>
      {count === 1
        ? "One change hasn't been saved yet. Sign out and it's gone."
        : `${count} changes haven't been saved yet. Sign out and they're gone.`}
    </AskFirst>
  );
}

/** `places` leads to the three places. A narrow window has it at its foot. */
export function DashboardHeader({ owner, places }: { owner: Owner; places: ReactNode }) {
  const [unsent, setUnsent] = useState(0);

  const name = owner.name ?? owner.email;

  const [leave] = useSingleFlight(async () => {
    dismissToasts();
    // The next to sign in on this device begins with their own pack.
    window.history.replaceState(null, '', homePage);
    await signOut();
  });

  const [askOrLeave] = useSingleFlight(async () => {
    const { length } = await unsentChanges(owner.id);
    setUnsent(length);
    if (length === 0) await leave();
  });

  return (
    <header className="border-b-2 border-line bg-card">
      <div className="mx-auto flex min-h-15 w-full max-w-page flex-wrap items-center justify-end gap-x-3 px-4 py-1 sm:min-h-18 sm:gap-x-4 sm:px-6">
        <PageLink href="/" className="me-auto shrink-0 rounded-field">
          <Wordmark className="text-heading" />
        </PageLink>
        {places}
        {/* On a phone a long name has a row of its own. */}
        <p
          className={classNames(
            'min-w-16 flex-1 basis-16 text-end text-sm wrap-anywhere sm:max-w-72 sm:basis-32',
            name.length > 16 && 'max-sm:order-last max-sm:basis-full max-sm:pb-2 max-sm:text-start',
          )}
        >
          Welcome, {name}!
        </p>
        <Button
          variant="secondary"
          className="shrink-0 max-sm:-me-2 max-sm:border-0 max-sm:px-2 max-sm:font-sans max-sm:font-normal"
          onClick={() => void askOrLeave()}
        >
          Sign Out
        </Button>
      </div>
      {unsent > 0 && <UnsentDialog count={unsent} onStay={() => setUnsent(0)} onLeave={() => void leave()} />}
    </header>
  );
}
