import { currentOutbox } from '../../data/sync/queue.ts';
import { AskFirst } from '../../ui/ask-first.tsx';

/** Asks before a sign-out that would lose unsent changes. Signing out removes all that the device keeps of an owner. */
export function UnsentDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { length } = currentOutbox().changes;
  return (
    <AskFirst title="Not everything is sent yet" yes="Sign Out Anyway" no="Stay" onYes={onLeave} onNo={onStay}>
      {length === 1 ? '1 change is' : `${length} changes are`} on this device alone. If you sign out now,{' '}
      {length === 1 ? 'it is lost. Stay, and it is' : 'they are lost. Stay, and they are'} sent as soon as you are
      online.
    </AskFirst>
  );
}
