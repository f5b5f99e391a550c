import { currentOutbox } from '../../backend/sync/queue.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks before a sign-out that would lose unsent changes. Signing out removes all that the device keeps of an owner. */
export function UnsentDialog({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { length } = currentOutbox().changes;
  return (
    <Dialog role="alertdialog" title="Not everything is sent yet" onClose={onStay}>
      <p className="mb-6">
        {length === 1 ? '1 change is' : `${length} changes are`} on this device alone. If you sign out now,{' '}
        {length === 1 ? 'it is lost. Stay, and it is' : 'they are lost. Stay, and they are'} sent as soon as you are
        online.
      </p>
      <div className="flex flex-wrap-reverse justify-end gap-3">
        <Button look="danger" onClick={onLeave}>
          Sign Out Anyway
        </Button>
        <Button onClick={onStay}>Stay</Button>
      </div>
    </Dialog>
  );
}
