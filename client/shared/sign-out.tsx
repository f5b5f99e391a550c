import { useState } from 'react';
import { unsentChanges } from '../data/offline/queue.ts';
import { outboxOf } from '../data/offline/this-tab.ts';
import { signOut } from '../data/session/auth.ts';
import { storedOwnerId } from '../data/session/session-store.ts';
import { AskFirst } from '../ui/ask-first.tsx';
import { useSingleFlight } from '../ui/use-single-flight.ts';

/** Signs out, and asks first, by `SignOutQuestion`, if that would lose unsent changes: the device forgets all of an owner. */
export function useSignOut(onLeaving: () => void = () => undefined) {
  const [unsent, setUnsent] = useState(0);
  const [leave] = useSingleFlight(async () => {
    onLeaving();
    await signOut();
  });
  const [askOrLeave] = useSingleFlight(async () => {
    const ownerId = storedOwnerId();
    const { length } = ownerId ? await unsentChanges(outboxOf(ownerId)) : [];
    setUnsent(length);
    if (length === 0) await leave();
  });
  return { askOrLeave: () => void askOrLeave(), unsent, leave: () => void leave(), stay: () => setUnsent(0) };
}

export function SignOutQuestion({ unsent, leave, stay }: Omit<ReturnType<typeof useSignOut>, 'askOrLeave'>) {
  if (unsent === 0) return null;
  return (
    <AskFirst title="Not everything is saved yet" yes="Sign Out Anyway" no="Stay" onYes={leave} onNo={stay}>
      {unsent === 1
        ? "One change hasn't been saved yet. Sign out and it's gone."
        : `${unsent} changes haven't been saved yet. Sign out and they're gone.`}
    </AskFirst>
  );
}
