/** Lays out every mail, as plain text and as HTML. Mails read well without pictures and styles. */
import { mailPicture } from '../addresses/addresses.ts';
import { type CalendarDate, calendarLeaf } from '../domain/dates/calendar-date.ts';
import { escapeHtml } from '../domain/text/text.ts';
import { day, night } from './colors.ts';

export type Letter = { readonly subject: string; readonly text: string; readonly html: string };

/** What has changed: "Monday: 3 PM → 4 PM". `of` is what stays, with its colon. What was is struck out. A line breaks at \n instead of a comma. */
export type Renewal = { readonly of?: string; readonly before: string; readonly after?: string };

/** `look` in HTML: 'words' are large, above a small heading; 'news' has a small heading; 'off' has none; 'lead' has its first line as the headline. */
export type Section = {
  readonly heading: string;
  readonly lines: readonly (string | Renewal)[];
  readonly look?: 'words' | 'off' | 'news' | 'lead';
  /** The day that HTML shows as a leaf of a calendar. */
  readonly day?: CalendarDate;
  /** More lines, which HTML sums up at the foot of the ticket. */
  readonly foot?: { readonly lines: readonly string[]; readonly inShort?: string };
};

type Link = { readonly label: string; readonly address: string };

export type LetterContent = {
  readonly subject: string;
  /** What the mail says in a few words, in large letters, unless it is the subject. */
  readonly headline?: string;
  /** The origin of the site whose drawn dogs greet the reader; absent in a sober mail. */
  readonly dogsOf?: string;
  /** The reader's name; absent in a mail to nobody by name. */
  readonly to?: string | undefined;
  /** Between the greeting and the sections. */
  readonly opening?: string;
  readonly sections?: readonly Section[];
  /** Between the sections and the button. */
  readonly closing: string;
  /** Absent if there is nothing to open. An important address is also spelled out; a quiet one has only an outline. */
  readonly button?: Link & { readonly isSpelledOut?: boolean; readonly isQuiet?: boolean };
  /** Another link below the button. */
  readonly also?: Link;
  /** Why this mail was sent, and what else the reader can do. */
  readonly reasons: readonly string[];
  /** Ends the mails; absent if there is only one. */
  readonly unsubscribe?: Link;
};

/** Writes a mail. Escapes every text, because some come from users. Mail servers break long links of a text that is not ASCII. */
export function layOut(content: LetterContent): Letter {
  const text = textOf(content).replaceAll('\u00a0· ', ', ').replaceAll('\u00a0', ' ');
  return { subject: content.subject, text, html: htmlOf(content) };
}

const farewellOf = ({ dogsOf }: LetterContent) => (dogsOf === undefined ? 'Kind regards,' : 'Tails up,');

function textOf(content: LetterContent): string {
  const { to, opening, sections = [], closing, button, also, reasons, unsubscribe } = content;
  const link = ({ label, address }: Link) => [`${label}:`, address];
  return [
    ...(to === undefined ? [] : [`Hello ${to},`, '']),
    ...(opening ? [wrapped(opening), ''] : []),
    ...sections.flatMap(sectionText),
    wrapped(closing),
    '',
    ...(button ? [...link(button), ''] : []),
    ...(also ? [...link(also), ''] : []),
    farewellOf(content),
    'Wagday',
    '',
    ...reasons.map(wrapped),
    ...(unsubscribe ? link(unsubscribe) : []),
    '',
  ].join('\n');
}

function sectionText({ heading, lines, look, foot }: Section): string[] {
  // Somebody's own words are no list.
  if (look === 'words') return [...lines.map((line) => wrapped(lineText(line))), '', heading, ''];
  return [heading, ...[...lines, ...(foot?.lines ?? [])].map((line) => `- ${lineText(line)}`), ''];
}

function lineText(line: string | Renewal): string {
  const words =
    typeof line === 'string' ? line : [line.of, line.before, line.after && `→ ${line.after}`].filter(Boolean).join(' ');
  return words.replaceAll('\n', ', ');
}

/** Puts each sentence on its own line, and wraps sentences longer than 72 characters. */
function wrapped(words: string): string {
  const sentences = words.split(/(?<=[.?!]) (?=[A-Z])/);
  return sentences.map((sentence) => sentence.replace(/(.{1,72})(?: |$)/g, '$1\n').trimEnd()).join('\n');
}

/** Night colours, and room on small phones, where supported. The `style` attributes have the day colours, because many programs read nothing else. */
const nightStyle = `@media (prefers-color-scheme: dark) {
.paper { background: ${night.paper} !important; }
.card { background: ${night.card} !important; }
.edge { border-color: ${night.line} !important; }
.section { background: ${night.apricotWash} !important; }
.ink { color: ${night.ink} !important; }
.soft { color: ${night.inkSoft} !important; }
.button { background: ${night.raspberry} !important; }
.button a { color: ${night.onRaspberry} !important; }
.outline { border-color: ${night.ink} !important; }
.tear { border-color: ${night.lamp} !important; }
.lamp { background: ${night.lamp} !important; color: ${night.onLamp} !important; }
}
@media (max-width: 359px) { .leaf { display: none; } }`;

const table = 'table role="presentation" cellpadding="0" cellspacing="0" border="0"';

function cardHtml(content: LetterContent): string {
  const { subject, headline = subject, to, opening, sections = [], closing, button, also } = content;
  const leadSection = sections.find(({ look }) => look === 'lead');
  const parts = [
    leadSection && paragraphHtml(escapeHtml(leadSection.heading), 'margin:0 0 4px;font-weight:700', 'soft'),
    `<h1 class="ink" style="margin:0 0 16px;color:${day.ink};font-size:28px;line-height:1.2;text-wrap:balance">${escapeHtml(headline)}</h1>`,
    to !== undefined && paragraphHtml(escapeHtml(`Hello ${to},`)),
    opening && paragraphHtml(escapeHtml(opening)),
    ...sections.map((each) => sectionHtml(each === leadSection ? { ...each, lines: each.lines.slice(1) } : each)),
    paragraphHtml(escapeHtml(closing)),
    button && buttonHtml(button),
    also && `<p style="margin:8px 0 0;line-height:44px">${linkHtml(also, 'ink')}</p>`,
    paragraphHtml(`${farewellOf(content)}<br>Wagday`, 'margin:16px 0 0'),
  ];
  return parts.filter(Boolean).join('\n');
}

function notesHtml({ button, reasons, unsubscribe }: LetterContent): string {
  const notes = [
    button?.isSpelledOut &&
      `If the button does nothing, open this address:<br><span style="word-break:break-all">${escapeHtml(button.address)}</span><br>`,
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
<${table} width="100%" style="max-width:520px;border-collapse:separate;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;text-align:left;text-wrap:pretty">
<tr><td class="ink" style="padding:0 24px 12px;color:${day.ink};font-size:20px;font-weight:700">Wagday</td></tr>
${dogsOf === undefined ? '' : dogsHtml(dogsOf)}<tr><td class="card edge" style="padding:24px;background:${day.card};border:2px solid ${day.line};${dogsOf === undefined ? 'border-radius:20px' : 'border-top:0;border-radius:0 0 20px 20px'}">
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

function dogsHtml(site: string): string {
  return `<tr><td align="center" class="section soft edge" style="padding:12px 0 0;border:2px solid ${day.line};border-bottom:0;background:${day.apricotWash};color:${day.inkSoft};font-size:13px;border-radius:20px 20px 0 0"><img src="${escapeHtml(site)}${mailPicture}" width="300" height="100" alt="Four dogs, ready for a party" style="display:block;max-width:100%;height:auto;border:0"></td></tr>\n`;
}

const tones = { ink: day.ink, soft: day.inkSoft };

function paragraphHtml(html: string, style = 'margin:0 0 16px', tone: keyof typeof tones = 'ink', tag = 'p'): string {
  return `<${tag} class="${tone}" style="color:${tones[tone]};${style}">${html}</${tag}>`;
}

function lineHtml(line: string | Renewal, isNews: boolean): string {
  const shown = (words: string) => escapeHtml(words).replaceAll('\n', '<br>');
  if (typeof line === 'string') return shown(line);
  const { of = '', before, after } = line;
  const former = `<del class="soft" style="color:${day.inkSoft};text-decoration:line-through">${shown(before)}</del>`;
  const next = after && (isNews ? `<span style="font-size:20px;font-weight:700">${shown(after)}</span>` : shown(after));
  return `${escapeHtml(of)} ${former}${next ? ` →<br>${next}` : ''}`.trim();
}

/** A leaf of a tear-off calendar, drained if the party is off. The lines beside it say the whole date. */
function leafHtml(date: CalendarDate, isOff: boolean): string {
  const leaf = calendarLeaf(date);
  const colors = isOff ? [day.card, day.inkSoft] : [day.lamp, day.onLamp];
  return `<td width="72" valign="top" class="leaf" style="padding:16px 0 16px 16px"><${table} width="72"><tr><td align="center" aria-hidden="true" class="${isOff ? 'card soft' : 'lamp'}" style="padding:8px 0;background:${colors[0]};color:${colors[1]};font-size:13px;font-weight:700;border-radius:12px">${leaf.month.toUpperCase()}<br><span style="font-size:28px;line-height:36px">${leaf.day}</span></td></tr></table></td>
`;
}

function sectionHtml({ heading, lines, look, day: date, foot }: Section): string {
  if (lines.length === 0) return '';
  const row = (html: string, style = '', tone?: 'soft', tag?: 'h2') =>
    paragraphHtml(html, `margin:0 0 6px;${style}`, tone, tag);
  const title = escapeHtml(heading);
  const parts = [
    !look && title && row(title, 'font-size:20px;line-height:1.35', undefined, 'h2'),
    look === 'news' && row(title, 'font-size:16px;font-weight:400', 'soft', 'h2'),
    ...lines.map((line) => row(lineHtml(line, look === 'news'), look === 'words' ? 'font-size:20px' : '')),
    look === 'words' && row(title, 'font-size:13px', 'soft'),
  ];
  const footHtml =
    foot?.inShort &&
    `<tr><td colspan="2" class="ink tear" style="padding:12px 16px;color:${day.ink};border-top:2px dashed ${day.lamp}">${escapeHtml(foot.inShort)}</td></tr>\n`;
  return `<${table} width="100%" class="section" style="margin:0 0 16px;border-collapse:separate;background:${day.apricotWash};border-radius:14px"><tr>
${date ? leafHtml(date, look === 'off') : ''}<td style="padding:14px 16px 8px;overflow-wrap:anywhere">
${parts.filter(Boolean).join('\n')}
</td></tr>
${footHtml ?? ''}</table>`;
}

function buttonHtml({ label, address, isQuiet }: NonNullable<LetterContent['button']>): string {
  const [kind, look, tone] = isQuiet
    ? ['outline', `border:2px solid ${day.ink}`, day.ink]
    : ['button', `background:${day.raspberry}`, day.onRaspberry];
  return `<${table}><tr>
<td class="${kind}" style="${look};border-radius:14px"><a href="${escapeHtml(address)}" class="ink" style="display:inline-block;padding:12px 22px;color:${tone};font-weight:700;text-decoration:none">${escapeHtml(label)}</a></td>
</tr></table>`;
}

function linkHtml({ label, address }: Link, tone: keyof typeof tones): string {
  return `<a href="${escapeHtml(address)}" class="${tone}" style="color:${tones[tone]}">${escapeHtml(label)}</a>`;
}
