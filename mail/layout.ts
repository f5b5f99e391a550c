/** Lays out every mail, as plain text and as HTML. Mails read well without pictures and styles. */
import { mailPicture } from '../addresses/addresses.ts';
import { escapeHtml } from '../domain/text/text.ts';
import { day, night } from './palette.ts';

/** A written mail. */
export type Letter = { readonly subject: string; readonly text: string; readonly html: string };

/** What has changed: "Monday: 3 PM → 4 PM". `of` is what stays, with its colon. */
export type Renewal = { readonly of?: string; readonly before: string; readonly after: string };

/** `isLarge` shows the lines larger than the heading. */
export type Section = {
  readonly heading: string;
  readonly lines: readonly (string | Renewal)[];
  readonly isLarge?: boolean;
};

type Link = { readonly label: string; readonly address: string };

export type LetterContent = {
  readonly subject: string;
  /** What the mail says in a few words, in large letters. */
  readonly headline: string;
  /** The origin of the site whose drawn dogs greet the reader; absent in a sober mail. */
  readonly dogsOf?: string;
  /** The reader's name; absent in a mail to nobody by name. */
  readonly to?: string | undefined;
  /** Between the greeting and the sections. */
  readonly opening?: string;
  readonly sections?: readonly Section[];
  /** Between the sections and the button. */
  readonly closing: string;
  /** Absent if there is nothing to open. An important address is also spelled out, for mail programs in which buttons do not work. */
  readonly button?: Link & { readonly isSpelledOut?: boolean };
  /** Another link below the button. */
  readonly also?: Link;
  readonly farewell: string;
  /** Why this mail was sent, and what else the reader can do. */
  readonly reasons: readonly string[];
  /** Ends the mails; absent if there is only one. */
  readonly unsubscribe?: Link;
};

/** Writes a mail. Escapes every text, because some come from users. */
export function layOut(content: LetterContent): Letter {
  return { subject: content.subject, text: textOf(content), html: htmlOf(content) };
}

function textOf({ to, opening, sections = [], closing, button, also, farewell, reasons, unsubscribe }: LetterContent) {
  const link = ({ label, address }: Link) => [`${label}:`, address];
  return [
    ...(to === undefined ? [] : [`Hello ${to},`, '']),
    ...(opening ? [wrapped(opening), ''] : []),
    ...sections.flatMap(({ heading, lines }) => [heading, ...lines.map((line) => `- ${lineText(line)}`), '']),
    wrapped(closing),
    '',
    ...(button ? [...link(button), ''] : []),
    ...(also ? [...link(also), ''] : []),
    farewell,
    'Wagday',
    '',
    ...reasons.map(wrapped),
    ...(unsubscribe ? link(unsubscribe) : []),
    '',
  ].join('\n');
}

function lineText(line: string | Renewal): string {
  return typeof line === 'string' ? line : `${line.of ? `${line.of} ` : ''}${line.before} → ${line.after}`;
}

/** Puts each sentence on its own line, and wraps sentences longer than 72 characters. */
function wrapped(words: string): string {
  const sentences = words.split(/(?<=[.?!]) (?=[A-Z])/);
  return sentences.map((sentence) => sentence.replace(/(.{1,72})(?: |$)/g, '$1\n').trimEnd()).join('\n');
}

/** Night colours, for mail programs that support them. The `style` attributes have the day colours, because many read nothing else. */
const nightStyle = `@media (prefers-color-scheme: dark) {
.paper { background: ${night.paper} !important; }
.card { background: ${night.card} !important; }
.edge { border-color: ${night.line} !important; }
.section { background: ${night.apricotWash} !important; }
.ink { color: ${night.ink} !important; }
.soft { color: ${night.inkSoft} !important; }
.button { background: ${night.raspberry} !important; }
.button a { color: ${night.onRaspberry} !important; }
}`;

const table = 'table role="presentation" cellpadding="0" cellspacing="0" border="0"';

function cardHtml({ headline, to, opening, sections = [], closing, button, also, farewell }: LetterContent): string {
  const parts = [
    headline &&
      `<h1 class="ink" style="margin:0 0 16px;color:${day.ink};font-size:28px;line-height:1.2">${escapeHtml(headline)}</h1>`,
    to !== undefined && paragraphHtml(`Hello ${to},`),
    opening && paragraphHtml(opening),
    ...sections.map(sectionHtml),
    paragraphHtml(closing),
    button && buttonHtml(button),
    also && `<p style="margin:8px 0 0;line-height:44px">${linkHtml(also, 'ink')}</p>`,
    `<p class="ink" style="margin:16px 0 0;color:${day.ink}">${escapeHtml(farewell)}<br>Wagday</p>`,
  ];
  return parts.filter(Boolean).join('\n');
}

function notesHtml({ button, reasons, unsubscribe }: LetterContent): string {
  const notes = [
    button?.isSpelledOut &&
      `If the button does nothing, open this address: <span style="word-break:break-all">${escapeHtml(button.address)}</span><br>`,
    escapeHtml(reasons.join(' ')),
    unsubscribe && `<br>${linkHtml(unsubscribe, 'soft')}`,
  ];
  return notes.filter(Boolean).join('\n');
}

function htmlOf(content: LetterContent): string {
  const { subject, dogsOf } = content;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${nightStyle}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${day.paper}">
<${table} width="100%" class="paper" style="background:${day.paper}">
<tr><td align="center" style="padding:24px 12px">
<${table} width="100%" style="max-width:520px;border-collapse:separate;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;text-align:left">
${wordmarkHtml}${dogsOf === undefined ? '' : dogsHtml(dogsOf)}<tr><td class="card edge" style="padding:24px;background:${day.card};border:2px solid ${day.line};${dogsOf === undefined ? 'border-radius:20px' : 'border-top:0;border-radius:0 0 20px 20px'}">
${cardHtml(content)}
</td></tr>
<tr><td class="soft" style="padding:16px 24px 0;color:${day.inkSoft};font-size:13px">${notesHtml(content)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const wordmarkHtml = `<tr><td class="ink" style="padding:0 24px 12px;color:${day.ink};font-size:20px;font-weight:700">Wagday</td></tr>\n`;

function dogsHtml(site: string): string {
  return `<tr><td align="center" class="section soft edge" style="padding:16px 12px 0;border:2px solid ${day.line};border-bottom:0;background:${day.apricotWash};color:${day.inkSoft};font-size:14px;border-radius:20px 20px 0 0"><img src="${escapeHtml(site)}${mailPicture}" width="240" height="80" alt="Four dogs, ready for a party" style="display:block;border:0"></td></tr>\n`;
}

function paragraphHtml(words: string): string {
  return `<p class="ink" style="margin:0 0 16px;color:${day.ink}">${escapeHtml(words)}</p>`;
}

function lineHtml(line: string | Renewal): string {
  if (typeof line === 'string') return escapeHtml(line);
  const { of = '', before, after } = line;
  return `${escapeHtml(of)} <span style="text-decoration:line-through">${escapeHtml(before)}</span> →<br><span style="font-size:18px;font-weight:700">${escapeHtml(after)}</span>`;
}

function sectionHtml({ heading, lines, isLarge = false }: Section): string {
  const [headingSize, lineSize] = isLarge ? [16, 20] : [20, 16];
  const items = lines.map(
    (line) => `<p class="ink" style="margin:6px 0 0;color:${day.ink};font-size:${lineSize}px">${lineHtml(line)}</p>`,
  );
  return `<${table} width="100%" style="margin:0 0 16px;border-collapse:separate"><tr><td class="section" style="padding:14px 18px;background:${day.apricotWash};border-radius:14px">
<p class="ink" style="margin:0;color:${day.ink};font-size:${headingSize}px;line-height:1.35;font-weight:700">${escapeHtml(heading)}</p>
${items.join('\n')}
</td></tr></table>`;
}

function buttonHtml({ label, address }: Link): string {
  return `<${table}><tr>
<td class="button" style="background:${day.raspberry};border-radius:14px"><a href="${escapeHtml(address)}" style="display:inline-block;padding:12px 22px;color:${day.onRaspberry};font-weight:700;text-decoration:none">${escapeHtml(label)}</a></td>
</tr></table>`;
}

function linkHtml({ label, address }: Link, tone: 'ink' | 'soft'): string {
  const color = tone === 'ink' ? day.ink : day.inkSoft;
  return `<a href="${escapeHtml(address)}" class="${tone}" style="color:${color}">${escapeHtml(label)}</a>`;
}
