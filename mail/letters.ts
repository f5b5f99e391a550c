/** Every mail that Wagday sends, by kind: each is a function from facts to a subject, a text and HTML. */
import { accountLetters } from './account-letters.ts';
import { confirmationLetters } from './confirmation-letters.ts';
import { guestLetters } from './guest-letters.ts';
import { reminderLetters } from './reminder-letters.ts';

export const letters = { ...accountLetters, ...confirmationLetters, ...reminderLetters, ...guestLetters };
