import { type ReactNode, useState } from 'react';
import { Wordmark } from '../../art/wordmark.tsx';
import { signOut } from '../../data/session/auth.ts';
import type { Owner } from '../../data/session/session.ts';
import { currentQueue } from '../../data/sync/queue.ts';
import { AskFirst } from '../../ui/ask-first.tsx';
import { Button } from '../../ui/button.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { dismissToasts } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';

/** Asks before a sign-out that would lose unsent changes. Signing out removes everything that the device keeps of an owner. */
function UnsentDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { length } = currentQueue().changes;
  return (
    <AskFirst title="Not everything is sent yet" yes="Sign Out Anyway" no="Stay" onYes={onLeave} onNo={onStay}>
      {length === 1 ? '1 change is' : `${length} changes are`} on this device alone. If you sign out now,{' '}
      {length === 1 ? 'it is lost. Stay, and it is' : 'they are lost. Stay, and they are'} sent as soon as you are
      online.
    </AskFirst>
  );
}

/** `account` is the button beside Sign Out that opens 'Your Account'. */
export function DashboardHeader({ owner, account }: { owner: Owner; account: ReactNode }) {
  const [isAsking, setIsAsking] = useState(false);

  const [leave] = useSingleFlight(async () => {
    dismissToasts();
    await signOut();
  });

  function askOrLeave() {
    if (currentQueue().changes.length > 0) setIsAsking(true);
    else void leave();
  }

  return (
    <header className="border-b-2 border-line bg-card">
      {/* On a phone the welcome has its own row. */}
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-6">
        <PageLink href="/" className="me-auto inline-block rounded-field">
          <Wordmark className="text-heading" />
        </PageLink>
        <p className="min-w-0 wrap-anywhere max-sm:order-last max-sm:w-full sm:max-w-1/2">
          Welcome, {owner.name ?? owner.email}!
        </p>
        <div className="flex gap-2 sm:gap-3">
          {account}
          <Button variant="secondary" onClick={askOrLeave}>
            Sign Out
          </Button>
        </div>
      </div>
      {isAsking && <UnsentDialog onStay={() => setIsAsking(false)} onLeave={() => void leave()} />}
    </header>
  );
}
