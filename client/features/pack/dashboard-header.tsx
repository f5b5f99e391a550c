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

/** `places` leads to the three places. A narrow window has it at its foot. */
export function DashboardHeader({ owner, places }: { owner: Owner; places: ReactNode }) {
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
        {places}
        <p className="min-w-0 text-sm wrap-anywhere max-sm:order-last max-sm:w-full">
          Welcome, {owner.name ?? owner.email}!
        </p>
        <Button variant="secondary" onClick={askOrLeave}>
          Sign Out
        </Button>
      </div>
      {isAsking && <UnsentDialog onStay={() => setIsAsking(false)} onLeave={() => void leave()} />}
    </header>
  );
}
