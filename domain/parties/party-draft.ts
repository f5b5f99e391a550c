import { anniversaryOf, type CalendarDate, calendarDateOf, parseCalendarDate } from '../dates/calendar-date.ts';
import { limits } from '../limits.ts';
import { checked, dateProblem, type FieldProblem, requiredLineProblem, textProblem } from '../text/checks.ts';
import { tidyLine, tidyText } from '../text/text.ts';
import { isLeftOut, type PartyTime, partyTimeOf, presentZoneName } from './party-time.ts';

/** The longest texts of a party, in characters. */
export const partyLimits = { title: 120, description: 2000, location: 200 } as const;

/** What was typed into the party form. `time` is HH:MM, or empty for a party without a time; the zone is then ignored. */
export type PartyDraft = {
  title: string;
  celebrationDate: string;
  time: string;
  /** HH:MM, or empty for a party without an end. */
  endTime: string;
  /** Empty where the device does not know its zone and none has been chosen. */
  timeZone: string;
  description: string;
  location: string;
};

export type PartyPlan = {
  title: string;
  celebrationDate: CalendarDate;
  /** Null for a party without a time. */
  time: PartyTime | null;
  description: string | null;
  location: string | null;
};

/** Why a day is unusual for a party. The form asks about such a day but accepts it. */
export type UnusualDay = 'has passed' | 'far ahead';

/** Returns why the form should ask about this day, or null for a usual day and for text that is not a date. */
export function unusualPartyDay(text: string, today: CalendarDate): UnusualDay | null {
  const date = parseCalendarDate(text);
  if (!date) return null;
  if (date < today) return 'has passed';
  return date > anniversaryOf(today, limits.partyYearsAhead) ? 'far ahead' : null;
}

function partyDateProblem(text: string): FieldProblem | undefined {
  const date = parseCalendarDate(text);
  if (!date) return dateProblem(text);
  return date > calendarDateOf(limits.latestPartyYear, 12, 31) ? 'too far ahead' : undefined;
}

function partyTimeProblem({ time, endTime, timeZone, celebrationDate }: PartyDraft): FieldProblem | undefined {
  if (time === '') return endTime === '' ? undefined : 'missing';
  if (!partyTimeOf(time, 'UTC')) return 'not a time';
  const partyTime = partyTimeOf(time, timeZone);
  const date = parseCalendarDate(celebrationDate);
  return date && partyTime && isLeftOut(date, partyTime) ? 'left out' : undefined;
}

function endTimeProblem({ time, endTime, timeZone }: PartyDraft): FieldProblem | undefined {
  if (endTime === '' || !partyTimeOf(time, timeZone)) return undefined;
  if (endTime === time) return 'not after the start';
  return partyTimeOf(time, timeZone, endTime) ? undefined : 'not a time';
}

/** Checks the party form. A date in the past is allowed, because some record a party afterwards, and so is `kept`, the saved one. */
export function checkPartyDraft(draft: PartyDraft, kept: CalendarDate | null = null) {
  const title = tidyLine(draft.title);
  const description = tidyText(draft.description);
  const location = tidyLine(draft.location);
  const time = partyTimeOf(draft.time, draft.timeZone, draft.endTime);
  return checked(
    {
      title: requiredLineProblem(title, partyLimits.title),
      celebrationDate: draft.celebrationDate === kept ? undefined : partyDateProblem(draft.celebrationDate),
      time: partyTimeProblem(draft),
      endTime: endTimeProblem(draft),
      timeZone: draft.time === '' || presentZoneName(draft.timeZone) ? undefined : 'missing',
      description: textProblem(description, partyLimits.description),
      location: textProblem(location, partyLimits.location),
    },
    {
      title,
      celebrationDate: draft.celebrationDate as CalendarDate,
      time,
      description: description || null,
      location: location || null,
    },
  );
}
