import type { Message } from './messages.ts';

export const portraitMessages = {
  portraitKept: (name: string) => ({ title: 'What a face!', text: `${name}'s stamp has its photo.` }),
  portraitChanged: (name: string) => ({ title: 'Stamp saved!', text: name }),
  portraitRemoved: (name: string) => ({ title: 'Photo removed', text: `${name}'s stamp is empty again.` }),
  portraitsFull: { title: 'Your album is full', text: 'There is no room for more days. Remove one to add another.' },
  couldNotLoadFilm: { title: 'Error', text: 'Could not load the film. Please check your network and try again.' },
  drawingFailed: { title: 'Error', text: 'Could not draw it. Please try again.' },
} as const satisfies Record<string, Message | ((...parts: never[]) => Message)>;
