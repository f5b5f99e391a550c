/** A toast: a title, and a text where there is one. */
export type Message = { title: string; text?: string };

/** The toasts that visitors need. Those of owners are in files of their own, so that no visitor is sent them. */
export const messages = {
  missingInfo: { title: 'Woof! Missing info', text: "Please fill in your pup's name and birthday!" },
  birthdayCalculated: (name: string, report: { humanYears: number; isAlmost: boolean }) => ({
    title: 'Birthday calculated!',
    text: `${name} is ${report.humanYears} in human years${report.isAlmost ? ', rounded up' : ''}.`,
  }),
  couldNotLoadReport: { title: 'Error', text: 'Could not load the report. Please check your network and try again.' },
  copied: { title: 'Copied to clipboard!' },
  copiedForInstagram: { title: 'Copied to clipboard!', text: 'Paste the text into your Instagram post.' },
  copiedForFacebook: {
    title: 'Copied to clipboard!',
    text: 'Facebook often leaves the text out: just paste it into your post.',
  },
  pictureSaved: { title: 'Not saved? Hold the picture.' },
  cardFailed: { title: 'Image generation failed', text: 'Could not create birthday card. Please try again.' },
} as const satisfies Record<string, Message | string | ((...parts: never[]) => Message)>;
