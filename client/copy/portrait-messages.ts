import type { Message } from './messages.ts';

export const portraitMessages = {
  portraitKept: (stamp: string) => ({ title: 'What a face!', text: `${stamp} has its photo.` }),
  portraitChanged: (stamp: string) => ({ title: 'Stamp saved!', text: stamp }),
  portraitRemoved: (stamp: string) => ({ title: 'Photo removed', text: `${stamp} is empty again.` }),
  portraitsFull: { title: 'Your album is full', text: 'There is no room for more days. Remove one to add another.' },
  couldNotLoadFilm: { title: 'Error', text: 'Could not load the film. Please check your network and try again.' },
  drawingFailed: { title: 'Error', text: 'Could not draw it. Please try again.' },
} as const satisfies Record<string, Message | ((...parts: never[]) => Message)>;
