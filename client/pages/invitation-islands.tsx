import { type ReactNode, useEffect, useId, useState } from 'react';
import { daysToGoText } from '../../domain/celebrations/celebrations.ts';
import type { CalendarDate } from '../../domain/dates/calendar-date.ts';
import { countdownAt } from '../../domain/dates/countdown.ts';
import { isDogSize } from '../../domain/dogs/size.ts';
import { guestDraftFrom } from '../../domain/guests/guest-answer.ts';
import { type Clock, formatHourFor, formatShortDay, ownTime } from '../../domain/guests/guest-clock.ts';
import { invitedTime } from '../../domain/parties/invitation-event.ts';
import { type PartyTime, zoneOf, zoneTime } from '../../domain/parties/party-time.ts';
import { PartyTable, type SeatedDog } from '../art/party-table.tsx';
import { deviceZone } from '../shared/device-zone.ts';
import { Button } from '../ui/button.tsx';
import { ButtonSummary } from '../ui/disclosure.tsx';
import { controlClasses } from '../ui/field.tsx';
import { copyText } from '../ui/share.ts';

/** A guest's own link, behind a button that copies it. Without a script, and where copying is refused, it can be selected. */
function OwnLink({ address, mailed, opened }: IslandProps['link']) {
  const [state, setState] = useState<'still' | 'ready' | 'copied' | 'refused'>('still');
  const id = useId();
  useEffect(() => setState('ready'), []);
  useEffect(() => {
    if (opened !== null) navigator.sendBeacon(opened, new URLSearchParams());
  }, [opened]);
  const copy = async () => {
    setState(await copyText(address));
  };
  const title = 'Copy My Link';
  const link = (
    <div className="grid basis-full gap-1.5 px-5">
      <label htmlFor={`${id}link`}>Your own link</label>
      <input
        id={`${id}link`}
        type="text"
        readOnly
        value={address}
        className={controlClasses}
        onFocus={(event) => event.currentTarget.select()}
      />
      {state === 'refused' && <p>Please select the link and copy it by hand.</p>}
    </div>
  );
  return (
    <>
      {state === 'still' ? (
        <details className="open:basis-full">
          <ButtonSummary variant="quiet">{title}</ButtonSummary>
          {link}
        </details>
      ) : (
        <Button variant="quiet" onClick={copy} aria-describedby={`${id}hint`}>
          {title}
        </Button>
      )}
      {state === 'refused' && link}
      <p id={`${id}hint`} role="status" className="basis-full px-5 text-sm wrap-anywhere">
        {`${state === 'copied' ? 'Copied! ' : ''}This link's just for you.${mailed && ` ${mailed}`}`}
      </p>
    </>
  );
}

type TimeProps = {
  date: CalendarDate;
  hour: string | null;
  zone: string | null;
  end: string | null;
  /** When the page was drawn, in milliseconds since 1970. */
  now: number;
};

const minute = 60_000;

/** The reader's time and clock. Before the script runs, the clock is not known. */
type Reader = { now: number; clock: Clock | null };

function deviceClock(): Clock {
  const { hourCycle } = new Intl.DateTimeFormat(navigator.language, { hour: 'numeric' }).resolvedOptions();
  return { zone: deviceZone(), has24Hours: hourCycle === 'h23' || hourCycle === 'h24' };
}

/** Returns the reader, in the browser anew every minute. */
function useReader(rendered: number): Reader {
  const [reader, setReader] = useState<Reader>({ now: rendered, clock: null });
  useEffect(() => {
    let timer = 0;
    const tick = () => {
      const now = Date.now();
      setReader({ now, clock: deviceClock() });
      timer = window.setTimeout(tick, minute - (now % minute));
    };
    tick();
    return () => window.clearTimeout(timer);
  }, []);
  return reader;
}

/** Words with dots between them, such as "Sat, Jun 20 · 3:30 PM". No line breaks within one of them. */
function Dotted({ words }: { words: readonly string[] }) {
  return words.map((word, index) => (
    <span key={word}>
      {index > 0 && <span> · </span>}
      <span className="whitespace-nowrap">{word}</span>
    </span>
  ));
}

/** When the party is. */
function PartyWhen({ date, now, ...rest }: TimeProps) {
  const { clock } = useReader(now);
  const time = invitedTime(rest);
  const words = [formatShortDay(date, now), ...(time ? [formatHourFor(time, clock?.has24Hours ?? false)] : [])];
  return <Dotted words={words} />;
}

/** Returns the time until the party, such as "5 days to go!". For a party that lasts all day, the days are those of the reader's calendar. */
function countdownText(date: CalendarDate, time: PartyTime | null, { now, clock }: Reader): string {
  const left = countdownAt(now, date, time, clock?.zone);
  if (left.kind === 'over') return "It's over.";
  if (left.kind === 'days' || left.days > 0) return daysToGoText(left.days);
  const { hours, minutes } = left;
  if (hours + minutes === 0) return "It's begun!";
  const parts = [hours > 0 && `${hours} h`, `${minutes} min`].filter(Boolean);
  return `${parts.join(' ')} to go!`;
}

/** Names the time zone of the party, translates its time into the reader's own zone, and counts down to it. */
function PartyClocks({ date, now, isAhead, ...rest }: TimeProps & { isAhead: boolean }) {
  const reader = useReader(now);
  const time = invitedTime(rest);
  const own = time && reader.clock && ownTime(date, time, reader.clock, now);
  const words = [
    time && zoneTime(zoneOf(time)),
    own && `${own} your time`,
    isAhead && countdownText(date, time, reader),
  ].filter((word) => typeof word === 'string');
  return (
    words.length > 0 && (
      <p>
        <Dotted words={words} />
      </p>
    )
  );
}

type TableProps = {
  host: SeatedDog;
  dogs: readonly SeatedDog[];
  count: number;
  /** Whether the page asks for an answer. Then the dogs sit down that are being typed into its form. */
  isAsked: boolean;
  /** Whether no more may come. */
  isFull: boolean;
};

/** Returns the dogs in the form of a guest who says yes, as JSON: a text is equal while none of them changes. */
function typedDogs(): string {
  const form = document.querySelector<HTMLFormElement>('.answer-form');
  const { answer, dogs } = guestDraftFrom(new FormData(form ?? undefined));
  if (answer !== 'yes') return '[]';
  const named = dogs.filter(({ name }) => name.trim());
  return JSON.stringify(named.map(({ name, size }) => ({ name, size: isDogSize(size) ? size : null })));
}

/** The table. A dog whose name is being typed has a chair already, in this window only. */
function LiveTable({ host, dogs, count, isAsked, isFull }: TableProps) {
  const [typed, setTyped] = useState('[]');
  useEffect(() => {
    if (!isAsked) return;
    const read = () => setTyped(typedDogs());
    read();
    document.addEventListener('input', read);
    return () => document.removeEventListener('input', read);
  }, [isAsked]);
  const seated: SeatedDog[] = JSON.parse(typed);
  return <PartyTable host={host} dogs={[...dogs, ...seated]} count={count + seated.length} isFull={isFull} />;
}

/** The props of each island. The page contains them as JSON, so that the browser renders the same. */
export type IslandProps = {
  when: TimeProps;
  clocks: TimeProps & { isAhead: boolean };
  /** `mailed`: what became of the mail with it. `opened`: the address that notes that the link in a mail was opened; null once it is. */
  link: { address: string; mailed: string; opened: string | null };
  table: TableProps;
};

/** The parts of an invitation's page that a script brings to life. The rest needs no script. */
export const invitationIslands: { [Name in keyof IslandProps]: (props: IslandProps[Name]) => ReactNode } = {
  when: PartyWhen,
  clocks: PartyClocks,
  link: OwnLink,
  table: LiveTable,
};
