import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export function SignUpDisabledDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog role="alertdialog" title="Sign-up Disabled" onClose={onClose}>
      <p className="mb-6">On Aug. 1, sign-up was disabled for this demo, but the rest of the app stays up.</p>
      <Button className="w-full" onClick={onClose}>
        Got it
      </Button>
    </Dialog>
  );
}
