import { type ComponentProps, useState } from 'react';
import { packMessages } from '../../copy/pack-messages.ts';
import { Button } from '../../ui/button.tsx';
import { PersonIcon } from '../../ui/icons.tsx';
import { showError } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import type { AccountDialog } from './account-dialog.tsx';

const loadDialog = () => import('./account-dialog.tsx');

/** Loads the dialog when the pointer or the focus reaches the button. If that fails, the press loads it again. */
function loadAhead() {
  loadDialog().catch(() => undefined);
}

/** Opens 'Your Account', whose code is loaded on demand. */
export function AccountButton({
  owner,
  ...parts
}: Pick<ComponentProps<typeof AccountDialog>, 'owner' | 'reminders' | 'lossOfGuests'>) {
  const [Dialog, setDialog] = useState<typeof AccountDialog | null>(null);
  const [open, isLoading] = useSingleFlight(async () => {
    try {
      const { AccountDialog } = await loadDialog();
      setDialog(() => AccountDialog);
    } catch {
      showError(packMessages.partFailed);
    }
  });
  return (
    <>
      <Button
        variant="secondary"
        className="max-sm:w-11 max-sm:px-0"
        aria-haspopup="dialog"
        aria-busy={isLoading}
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
        onClick={() => void open()}
      >
        <PersonIcon className="size-6 sm:hidden" />
        <span className="max-sm:sr-only">Your Account</span>
      </Button>
      {Dialog && <Dialog owner={owner} {...parts} onClose={() => setDialog(null)} />}
    </>
  );
}
