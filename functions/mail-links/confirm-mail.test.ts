import { expect, test } from 'vitest';
import { writeConfirmation } from './confirm-mail.ts';

test.each(['reminders', 'guests'] as const)(
  'the mail that asks for a proof, for %s, is drawn like all others, and leads nowhere but to its page',
  (purpose) => {
    const { subject, text, html } = writeConfirmation('https://wagday.example/confirm/a&b', purpose);
    expect(html).toContain(`<title>${subject}</title>`);
    expect(html).toContain('@media (prefers-color-scheme: dark)');
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      'https://wagday.example/confirm/a&amp;b',
    ]);
    expect(text.match(/^https:.*$/gm)).toEqual(['https://wagday.example/confirm/a&b']);
    expect(text).toContain('If it was not you, do nothing');
  },
);
