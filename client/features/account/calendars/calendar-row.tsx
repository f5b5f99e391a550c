import { useState } from 'react';
import type { OwnCalendar } from '../../../data/calendars.ts';
import { Button } from '../../../ui/button.tsx';

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** What is in a calendar: "All celebrations of Luna, parties, alarms". */
function contentsOf({ contents, dogId, parties, alarms }: OwnCalendar, dogNames: ReadonlyMap<string, string>): string {
  const whose = dogId === null ? 'the pack' : (dogNames.get(dogId) ?? 'a dog that was removed');
  const what = contents === 'all' ? 'All celebrations' : 'The birthdays';
  return [`${what} of ${whose}`, parties && 'parties', alarms && 'alarms'].filter(Boolean).join(', ');
}

/** One calendar, with a button that removes it after a second press. */
export function CalendarRow({
  calendar,
  dogNames,
  isBusy,
  onRemove,
}: {
  calendar: OwnCalendar;
  dogNames: ReadonlyMap<string, string>;
  isBusy: boolean;
  onRemove: () => void;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const { name, lastReadAt } = calendar;
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <p className="font-bold wrap-anywhere">{name}</p>
          <p className="text-sm wrap-anywhere text-ink-soft">{contentsOf(calendar, dogNames)}</p>
          <p className="text-sm text-ink-soft">
            {lastReadAt ? `Last read ${day.format(new Date(lastReadAt))}` : 'Not read yet'}
          </p>
        </div>
        {!isAsking && (
          <Button look="secondary" onClick={() => setIsAsking(true)}>
            Remove<span className="sr-only"> the calendar {name}</span>
          </Button>
        )}
      </div>
      {isAsking && (
        <fieldset className="flex flex-wrap items-center gap-3">
          <legend className="mb-2">Its address stops working for everyone who has it. Remove it?</legend>
          <Button look="danger" autoFocus disabled={isBusy} onClick={onRemove}>
            Remove Calendar
          </Button>
          <Button look="secondary" onClick={() => setIsAsking(false)}>
            Keep It
          </Button>
        </fieldset>
      )}
    </li>
  );
}
