import type { Owner } from '../../backend/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DeleteSection } from './delete-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { EmailSection } from './email-section.tsx';
import { ExportSection } from './export-section.tsx';
import { NameForm } from './name-form.tsx';
import { PasswordSection } from './password-section.tsx';

/** All that an owner can do about the account itself. */
export function AccountDialog({ owner, onClose }: { owner: Owner; onClose: () => void }) {
  return (
    <Dialog title="Your account" onClose={onClose}>
      <NameForm owner={owner} />
      <div className="my-6 grid divide-y-2 divide-line border-y-2 border-line">
        <EmailSection owner={owner} />
        <PasswordSection email={owner.email} />
        <DevicesSection />
        <DeleteSection owner={owner} />
        {/* The deletion is not last, so that a finger that misses Close does not open it. */}
        <ExportSection owner={owner} />
      </div>
      <Button look="secondary" className="w-full" onClick={onClose}>
        Close
      </Button>
    </Dialog>
  );
}
