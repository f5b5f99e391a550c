/** A toast: a title, and a text where there is one. */
export type Message = { title: string; text?: string };

/** The toasts that visitors and the pack need. account-messages.ts and session-messages.ts hold further ones. */
export const messages = {
  missingInfo: { title: 'Woof! Missing info', text: "Please fill in your pup's name and birthday!" },
  birthdayCalculated: (name: string, humanYears: number) => ({
    title: 'Birthday calculated!',
    text: `${name} is ${humanYears} in human years.`,
  }),
  copied: { title: 'Copied to clipboard!' },
  copiedForInstagram: { title: 'Copied to clipboard!', text: 'Paste the text into your Instagram post.' },
  copiedForFacebook: {
    title: 'Copied to clipboard!',
    text: 'Facebook often leaves the text out: just paste it into your post.',
  },
  imageFailed: {
    title: 'Image generation failed',
    text: 'Could not create invitation image. Please try again.',
  },
  cardFailed: { title: 'Image generation failed', text: 'Could not create birthday card. Please try again.' },

  partySaved: { title: 'Celebration planned!', text: 'Now tell the guests.' },
  partyPlanned: (name: string) => ({ title: 'Party planned!', text: `${name} can hardly wait.` }),
  partiesFull: { title: 'Too many parties', text: 'There are as many as we can keep. Please cancel one first.' },
  couldNotPlanParty: { title: 'Error', text: 'Could not create celebration. Please try again.' },
  partyUpdated: { title: 'Party updated!' },
  couldNotSaveParty: { title: 'Error', text: 'Could not save celebration. Please try again.' },
  partyCancelled: (title: string) => ({ title: 'Party cancelled', text: title }),
  partyRestored: (title: string) => ({ title: 'The party is on again!', text: title }),
  couldNotCancelParty: { title: 'Error', text: 'Could not cancel celebration. Please try again.' },
  couldNotLoadParties: { title: 'Error', text: 'Could not load your parties. Please try again.' },

  accountExists: { title: 'Account exists', text: 'This email is already registered. Try signing in instead.' },
  invalidCredentials: { title: 'Invalid credentials', text: 'Please check your email and password.' },
  authenticationError: (text: string) => ({ title: 'Authentication error', text }),
  somethingWentWrong: 'Something went wrong. Please try again.',
  accountCreated: { title: 'Welcome to the pack!', text: 'Account created successfully!' },
  confirmEmail: {
    title: 'Almost there!',
    text: 'Please check your e-mail and follow the link in it to join the pack.',
  },

  confirmationSent: { title: 'On its way!', text: 'We have sent the mail once more.' },
  recoverySent: { title: 'Look into your mail', text: 'If we know this address, a mail is on its way.' },
  linkExpired: { title: 'Link expired', text: 'This link is too old or was used already. Please ask for a new one.' },
  linkOfAnotherBrowser: {
    title: 'Wrong browser',
    text: 'This link works only in the browser where you asked for it. Please sign in here, or ask for a new one.',
  },
  linkWhileSignedIn: {
    title: 'You are signed in already',
    text: 'We left the link alone. Sign out first if it is for another account.',
  },
  linkNotTaken: { title: 'Link left alone', text: 'A link like this signs nobody in here. Nothing has changed.' },
  linkTooOften: { title: 'Too many tries', text: 'Please wait a few minutes, then open the link again.' },
  linkFailed: { title: 'Authentication error', text: 'This link did not work. Please ask for a new one.' },

  dogFormKept: (name: string, isPhotoLost: boolean) => ({
    title: 'Kept for you',
    text: `What you typed about ${name || 'your dog'} waits in this tab.${isPhotoLost ? ' Please choose the photo once more.' : ''}`,
  }),
  partyFormKept: (name: string) => ({ title: 'Kept for you', text: `Your plans for ${name} wait in this tab.` }),
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
  dogRemoved: (name: string) => ({ title: 'Dog removed', text: `${name} has left the pack.` }),
  /** The backend cannot be reached. The change is kept on this device and sent later. */
  keptForLater: (what: string) => ({
    title: 'Kept for later!',
    text: `${what} is safe on this device and is sent as soon as we get through.`,
  }),
  needsDecision: (what: string) => ({ title: 'A word from you, please', text: what }),
  needDecisions: (count: number) => ({
    title: 'A word from you, please',
    text: `${count} changes need you to decide.`,
  }),
  photoKept: { title: 'Photo kept!', text: 'It is uploaded as soon as we get through.' },
  couldNotKeepPhoto: {
    title: 'Upload failed',
    text: 'A new photo needs a network. You can keep the dog now and add the photo later.',
  },
  dogRestored: (name: string) => ({ title: 'Welcome back!', text: `${name} is home again.` }),
} as const satisfies Record<string, Message | string | ((...parts: never[]) => Message)>;
