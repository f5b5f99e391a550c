import { monthsOfLargePack } from '../../../../domain/celebrations/calendar-feed.ts';
import { accountMessages } from '../../../copy/account-messages.ts';
import { failureMessage } from '../../../copy/failure-message.ts';
import { listForCalendar } from '../../../data/calendars.ts';
import { packCalendarOffer } from '../../../shared/calendar/calendar-offers.ts';
import { saveCalendar } from '../../../shared/calendar/save-calendar.ts';
import { useToday } from '../../../shared/use-today.ts';
import { Button } from '../../../ui/button.tsx';
import { showError } from '../../../ui/toaster.tsx';
import { useSingleFlight } from '../../../ui/use-single-flight.ts';

/** The pack as a file, for who wants no calendar that is read again and again. */
export function PackFile({ ownerId, dogCount }: { ownerId: string; dogCount: number }) {
  const today = useToday();
  const months = monthsOfLargePack(dogCount);
  const [save, isBusy] = useSingleFlight(async () => {
    try {
      const { dogs, parties } = await listForCalendar(ownerId);
      saveCalendar(packCalendarOffer(dogs, parties, today));
    } catch {
      showError(failureMessage(accountMessages.couldNotSavePack));
    }
  });
  return (
    <div className="grid justify-items-start gap-2 border-t-2 border-line pt-4">
      <p>
        Or take a file, once:{' '}
        {months === null
          ? 'the next three years of the whole pack, with its parties.'
          : `the next ${months} months of the whole pack, with all of its parties to come.`}{' '}
        It does not keep itself up to date.
      </p>
      <Button look="secondary" disabled={isBusy} onClick={() => void save()}>
        Save Pack as Calendar File
      </Button>
    </div>
  );
}
