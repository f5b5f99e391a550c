import { type ReactNode, useEffect, useId, useState } from 'react';
import { daysToGoText } from '../../domain/celebrations/celebrations.ts';
import type { CalendarDate } from '../../domain/dates/calendar-date.ts';
import { countdownAt } from '../../domain/dates/countdown.ts';
import { isDogSize } from '../../domain/dogs/size.ts';
import { guestDraftFrom } from '../../domain/guests/guest-answer.ts';
import { type Clock, formatHourFor, formatShortDay, ownTime } from '../../domain/guests/guest-clock.ts';
import { type PartyTime, partyTimeOf, zoneOf, zoneTime } from '../../domain/parties/party-time.ts';
import { PartyTable, type SeatedDog } from '../art/party-table.tsx';
import { loadPicture } from '../cards/drawing/picture.ts';
import { deviceZone } from '../shared/device-zone.ts';
import { Button } from '../ui/button.tsx';
import { ButtonSummary } from '../ui/disclosure.tsx';
import { controlClasses } from '../ui/field.tsx';
import { canShare, copyText, saveFile, share } from '../ui/share.ts';

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

function PartyWhen({ date, hour, zone, end, now }: TimeProps) {
  const { clock } = useReader(now);
  const time = partyTimeOf(hour, zone, end);
  const words = [formatShortDay(date, now), ...(time ? [formatHourFor(time, clock?.has24Hours ?? false)] : [])];
  return <Dotted words={words} />;
}

/** Returns the time until the party, such as "5 days to go!". For a party that lasts all day, the days are those of the reader's calendar. */
function countdownText(date: CalendarDate, time: PartyTime | null, { now, clock }: Reader): string {
  const left = countdownAt(now, date, time, clock?.zone);
  if (left.kind === 'over') return "It's over.";
  if (left.kind === 'days') return daysToGoText(left.days);
  const { hours, minutes } = left;
  if (hours + minutes === 0) return "It's begun!";
  const parts = [hours > 0 && `${hours} h`, `${minutes} min`].filter(Boolean);
  return `${parts.join(' ')} to go!`;
}

/** Names the time zone of the party, translates its time into the reader's own zone, and counts down to it. */
function PartyClocks({ date, hour, zone, end, now, isAhead, people }: IslandProps['clocks']) {
  const reader = useReader(now);
  const time = partyTimeOf(hour, zone, end);
  const own = time && reader.clock && ownTime(date, time, reader.clock, now);
  const words = [
    time && zoneTime(zoneOf(time)),
    own && `${own} your time`,
    isAhead && countdownText(date, time, reader),
    people,
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
  /** Where the chair leads that is free for the guest's own dog; null if it is only drawn, as in the form. */
  href: string | null;
};

/** Returns the dogs in the form of a guest who says yes, as JSON: a text is equal while none of them changes. */
function typedDogs(): string {
  const form = document.querySelector<HTMLFormElement>('.answer-form');
  const { answer, dogs } = guestDraftFrom(new FormData(form ?? undefined));
  if (answer !== 'yes') return '[]';
  const named = dogs.filter(({ name }) => name.trim());
  return JSON.stringify(named.map(({ name, size }) => ({ name, size: isDogSize(size) ? size : null })));
}

/** The table while the page asks for an answer. A dog whose name is being typed has a chair already, in this window only. */
function LiveTable({ host, dogs, count, href }: TableProps) {
  const [typed, setTyped] = useState('[]');
  useEffect(() => {
    const read = () => setTyped(typedDogs());
    read();
    document.addEventListener('input', read);
    return () => document.removeEventListener('input', read);
  }, []);
  const seated: SeatedDog[] = JSON.parse(typed);
  const own = { dogs: seated, href };
  return <PartyTable host={host} dogs={[...dogs, ...seated]} count={count + seated.length} own={own} />;
}

/** In pixels. The upper 330 are for the flags and the words. */
const width = 1080;
const height = 1350;

/** How high a place is for its width, and how far apart rows are: see `Seat` and styles/party-table.css. */
const placeRatio = 1.62;
const rowRatio = 1.37;

/** Returns the colour of a custom property by day. */
function colorAt(element: Element, name: string): string {
  return /#[\da-f]+/i.exec(getComputedStyle(element).getPropertyValue(name))?.[0] ?? '';
}

const colorNames = /--(?:art|color)-[\w-]+/g;

/** Returns the markup of a drawing, in a box of the picture, with the colours that each dog has on the page. */
function markupOf(drawing: Element, box: Record<'x' | 'y' | 'width' | 'height', number>): string {
  const copy = drawing.cloneNode(true) as Element;
  for (const [name, value] of Object.entries(box)) copy.setAttribute(name, String(value));
  const names = new Set(document.querySelector('defs')?.innerHTML.match(colorNames));
  const dogs = drawing.querySelectorAll('use');
  for (const [index, use] of copy.querySelectorAll('use').entries()) {
    for (const name of names) use.style.setProperty(name, colorAt(dogs[index] ?? drawing, name));
  }
  return new XMLSerializer().serializeToString(copy);
}

/** Writes words in the middle, in two lines if one is too short for them, and returns where the next line begins. */
function writeLines(context: CanvasRenderingContext2D, text: string, top: number, size: number): number {
  context.font = `700 ${size}px Grandstander, sans-serif`;
  const middle = text.indexOf(' ', text.length / 2 - 4);
  const isLong = context.measureText(text).width > width - 120 && middle > 0;
  const lines = isLong ? [text.slice(0, middle), text.slice(middle + 1)] : [text];
  for (const [index, line] of lines.entries()) {
    context.fillText(line, width / 2, top + (index + 0.5) * size, width - 120);
  }
  return top + lines.length * size * 1.1;
}

/** Draws the room as a picture, by day: the name and the day of the party, and below them those who sit at the table, in rows that fill it. */
async function drawRoom(table: Element, { title, day, site }: IslandProps['show']): Promise<Blob | null> {
  const seats = [...table.querySelectorAll('.table-seat:not(.is-free)')];
  let perRow = 0;
  let side = 0;
  for (let each = 3; each < 10; each += 1) {
    const rows = Math.ceil(seats.length / each);
    const fitting = Math.min(width / each, (height - 330) / (rows * rowRatio + placeRatio - rowRatio));
    if (fitting > side) perRow = each;
    side = Math.max(side, fitting);
  }
  const high = placeRatio * side;
  const boxOf = (index: number) => {
    const place = index % perRow;
    const row = (index - place) / perRow;
    const x = width / 2 + (place - Math.min(perRow, seats.length - row * perRow) / 2) * side;
    return { x, y: height - high - row * rowRatio * side, width: side, height: high };
  };
  const cloth = table.querySelector('.is-first');
  const board = table.querySelector('.is-last');
  for (const end of [cloth, board]) end?.setAttribute('overflow', 'visible');
  // Each place has a long piece of the table, which fills its row.
  const drawings = seats.map((seat, index) =>
    [board, seat.querySelector('svg')].map((each) => each && markupOf(each, boxOf(index))).join(''),
  );
  const cast = document.querySelector('defs');
  const flags = table.closest('section')?.querySelector('svg');
  const content = [
    cast && new XMLSerializer().serializeToString(cast),
    flags && markupOf(flags, { x: 0, y: 0, width, height: 110 }),
    // From behind, so that dogs in front cover the cloth of the others.
    ...drawings.reverse(),
    cloth && markupOf(cloth, boxOf(0)),
  ].join('');
  const root = document.documentElement;
  const colors = [...new Set(content.match(colorNames))].map((name) => `${name}:${colorAt(root, name)}`);
  const markup = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" style="${colors.join(';')}">${content}</svg>`;
  const image = await loadPicture(new Blob([markup], { type: 'image/svg+xml' }));

  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) return null;
  const fill = (name: string) => {
    context.fillStyle = colorAt(root, name);
  };
  fill('--color-apricot-wash');
  context.fillRect(0, 0, width, height);
  fill('--art-glow');
  context.arc(width / 2, height * 0.55, width * 0.48, 0, 7);
  context.fill();
  const { y: top } = boxOf(seats.length - 1);
  // Behind the first row hangs the cloth of the others.
  fill('--art-raspberry');
  context.fillRect(0, top + 0.67 * high, width, height);
  context.drawImage(image, 0, 0);
  Object.assign(context, { textAlign: 'center', textBaseline: 'middle', lineWidth: side / 45 });
  fill('--art-ink');
  context.strokeStyle = context.fillStyle;
  writeLines(context, day, writeLines(context, title, Math.max(130, top / 3), 76) + 9, 40);
  for (const [index, seat] of seats.entries()) {
    const card = seat.querySelector('.place-card');
    if (!card) continue;
    const { x, y } = boxOf(index);
    const size = side * 0.13;
    const text = card.textContent;
    context.font = `700 ${size}px Grandstander, sans-serif`;
    const half = Math.min(context.measureText(text).width / 2 + size * 0.5, side * 0.47);
    context.save();
    context.translate(x + side / 2, y + high * 0.777);
    context.rotate(index % 2 ? 0.035 : -0.035);
    context.beginPath();
    context.roundRect(-half, -size * 0.8, half * 2, size * 1.6, size * 0.4);
    fill(card.className.match(colorNames)?.[0] ?? '');
    context.fill();
    context.stroke();
    fill('--art-ink');
    context.fillText(text, 0, 0, half * 2 - size * 0.6);
    context.restore();
  }
  fill('--art-white');
  context.font = '700 30px Grandstander, sans-serif';
  context.fillText(site, width / 2, height - 30);
  return new Promise((resolve) => canvas.toBlob(resolve));
}

/** Shares or saves the picture of the room. A guest's own link is not in it, nor that of the party, which is the host's to give. */
function ShowTable(shown: IslandProps['show']) {
  const [isFailed, setIsFailed] = useState(false);
  const show = async () => {
    const table = document.querySelector('#answered .party-table');
    const blob = table && (await drawRoom(table, shown).catch(() => null));
    setIsFailed(!blob);
    if (!blob) return;
    const file = new File([blob], 'party-table.png', { type: 'image/png' });
    const data = { title: shown.title, files: [file] };
    if (!canShare(data) || (await share(data)) === 'refused') saveFile(file);
  };
  return (
    <>
      <Button className="basis-full noscript:hidden" onClick={show}>
        Share the Table
      </Button>
      {isFailed && (
        <p role="status" className="basis-full">
          Your browser can't draw it. A screenshot will do.
        </p>
      )}
    </>
  );
}

/** The props of each island. The page contains them as JSON, so that the browser renders the same. */
export type IslandProps = {
  when: TimeProps;
  /** `people`: how many come with the guest, as text. */
  clocks: TimeProps & { isAhead: boolean; people?: string | undefined };
  /** `mailed`: what became of the mail with it. `opened`: the address that notes that the link in a mail was opened; null once it is. */
  link: { address: string; mailed: string; opened: string | null };
  table: TableProps;
  /** What is written in the picture of the table: the party's name, its day, and where it comes from. */
  show: { title: string; day: string; site: string };
};

/** The parts of an invitation's page that a script brings to life. The rest needs no script. */
export const invitationIslands: { [Name in keyof IslandProps]: (props: IslandProps[Name]) => ReactNode } = {
  when: PartyWhen,
  clocks: PartyClocks,
  link: OwnLink,
  table: LiveTable,
  show: ShowTable,
};
