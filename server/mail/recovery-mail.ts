import type { Mail } from './mail.ts';

/**
 * The mail to an owner who forgot the password. It holds nothing that a stranger could have chosen, such as a name, so
 * that nobody can have a text of theirs sent out by this server.
 * @param link opens the screen that asks before it spends the token
 */
export function writeRecoveryMail(to: string, link: string): Mail {
  const greeting = 'Hello,';
  const occasion =
    'somebody, hopefully you, asked for a new Wagday password for this address. It happens to the best of us: only dogs never forget where the treats are.';
  const invitation = 'Choose a new password';
  const limits = 'The link works once, and for one hour.';
  const reassurance = 'It was not you? Then simply leave this mail be: your password stays as it is.';
  const farewell = 'Tails up, and see you soon at the next birthday,';
  const sender = 'Wagday';

  const text = [
    greeting,
    '',
    wrap(occasion),
    '',
    `${invitation}:`,
    '',
    link,
    '',
    limits,
    wrap(reassurance),
    '',
    farewell,
    sender,
    '',
  ].join('\n');

  const paragraph = (content: string) => `<p style="margin:0 0 16px">${content}</p>`;
  const href = escapeHtml(link);
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${invitation}</title></head>
<body style="margin:0;padding:24px;background:#fff6e6;color:#3b2a20;font:17px/1.5 system-ui,sans-serif">
<div style="max-width:30em;margin:0 auto">
${paragraph(greeting)}
${paragraph(escapeHtml(occasion))}
${paragraph(`<a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:14px;background:#b3123f;color:#ffffff;font-weight:700;text-decoration:none">${invitation}</a>`)}
${paragraph(`${limits} If the button does nothing, open this address:<br><a href="${href}" style="color:#b3123f;word-break:break-all">${href}</a>`)}
${paragraph(escapeHtml(reassurance))}
${paragraph(`${farewell}<br>${sender}`)}
</div>
</body>
</html>
`;
  return { to, subject: 'Choose a new Wagday password', text, html };
}

/** Breaks lines where a reader of plain text would. */
function wrap(text: string): string {
  return text.replace(/(.{1,72})(?: |$)/g, '$1\n').trimEnd();
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
