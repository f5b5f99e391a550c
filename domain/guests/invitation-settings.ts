/** The settings of an invitation, which its host fills in. */
import { type CalendarDate, parseCalendarDate } from '../dates/calendar-date.ts';
import { type Checked, checked } from '../text/checks.ts';
import { characterCount, hasVisibleCharacter, tidyLine, tidyText } from '../text/text.ts';
import { type GuestList, guestLists, invitationLimits, type PlaceAudience, placeAudiences } from './invitation-view.ts';

export type InvitationSettings = {
  placeFor: PlaceAudience;
  guestList: GuestList;
  /** How many people may come; null for no limit. */
  mostPeople: number | null;
  /** The last day for answers; null for the day of the party. */
  answerUntil: CalendarDate | null;
  message: string | null;
  bringList: readonly string[];
};

/** What was typed. The bring list has one item per line. */
export type SettingsDraft = {
  placeFor: string;
  guestList: string;
  mostPeople: string;
  answerUntil: string;
  message: string;
  bringList: string;
};

export type SettingsProblem = 'not a number' | 'not a date' | 'after the party' | 'too long' | 'too many';

export function settingsDraftOf(settings: InvitationSettings): SettingsDraft {
  return {
    placeFor: settings.placeFor,
    guestList: settings.guestList,
    mostPeople: settings.mostPeople === null ? '' : String(settings.mostPeople),
    answerUntil: settings.answerUntil ?? '',
    message: settings.message ?? '',
    bringList: settings.bringList.join('\n'),
  };
}

function mostPeopleProblem(typed: string): SettingsProblem | undefined {
  if (typed === '') return undefined;
  if (!/^\d{1,9}$/.test(typed) || Number(typed) === 0) return 'not a number';
  return Number(typed) > invitationLimits.mostPeople ? 'too many' : undefined;
}

function answerUntilProblem(typed: string, partyDate: CalendarDate): SettingsProblem | undefined {
  if (typed === '') return undefined;
  const day = parseCalendarDate(typed);
  if (!day) return 'not a date';
  return day > partyDate ? 'after the party' : undefined;
}

function bringListProblem(items: readonly string[]): SettingsProblem | undefined {
  if (items.length > invitationLimits.bringItems) return 'too many';
  return items.some((item) => characterCount(item) > invitationLimits.bringItem) ? 'too long' : undefined;
}

/** Checks what was typed. The last day for answers must not be after the party, because nobody can answer then. */
export function checkSettingsDraft(
  draft: SettingsDraft,
  partyDate: CalendarDate,
): Checked<InvitationSettings, keyof SettingsDraft, SettingsProblem> {
  const mostPeople = draft.mostPeople.trim();
  const message = tidyText(draft.message);
  const bringList = [...new Set(draft.bringList.split('\n').map(tidyLine).filter(hasVisibleCharacter))];
  return checked<InvitationSettings, keyof SettingsDraft, SettingsProblem>(
    {
      placeFor: undefined,
      guestList: undefined,
      mostPeople: mostPeopleProblem(mostPeople),
      answerUntil: answerUntilProblem(draft.answerUntil, partyDate),
      message: characterCount(message) > invitationLimits.message ? 'too long' : undefined,
      bringList: bringListProblem(bringList),
    },
    {
      placeFor: placeAudiences.find((known) => known === draft.placeFor) ?? 'yes',
      guestList: guestLists.find((known) => known === draft.guestList) ?? 'counts',
      mostPeople: mostPeople === '' ? null : Number(mostPeople),
      answerUntil: parseCalendarDate(draft.answerUntil),
      message: message || null,
      bringList,
    },
  );
}
