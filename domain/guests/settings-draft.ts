/** The settings of an invitation, which its host fills in. */
import { type CalendarDate, parseCalendarDate } from '../dates/calendar-date.ts';
import { checked } from '../text/checks.ts';
import { isLinkLike } from '../text/link-like.ts';
import { characterCount, hasVisibleCharacter, tidyLine, tidyText } from '../text/text.ts';
import { secureLink } from '../text/text-links.ts';
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
  /** Whether guests are mailed a reminder on the day before. */
  remindsGuests: boolean;
  /** Whether guests who reply to a mail reach the host, and so learn the host's address. */
  repliesByMail: boolean;
  /** Whether the host is mailed or pushed new answers. */
  tellsHost: boolean;
};

/** What was typed. The bring list has one item per line; `remindsGuests` and those below it are 'yes' or 'no'. */
export type SettingsDraft = Record<keyof InvitationSettings, string>;

/** In milliseconds. */
const firstWeek = 7 * 24 * 3_600_000;

export type SettingsProblem = 'not a number' | 'not a date' | 'after the party' | 'too long' | 'too many';

export function settingsDraftOf(settings: InvitationSettings): SettingsDraft {
  return {
    placeFor: settings.placeFor,
    guestList: settings.guestList,
    mostPeople: settings.mostPeople === null ? '' : String(settings.mostPeople),
    answerUntil: settings.answerUntil ?? '',
    message: settings.message ?? '',
    bringList: settings.bringList.join('\n'),
    remindsGuests: settings.remindsGuests ? 'yes' : 'no',
    repliesByMail: settings.repliesByMail ? 'yes' : 'no',
    tellsHost: settings.tellsHost ? 'yes' : 'no',
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
export function checkSettingsDraft(draft: SettingsDraft, partyDate: CalendarDate) {
  const mostPeople = draft.mostPeople.trim();
  const message = tidyText(draft.message);
  const bringList = [...new Set(draft.bringList.split('\n').map(tidyLine).filter(hasVisibleCharacter))];
  return checked<InvitationSettings, keyof SettingsDraft, SettingsProblem>(
    {
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
      remindsGuests: draft.remindsGuests !== 'no',
      repliesByMail: draft.repliesByMail === 'yes',
      tellsHost: draft.tellsHost !== 'no',
    },
  );
}

/** What guests see once the party is over. */
export type Thanks = { thanks: string | null; albumUrl: string | null; showsPhoto: boolean };

/** What was typed; the last two are 'yes' or 'no'. `isMailed`: whether the thanks are mailed as well. */
export type ThanksDraft = Record<keyof Thanks | 'isMailed', string>;

export type ThanksProblem = WordProblem | 'not an address';

/** Checks what was typed. Thanks that are mailed are a word, with what `wordProblem` asks of one. */
export function checkThanksDraft(
  { thanks, albumUrl, showsPhoto, isMailed }: ThanksDraft,
  hostSince: number,
  now: number,
) {
  const line = tidyLine(thanks);
  const link = secureLink(albumUrl);
  const isNone = albumUrl.trim() === '';
  const isTooLong = characterCount(line) > invitationLimits.thanks;
  return checked<Thanks, keyof ThanksDraft, ThanksProblem>(
    {
      thanks: isTooLong ? 'too long' : isMailed === 'yes' ? wordProblem(line, hostSince, now) : undefined,
      albumUrl: isNone || (link && link.href.length <= invitationLimits.albumUrl) ? undefined : 'not an address',
    },
    {
      thanks: hasVisibleCharacter(line) ? line : null,
      albumUrl: link?.href ?? null,
      showsPhoto: showsPhoto === 'yes',
    },
  );
}

export type WordProblem = 'missing' | 'too long' | 'like a link';

/**
 * Checks what a host writes to all guests. Words that look like a link are not mailed for a host in the first week.
 * @param hostSince when the host's account was made, in milliseconds since 1970
 */
export function wordProblem(typed: string, hostSince: number, now: number): WordProblem | undefined {
  const words = tidyText(typed);
  if (!hasVisibleCharacter(words)) return 'missing';
  if (characterCount(words) > invitationLimits.word) return 'too long';
  return now - hostSince < firstWeek && isLinkLike(words) ? 'like a link' : undefined;
}
