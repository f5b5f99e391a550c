import { accountMessages } from '../../copy/account-messages.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import { exportAccount } from '../../data/session/account.ts';
import type { Owner } from '../../data/session/session.ts';
import { useToday } from '../../shared/use-today.ts';
import { Button } from '../../ui/button.tsx';
import { saveFile } from '../../ui/share.ts';
import { showError, showSuccessInDialog } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { Fold } from './fold.tsx';

/** Gives the owner a copy of everything that is saved. */
export function ExportSection({ owner }: { owner: Owner }) {
  const today = useToday();

  const [exportAll, isBusy] = useSingleFlight(async () => {
    try {
      saveFile(new File([await exportAccount(owner, today)], `wagday-${today}.zip`, { type: 'application/zip' }));
      showSuccessInDialog(accountMessages.exported);
    } catch {
      showError(failureMessage(accountMessages.couldNotExport));
    }
  });

  return (
    <Fold title="Export">
      <p className="mb-4 text-ink-soft">Your dogs, their parties and their photos, in one ZIP file.</p>
      <Button look="secondary" disabled={isBusy} onClick={() => void exportAll()}>
        {isBusy ? 'Packing it all up...' : 'Export Everything'}
      </Button>
    </Fold>
  );
}
