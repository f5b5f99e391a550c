/** Every message of the product that a toast shows: a title, and a text where there is one. */
export type Message = { title: string; text?: string };

export const messages = {
  missingInfo: { title: 'Woof! Missing info', text: "Please fill in your pup's name and birthday!" },
  birthdayCalculated: (name: string, humanYears: number) => ({
    title: 'Birthday calculated!',
    text: `${name} is ${humanYears} in human years.`,
  }),

  accountExists: { title: 'Account exists', text: 'This email is already registered. Try signing in instead.' },
  invalidCredentials: { title: 'Invalid credentials', text: 'Please check your email and password.' },
  authenticationError: (text: string) => ({ title: 'Authentication error', text }),
  somethingWentWrong: 'Something went wrong. Please try again.',
  accountCreated: { title: 'Welcome to the pack!', text: 'Account created successfully!' },
  confirmEmail: {
    title: 'Almost there!',
    text: 'Please check your e-mail and follow the link in it to join the pack.',
  },

  couldNotLoadDogs: { title: 'Error', text: 'Could not load your dogs. Please try again.' },
  couldNotSaveProfile: { title: 'Error', text: 'Could not save profile. Please try again.' },
  couldNotDeleteProfile: { title: 'Error', text: 'Could not delete profile. Please try again.' },
  profileCreated: (name: string) => ({ title: 'Profile created!', text: `Welcome to the pack, ${name}!` }),
  profileUpdated: (name: string) => ({ title: 'Profile updated!', text: `All the news about ${name} is saved.` }),
  dogRemoved: (name: string) => ({ title: 'Dog removed', text: `${name} has left the pack.` }),
  dogRestored: (name: string) => ({ title: 'Welcome back!', text: `${name} is home again.` }),
} as const satisfies Record<string, Message | string | ((...parts: never[]) => Message)>;
