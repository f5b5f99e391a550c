import ICAL from 'ical.js';
import nodeIcal from 'node-ical';

/** An event as a reader reads it. `start` and `end` are days, or moments of the reader's own form. */
type ReadEvent = {
  readonly uid: string;
  readonly summary: string;
  readonly description: string;
  readonly sequence: number;
  readonly start: string;
  readonly end: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
};

export function readWithIcalJs(text: string): ReadEvent[] {
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const { uid, summary, description, sequence, startDate, endDate } = new ICAL.Event(component);
    return {
      ...{ uid, summary: summary ?? '', description: description ?? '', sequence: sequence ?? 0 },
      ...{ start: startDate.toString(), end: endDate.toString() },
      ...{ startsAt: startDate.toJSDate(), endsAt: endDate.toJSDate() },
    };
  });
}

/** node-ical reads a day as local midnight on this machine. */
function dayOf(instant: Date): string {
  return [instant.getFullYear(), instant.getMonth() + 1, instant.getDate()]
    .map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0'))
    .join('-');
}

function readWithNodeIcal(text: string): ReadEvent[] {
  return Object.values(nodeIcal.sync.parseICS(text)).flatMap((component) => {
    if (component?.type !== 'VEVENT') return [];
    const { uid, summary, description, sequence, start, end = start } = component;
    return {
      ...{ uid, summary: String(summary), description: String(description ?? ''), sequence: Number(sequence) },
      ...{ start: dayOf(start), end: dayOf(end), startsAt: start, endsAt: end },
    };
  });
}

/** Two readers that share no code. */
export const calendarReaders = [
  ['ical.js', readWithIcalJs],
  ['node-ical', readWithNodeIcal],
] as const;
