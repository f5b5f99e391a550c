import type { Message } from './messages.ts';

/** The toasts of parties. */
export const partyMessages = {
  imageFailed: {
    title: 'Image generation failed',
    text: 'Could not create invitation image. Please try again.',
  },
  partySaved: { title: 'Celebration planned!', text: 'Now tell the guests.' },
  partyPlanned: (name: string) => ({ title: 'Party planned!', text: `${name} can hardly wait.` }),
  partiesFull: { title: 'Too many parties', text: 'There are as many as we can keep. Please cancel one first.' },
  couldNotPlanParty: { title: 'Error', text: 'Could not create celebration. Please try again.' },
  /** `telling`: what its guests are told; empty for nothing. */
  partyUpdated: (telling: string) => ({ title: 'Party updated!', ...(telling && { text: telling }) }),
  couldNotSaveParty: { title: 'Error', text: 'Could not save celebration. Please try again.' },
  partyCancelled: (title: string, telling: string) => ({
    title: 'Party cancelled',
    text: telling ? `${title}. ${telling}` : title,
  }),
  partyRestored: (title: string) => ({ title: 'The party is on again!', text: title }),
  /** For a party that has been: it is kept as a memory. */
  memoryRemoved: (title: string) => ({ title: 'Memory removed', text: title }),
  memoryRestored: (title: string) => ({ title: 'Back among the memories!', text: title }),
  stillInCalendar: (title: string) => ({
    title: 'Still in your calendar?',
    text: `Open this file, and “${title}” is cancelled there, too.`,
  }),
  couldNotSaveFile: { title: 'Error', text: 'Could not make the calendar file. Please try again.' },
  couldNotCancelParty: { title: 'Error', text: 'Could not cancel celebration. Please try again.' },
  couldNotLoadParties: { title: 'Error', text: 'Could not load your parties. Please try again.' },
  partyFormKept: (name: string) => ({ title: 'Kept for you', text: `Your plans for ${name} wait in this tab.` }),
} as const satisfies Record<string, Message | string | ((...parts: never[]) => Message)>;
