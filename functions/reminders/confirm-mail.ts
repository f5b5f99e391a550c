import { escapeHtml } from '../../domain/text.ts';

const texts = {
  reminders: {
    subject: 'Confirm reminders',
    words: [
      'Hello,',
      'An account at Wagday with this address asked for reminders of dog birthdays by mail.',
      'If that was you, open this page and press the button in it. Then reminders start.',
    ],
    button: 'Confirm Reminders',
    ending: 'If it was not you, do nothing, and none will come.',
  },
  guests: {
    subject: 'Confirm your address',
    words: [
      'Hello,',
      'An account at Wagday with this address invites guests to a dog party, and would like them to hear from us by mail.',
      'If that was you, open this page and press the button in it. Then your guests get their mails.',
    ],
    button: 'Confirm Your Address',
    ending: 'If it was not you, do nothing, and nobody gets any.',
  },
} as const;

/** The mail that asks whether an address is its owner's. The reader may be a stranger to the owner, so its text is always the same. */
export function writeConfirmation(
  address: string,
  purpose: keyof typeof texts = 'reminders',
): { subject: string; text: string; html: string } {
  const { subject, words, button, ending } = texts[purpose];
  const href = escapeHtml(address);
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="font:17px/1.5 system-ui,sans-serif">
${words.map((line) => `<p>${line}</p>`).join('\n')}
<p><a href="${href}">${button}</a></p>
<p>${ending}</p>
<p>Wagday</p>
</body>
</html>
`;
  return { subject, text: [...words, address, ending, 'Wagday', ''].join('\n\n'), html };
}
