import { limits } from '../../domain/limits.ts';
import type { UnusualDay } from '../../domain/parties/party-draft.ts';
import type { Message } from './messages.ts';
import { wordsOf } from './problems.ts';

export const partyMessages = {
  imageFailed: {
    title: 'Image generation failed',
    text: 'Could not create invitation image. Please try again.',
  },
  partySaved: (isOver: boolean) => ({
    title: 'Celebration planned!',
    ...(!isOver && { text: 'Now tell the guests.' }),
  }),
  partyPlanned: (name: string) => ({ title: 'Party planned!', text: `${name} can hardly wait.` }),
  partiesFull: { title: 'Too many parties', text: 'There are as many as we can keep. Please call one off first.' },
  couldNotPlanParty: { title: 'Error', text: 'Could not create celebration. Please try again.' },
  /** `telling`: what its guests are told; empty for nothing. */
  partyUpdated: (telling: string) => ({ title: 'Party updated!', ...(telling && { text: telling }) }),
  couldNotSaveParty: { title: 'Error', text: 'Could not save celebration. Please try again.' },
  partyCancelled: (title: string, telling: string) => ({
    title: 'Party called off',
    text: telling ? `${title}. ${telling}` : title,
  }),
  partyRestored: (title: string) => ({ title: 'The party is on again!', text: title }),
  /** For a party that has been: it is kept as a memory. */
  memoryRemoved: (title: string) => ({ title: 'Memory removed', text: title }),
  memoryKept: (title: string) => ({ title: 'What a day!', text: `${title} has its photo.` }),
  photoRemoved: (title: string) => ({ title: 'Photo removed', text: title }),
  memoryRestored: (title: string) => ({ title: 'Back among the memories!', text: title }),
  stillInCalendar: (title: string) => ({
    title: 'Still in your calendar?',
    text: `Open this file, and “${title}” is called off there, too.`,
  }),
  couldNotSaveFile: { title: 'Error', text: 'Could not make the calendar file. Please try again.' },
  couldNotCancelParty: { title: 'Error', text: 'Could not call off the party. Please try again.' },
  couldNotLoadParties: { title: 'Error', text: 'Could not load your parties. Please try again.' },
  partyFormKept: (name: string) => ({ title: 'Kept for you', text: `Your plans for ${name} wait in this tab.` }),
} as const satisfies Record<string, Message | string | ((...parts: never[]) => Message)>;

const chooseDay = 'Please choose a day on the calendar.';

export const partyProblemTexts = wordsOf({
  title: { missing: 'Please give the party a title.' },
  celebrationDate: {
    missing: chooseDay,
    'not a date': chooseDay,
    'too far ahead': `We plan parties up to the year ${limits.latestPartyYear}. Please check the year.`,
  },
  timeZone: { missing: 'Please choose a time zone.' },
  time: { missing: 'It ends, so when does it begin?' },
});

export const unusualDayQuestions: Record<UnusualDay, string> = {
  'has passed': 'That day has passed. Plan it anyway?',
  'far ahead': `That is more than ${limits.partyYearsAhead} years away. Plan it anyway?`,
};
