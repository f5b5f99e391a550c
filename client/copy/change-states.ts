/** How things stand with words that this device knows and the backend does not. */
export const changeStateTexts = {
  waiting: 'Waiting to be sent',
  sending: 'Sending',
  refused: 'Could not be sent',
  conflict: 'Changed elsewhere',
  unreadable: 'Cannot be read',
} as const;
