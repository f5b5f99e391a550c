import type { Owner } from '../../backend/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DeleteSection } from './delete-section.tsx';
import { ExportSection } from './export-section.tsx';
import { NameForm } from './name-form.tsx';
import { PasswordForm } from './password-form.tsx';

/** All that an owner can do about the account itself. */
export function AccountDialog({ owner, onClose }: { owner: Owner; onClose: () => void }) {
  return (
    <Dialog title="Your account" onClose={onClose}>
      <div className="grid divide-y-2 divide-line *:py-6 *:first:pt-0">
        <NameForm owner={owner} />
        <PasswordForm email={owner.email} />
        <ExportSection owner={owner} />
        <DeleteSection owner={owner} />
      </div>
      <Button look="secondary" className="w-full" onClick={onClose}>
        Close
      </Button>
    </Dialog>
  );
}
