import { limits } from '../../domain/limits.ts';
import type { UnusualDay } from '../../domain/parties/party-draft.ts';
import { tooLong, wordsOf } from './problems.ts';

const chooseDay = 'Please choose a day on the calendar.';

/** What is wrong with what was typed about a party. */
export const partyProblemTexts = wordsOf({
  title: { missing: 'Please give the party a title.', 'too long': tooLong(limits.partyTitle) },
  celebrationDate: {
    missing: chooseDay,
    'not a date': chooseDay,
    'too far ahead': `We plan parties up to the year ${limits.latestPartyYear}. Please check the year.`,
  },
  time: { 'left out': 'The clocks go forward that night and skip this time. Please choose another.' },
  description: { 'too long': tooLong(limits.partyDescription) },
  location: { 'too long': tooLong(limits.partyLocation) },
});

/** The questions about an unusual day. */
export const unusualDayQuestions: Record<UnusualDay, string> = {
  'has passed': 'That day has passed. Plan it anyway?',
  'far ahead': `That is more than ${limits.partyYearsAhead} years away. Plan it anyway?`,
};
