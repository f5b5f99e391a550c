import { useEffect, useState } from 'react';
import { monthsOfLargePack } from '../../../../domain/celebrations/calendar-feed.ts';
import { accountMessages } from '../../../copy/account-messages.ts';
import { failureMessage } from '../../../copy/failure-message.ts';
import { listCalendars, listDogNames, type OwnCalendar, removeCalendar } from '../../../data/calendars.ts';
import { isOffline } from '../../../data/network.ts';
import type { Owner } from '../../../data/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { showError, showSuccessInDialog } from '../../../ui/toaster.tsx';
import { useSingleFlight } from '../../../ui/use-single-flight.ts';
import { CalendarAddress } from './calendar-address.tsx';
import { CalendarForm } from './calendar-form.tsx';
import { CalendarRow } from './calendar-row.tsx';
import { PackFile } from './pack-file.tsx';

const mostCalendars = 10;

type Loaded = { calendars: OwnCalendar[]; dogNames: ReadonlyMap<string, string> };

async function load(ownerId: string): Promise<Loaded> {
  const [calendars, dogNames] = await Promise.all([listCalendars(ownerId), listDogNames(ownerId)]);
  return { calendars, dogNames };
}

/** The owner's calendars, and a form for another one, whose address is then shown once. */
export function CalendarsPanel({ owner }: { owner: Owner }) {
  const [loaded, setLoaded] = useState<Loaded | 'loading' | 'failed'>('loading');
  const [made, setMade] = useState<{ name: string; address: string } | null>(null);

  async function reload() {
    await load(owner.id).then(setLoaded, () => setLoaded('failed'));
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the section is opened.
  useEffect(() => void reload(), []);

  const [remove, isBusy] = useSingleFlight(async ({ id, name }: OwnCalendar) => {
    try {
      await removeCalendar(id);
      setLoaded((seen) =>
        typeof seen === 'string' ? seen : { ...seen, calendars: seen.calendars.filter((each) => each.id !== id) },
      );
      showSuccessInDialog(accountMessages.calendarRemoved(name));
    } catch {
      showError(failureMessage(accountMessages.couldNotRemoveCalendar));
    }
  });

  if (loaded === 'loading') return <p role="status">Leafing through the calendars...</p>;
  if (loaded === 'failed') {
    return (
      <div role="alert" className="grid justify-items-start gap-3">
        <p>{isOffline() ? 'You are offline. Calendars need the network.' : 'We could not look up your calendars.'}</p>
        <Button
          look="secondary"
          onClick={() => {
            setLoaded('loading');
            void reload();
          }}
        >
          Try Again
        </Button>
      </div>
    );
  }
  const { calendars, dogNames } = loaded;
  const months = monthsOfLargePack(dogNames.size);
  return (
    <div className="grid gap-5">
      <p className="text-ink-soft">
        Celebrations and parties in your own calendar, or in Grandma's. They keep themselves up to date.
      </p>
      {months !== null && (
        <p className="text-ink-soft">
          Yours is a large pack: a calendar of all its celebrations reaches {months} months ahead. Birthdays alone, and
          a single dog's calendar, reach three years.
        </p>
      )}
      {made && <CalendarAddress {...made} onDone={() => setMade(null)} />}
      {calendars.length > 0 && (
        <ul aria-label="Your calendars" className="divide-y-2 divide-line border-y-2 border-line">
          {calendars.map((calendar) => (
            <CalendarRow
              key={calendar.id}
              calendar={calendar}
              dogNames={dogNames}
              isBusy={isBusy}
              onRemove={() => void remove(calendar)}
            />
          ))}
        </ul>
      )}
      {!made && calendars.length >= mostCalendars && <p>{accountMessages.tooManyCalendars.text}</p>}
      {!made && calendars.length < mostCalendars && (
        <CalendarForm
          dogNames={dogNames}
          isFirst={calendars.length === 0}
          onMade={(name, address) => {
            setMade({ name, address });
            void reload();
          }}
        />
      )}
      <PackFile ownerId={owner.id} dogCount={dogNames.size} />
    </div>
  );
}
