import { type ReactNode, useEffect, useId, useState } from 'react';
import { daysToGoText } from '../../domain/celebrations/celebrations.ts';
import type { CalendarDate } from '../../domain/dates/calendar-date.ts';
import { countdownAt } from '../../domain/dates/countdown.ts';
import { invitedTime } from '../../domain/parties/invitation-event.ts';
import { deviceZone } from '../shared/device-zone.ts';
import { Button } from '../ui/button.tsx';
import { controlClasses } from '../ui/field.tsx';
import { copyText } from '../ui/share.ts';

/** A guest's own link, to keep. Without script it can be selected; the script adds the button. */
function OwnLink({ address, isAnswerable }: { address: string; isAnswerable: boolean }) {
  const [state, setState] = useState<'still' | 'ready' | 'copied' | 'refused'>('still');
  const id = useId();
  useEffect(() => setState('ready'), []);
  const copy = async () => {
    setState(await copyText(address));
  };
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-bold">
        Your own link
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          type="text"
          readOnly
          value={address}
          aria-describedby={`${id}hint`}
          className={`${controlClasses} w-auto min-w-40 flex-1`}
          onFocus={(event) => event.currentTarget.select()}
        />
        {state !== 'still' && (
          <Button variant="secondary" onClick={copy}>
            Copy Link
          </Button>
        )}
      </div>
      <p id={`${id}hint`} className="text-sm text-ink-soft">
        {isAnswerable && 'Keep it to change your answer. '}It opens yours alone, so it is not for sharing.
      </p>
      <p role="status" className="text-sm font-bold empty:hidden">
        {state === 'copied' && 'Copied!'}
        {state === 'refused' && 'Please select the link and copy it by hand.'}
      </p>
    </div>
  );
}

type CountdownProps = { date: CalendarDate; hour: string | null; zone: string | null; now: number };

const minute = 60_000;

function Part({ figure, unit }: { figure: number; unit: string }) {
  return (
    <li className="grid min-w-18 grow rounded-field border-2 border-edge bg-field px-1 py-2 text-center sm:min-w-20 sm:grow-0">
      <span className="font-display text-heading leading-10 font-bold">{figure}</span>{' '}
      <span className="text-sm text-ink-soft">{figure === 1 ? unit : `${unit}s`}</span>
    </li>
  );
}

/**
 * The time until the party, as of `now`. In the browser it updates every minute, and a party of a whole day is counted by the reader's
 * own calendar.
 */
function Countdown({ date, hour, zone, now: rendered }: CountdownProps) {
  const [reader, setReader] = useState({ now: rendered, zone: 'UTC' });
  useEffect(() => {
    let timer = 0;
    const tick = () => {
      const now = Date.now();
      setReader({ now, zone: deviceZone() });
      timer = window.setTimeout(tick, minute - (now % minute));
    };
    tick();
    return () => window.clearTimeout(timer);
  }, []);
  const left = countdownAt(reader.now, date, invitedTime({ hour, zone, end: null }), reader.zone);
  if (left.kind === 'over') return null;
  if (left.kind === 'days') return <p className="font-display text-title font-bold">{daysToGoText(left.days)}</p>;
  const { days, hours, minutes } = left;
  if (days + hours + minutes === 0) return <p className="font-display text-title font-bold">It has begun!</p>;
  return (
    <ul aria-label="Time until the party" className="flex flex-wrap gap-2">
      {days > 0 && <Part figure={days} unit="day" />}
      {(days > 0 || hours > 0) && <Part figure={hours} unit="hour" />}
      <Part figure={minutes} unit="minute" />
    </ul>
  );
}

/** The props of each island. The page contains them as JSON, so that the browser renders the same. */
export type IslandProps = { countdown: CountdownProps; link: { address: string; isAnswerable: boolean } };

/** The parts of an invitation's page that a script brings to life. The rest needs no script. */
export const invitationIslands: { [Name in keyof IslandProps]: (props: IslandProps[Name]) => ReactNode } = {
  countdown: Countdown,
  link: OwnLink,
};
