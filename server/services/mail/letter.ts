import type { Mail } from './mail.ts';

/** What a mail to an owner says; who writes one sees to it that no word in it was a stranger's to choose. */
export type Letter = {
  readonly to: string;
  readonly subject: string;
  /** What has happened. */
  readonly occasion: string;
  readonly action: {
    readonly label: string;
    readonly link: string;
    /** How long the link works, where that is not for ever. */
    readonly limits?: string;
  };
  /** What to do when it was somebody else. */
  readonly reassurance: string;
};

const greeting = 'Hello,';
const farewell = 'Tails up, and see you soon at the next birthday,';
const sender = 'Wagday';

/** Sets a letter in both of the forms that mail programs show. */
export function writeLetter({ to, subject, occasion, action, reassurance }: Letter): Mail {
  const { label, link, limits } = action;
  const text = [
    greeting,
    '',
    wrap(occasion),
    '',
    `${label}:`,
    '',
    link,
    '',
    ...(limits ? [limits] : []),
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
<head><meta charset="utf-8"><title>${label}</title></head>
<body style="margin:0;padding:24px;background:#fff6e6;color:#3b2a20;font:17px/1.5 system-ui,sans-serif">
<div style="max-width:30em;margin:0 auto">
${paragraph(greeting)}
${paragraph(escapeHtml(occasion))}
${paragraph(`<a href="${href}" style="display:inline-block;padding:12px 20px;border-radius:14px;background:#b3123f;color:#ffffff;font-weight:700;text-decoration:none">${label}</a>`)}
${paragraph(`${limits ? `${limits} ` : ''}If the button does nothing, open this address:<br><a href="${href}" style="color:#b3123f;word-break:break-all">${href}</a>`)}
${paragraph(escapeHtml(reassurance))}
${paragraph(`${farewell}<br>${sender}`)}
</div>
</body>
</html>
`;
  return { to, subject, text, html };
}

/** Breaks lines where a reader of plain text would. */
function wrap(text: string): string {
  return text.replace(/(.{1,72})(?: |$)/g, '$1\n').trimEnd();
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
