import type { Message } from './messages.ts';

export const packMessages = {
  couldNotLightCandles: { title: 'The match went out', text: 'The candles could not be lit. Please try again.' },
  couldNotOpenLink: { title: 'Error', text: 'Could not make the link. Please try again.' },
  dogFormKept: (name: string, isPhotoLost: boolean) => ({
    title: 'Kept for you',
    text: `What you typed about ${name || 'your dog'} waits in this tab.${isPhotoLost ? ' Please choose the photo once more.' : ''}`,
  }),
  photoUploaded: { title: 'Photo uploaded!' },
  albumFull: {
    title: 'Your photo album is full',
    text: 'Please remove a photo to make room for this one. The album of a new account grows after its first week.',
  },
  noSpaceForPhotos: {
    title: 'No room for photos right now',
    text: 'Our photo shelf is full. Everything else works; please try this photo again later.',
  },
  uploadFailed: { title: 'Upload failed', text: 'Could not upload photo. Please try again.' },
  couldNotLoadDogs: { title: 'Error', text: 'Could not load your dogs. Please try again.' },
  packFull: { title: 'Your pack is full', text: 'There is room for 2,000 dogs. Remove one to add another.' },
  couldNotSaveProfile: { title: 'Error', text: 'Could not save profile. Please try again.' },
  couldNotDeleteProfile: { title: 'Error', text: 'Could not delete profile. Please try again.' },
  profileCreated: (name: string) => ({ title: 'Profile created!', text: `Welcome to the pack, ${name}!` }),
  profileUpdated: (name: string) => ({ title: 'Profile updated!', text: `All the news about ${name} is saved.` }),
  inMemory: (name: string) => ({ title: `In memory of ${name}`, text: 'Photo, years and parties stay with you.' }),
  dogRemoved: (name: string) => ({ title: 'Dog removed', text: `${name} has left the pack.` }),
  /** The backend cannot be reached. The change is kept on this device and sent later. */
  keptForLater: (what: string) => ({
    title: 'Kept for later!',
    text: `${what} is safe on this device and will be sent as soon as we get through.`,
  }),
  needsDecision: (what: string) => ({ title: 'A word from you, please', text: what }),
  needDecisions: (count: number) => ({
    title: 'A word from you, please',
    text: `${count} changes need you to decide.`,
  }),
  photoKept: { title: 'Photo kept!', text: 'It will be uploaded as soon as we get through.' },
  couldNotKeepPhoto: {
    title: 'Upload failed',
    text: 'A new photo needs a network. Please add it later.',
  },
  couldNotSavePortrait: { title: 'Error', text: 'Something went wrong with the stamp. Please try again.' },
  dogRestored: (name: string) => ({ title: 'Welcome back!', text: `${name} is home again.` }),
} as const satisfies Record<string, Message | string | ((...parts: never[]) => Message)>;
