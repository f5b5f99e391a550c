import { escapeHtml } from '../../domain/text.ts';

const subject = 'Confirm reminders';
const words = [
  'Hello,',
  'An account at Wagday with this address asked for reminders of dog birthdays by mail.',
  'If that was you, open this page and press the button in it. Then reminders start.',
];
const ending = 'If it was not you, do nothing, and none will come.';

/** The mail that asks whether reminders may come to an address. The reader may be a stranger to the owner, so its text is always the same. */
export function writeConfirmation(address: string): { subject: string; text: string; html: string } {
  const href = escapeHtml(address);
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${subject}</title></head>
<body style="font:17px/1.5 system-ui,sans-serif">
${words.map((line) => `<p>${line}</p>`).join('\n')}
<p><a href="${href}">Confirm Reminders</a></p>
<p>${ending}</p>
<p>Wagday</p>
</body>
</html>
`;
  return { subject, text: [...words, address, ending, 'Wagday', ''].join('\n\n'), html };
}
