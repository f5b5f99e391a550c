/** How mails look: in both of the forms that mail programs show, without a picture, and readable where styles are left out. */
import { escapeHtml } from '../domain/text/text.ts';

export type MailSection = {
  readonly heading: string;
  readonly lines: readonly string[];
};

export type MailContent = {
  readonly subject: string;
  /** Between the greeting and the sections. */
  readonly opening?: string;
  readonly sections: readonly MailSection[];
  /** Between the sections and the button. */
  readonly closing: string;
  /** None where there is nothing left to open. */
  readonly button?: { readonly label: string; readonly address: string };
  /** A further link below the button. */
  readonly also?: { readonly label: string; readonly address: string };
  readonly farewell: string;
  /** Why this mail came, and what else can be done about it. */
  readonly reasons: readonly string[];
  /** Ends the mails; none where only one comes. */
  readonly unsubscribe?: { readonly label: string; readonly address: string };
};

/** By day and, in mail programs that know it, by night: the same colors as the app's. */
const colors = {
  paper: '#fff6e5',
  card: '#fffdf7',
  ink: '#3a2117',
  soft: '#5f4234',
  line: '#ecd6b5',
  berry: '#a00e42',
};
const night = `@media (prefers-color-scheme: dark) {
.paper { background: #1a100c !important; }
.card { background: #39261f !important; border-color: #6a4c3b !important; }
.ink { color: #ffedd6 !important; }
.soft { color: #e6d1bb !important; border-color: #6a4c3b !important; }
.berry { color: #ff9bb9 !important; }
.button { background: #ff9bb9 !important; }
.button a { color: #33081a !important; }
}`;

function sectionText({ heading, lines }: MailSection): string[] {
  return [heading, ...lines.map((line) => `- ${line}`), ''];
}

function sectionHtml({ heading, lines }: MailSection): string {
  const items = lines
    .map((line) => `<p class="ink" style="margin:0 0 8px;color:${colors.ink}">${escapeHtml(line)}</p>`)
    .join('\n');
  return `<tr><td class="card" style="padding:16px 20px;background:${colors.card};border:2px solid ${colors.line};border-radius:16px">
<p class="berry" style="margin:0 0 8px;color:${colors.berry};font-size:19px;font-weight:700">${escapeHtml(heading)}</p>
${items}
</td></tr>
<tr><td style="height:12px;line-height:12px;font-size:1px">&nbsp;</td></tr>`;
}

/** Writes a mail. Every text is escaped here, and stands in no header but the subject. */
export function layOutMail(content: MailContent): { text: string; html: string } {
  const { subject, opening, sections, closing, button, also, farewell, reasons, unsubscribe } = content;
  const text = [
    'Hello,',
    '',
    ...(opening ? [opening, ''] : []),
    ...sections.flatMap(sectionText),
    closing,
    '',
    ...(button ? [`${button.label}:`, button.address, ''] : []),
    ...(also ? [`${also.label}:`, also.address, ''] : []),
    farewell,
    'Wagday',
    '',
    ...reasons,
    ...(unsubscribe ? [`${unsubscribe.label}:`, unsubscribe.address] : []),
    '',
  ].join('\n');
  const paragraph = (words: string) =>
    `<tr><td><p class="ink" style="margin:0 0 16px;color:${colors.ink}">${escapeHtml(words)}</p></td></tr>`;
  const buttonHtml =
    button &&
    `<tr><td>
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="button" style="background:${colors.berry};border-radius:14px"><a href="${escapeHtml(button.address)}" style="display:inline-block;padding:12px 22px;color:#ffffff;font-weight:700;text-decoration:none">${escapeHtml(button.label)}</a></td>
</tr></table>
</td></tr>
`;
  const alsoHtml =
    also &&
    `<tr><td><p style="margin:14px 0 0"><a href="${escapeHtml(also.address)}" class="berry" style="color:${colors.berry}">${escapeHtml(also.label)}</a></p></td></tr>\n`;
  const unsubscribeHtml =
    unsubscribe &&
    `\n<a href="${escapeHtml(unsubscribe.address)}" class="berry" style="color:${colors.berry}">${escapeHtml(unsubscribe.label)}</a>`;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${night}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${colors.paper}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="paper" style="background:${colors.paper}">
<tr><td align="center" style="padding:24px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:480px;border-collapse:separate;font:17px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;text-align:left">
${['Hello,', ...(opening ? [opening] : [])].map(paragraph).join('\n')}
${sections.map(sectionHtml).join('\n')}
<tr><td><p class="ink" style="margin:4px 0 20px;color:${colors.ink}">${escapeHtml(closing)}</p></td></tr>
${buttonHtml ?? ''}${alsoHtml ?? ''}<tr><td><p class="ink" style="margin:20px 0 24px;color:${colors.ink}">${farewell}<br>Wagday</p></td></tr>
<tr><td class="soft" style="padding-top:12px;border-top:2px solid ${colors.line};color:${colors.soft};font-size:14px">${escapeHtml(reasons.join(' '))}${unsubscribeHtml ?? ''}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
  return { text, html };
}
