/** Answers the links in mails: pages with one button, which ends mails or confirms an address. */
import { escapeHtml } from '../../domain/text/text.ts';
import { day, night } from '../../mail/colors.ts';
import { toBase64Url } from '../push/base64url.ts';
import type { WebFunction } from '../web-function.ts';
import { refuse } from '../web-requests.ts';
import { claimedOwnerOf, guestMailOfToken, hostOfToken, isConfirmToken, ownerOfToken } from './unsubscribe-token.ts';

const color = (name: keyof typeof day) => `light-dark(${day[name]}, ${night[name]})`;

const style = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 48px 20px; background: ${color('paper')}; color: ${color('ink')}; font: 18px/1.5 system-ui, sans-serif; }
main { max-width: 30em; margin: 0 auto; padding: 24px 28px 28px; background: ${color('card')}; border: 2px solid ${color('line')}; border-radius: 24px; }
h1 { margin: 0 0 12px; font-size: 28px; line-height: 1.2; }
p { margin: 0 0 20px; }
button { min-height: 48px; padding: 10px 24px; border: 0; border-radius: 16px; background: ${color('raspberry')}; color: ${color('onRaspberry')}; font: inherit; font-weight: 700; cursor: pointer; }
a { display: inline-block; padding: 10px 0; color: ${color('ink')}; }
:focus-visible { outline: 3px solid ${color('focus')}; outline-offset: 3px; }
`;

type Page = { readonly status?: number; readonly title: string; readonly words: string; readonly button?: string };

const pages = {
  question: {
    title: 'No more reminders by email?',
    words: 'Press the button, and no more of these emails come. Your dogs, your parties and everything else stay.',
    button: 'Stop the Emails',
  },
  done: {
    title: 'Done: no more emails',
    words: 'No more reminders come by email. Should you miss them, You, under Reminders, brings them back.',
  },
  hostQuestion: {
    title: 'No more news of your guests?',
    words: 'Press the button, and we no longer tell you who answers your invites. Your parties and your guests stay.',
    button: 'Stop the News',
  },
  hostDone: {
    title: 'Done: no more news',
    words: "The page of each party still shows who's coming. Its settings bring the news back.",
  },
  guestQuestion: {
    title: 'No more emails about this party?',
    words: 'Press the button, and your address is forgotten there. Your answer and your own link stay.',
    button: 'Stop the Emails',
  },
  guestDone: {
    title: 'Done: no more emails',
    words: 'No more emails about this party come, not even when its day changes. Your own link shows what is new.',
  },
  confirmQuestion: {
    title: 'Is this your address?',
    words: 'Press the button if you asked Wagday for reminders, or planned a party with this address.',
    button: 'Confirm My Address',
  },
  confirmed: {
    title: 'Done: your address is confirmed',
    words:
      "Any reminders you asked for come here in time. Guests of your parties hear from us, and you hear who's coming.",
  },
  unknown: {
    status: 404,
    title: 'This link does not work',
    words:
      'Perhaps a piece of it was lost on the way. In You, under Reminders, you can turn them off, or ask for a test.',
  },
} as const satisfies Record<string, Page>;

async function policy(): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style)));
  // Policies use plain base64, with padding.
  const source = `${toBase64Url(hash).replaceAll('-', '+').replaceAll('_', '/')}=`;
  return `default-src 'none'; style-src 'sha256-${source}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
}

/** A page that works without a script and without a session. Its address is a secret, so it sends no Referer. */
async function page(kind: keyof typeof pages, site: string): Promise<Response> {
  const { status = 200, title, words, button }: Page = pages[kind];
  const form = button ? `<form method="post"><button>${button}</button></form>` : '';
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Wagday</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${words}</p>
${form}
<a href="${escapeHtml(site)}/">Open Wagday</a>
</main>
</body>
</html>
`;
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': await policy(),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    },
  });
}

/** Answers the links of one kind, `…/<token>`. Only a POST, with any body, changes anything, because mail scanners open every link. */
function answerLinks(
  pageFor: (
    given: { token: string; key: string; isChange: boolean },
    backend: Parameters<WebFunction>[1],
  ) => Promise<keyof typeof pages>,
): WebFunction {
  return async (request, backend) => {
    const { method } = request;
    if (!['GET', 'HEAD', 'POST'].includes(method)) {
      const headers = { Allow: 'GET, HEAD, POST' };
      return refuse(405, 'METHOD_NOT_ALLOWED', 'Only GET, HEAD and POST are answered here', headers);
    }
    const token = new URL(request.url).pathname.split('/').at(-1) ?? '';
    const key = backend.delivery?.unsubscribeKey;
    const given = key !== undefined && { token, key, isChange: method === 'POST' };
    return page(given ? await pageFor(given, backend) : 'unknown', backend.site);
  };
}

/** Turns off reminders by mail, or a host's news of answers, or ends the mails to a guest about one party (RFC 8058). All invalid tokens get the same response. */
export const unsubscribe = answerLinks(async ({ token, key, isChange }, { service }) => {
  const mail = await guestMailOfToken(token, key);
  if (mail) {
    if (isChange) await service.call('stop_guest_mails', { mail });
    return isChange ? 'guestDone' : 'guestQuestion';
  }
  const host = await hostOfToken(token, key);
  if (host) {
    if (isChange) await service.call('stop_answer_letters', { owner: host });
    return isChange ? 'hostDone' : 'hostQuestion';
  }
  const owner = await ownerOfToken(token, key);
  if (!owner) return 'unknown';
  if (isChange) await service.call('stop_mail_reminders', { owner });
  return isChange ? 'done' : 'question';
});

/** Confirms that the reader of an address wants mails there. All invalid tokens, also for a former address, get one response. */
export const confirmReminders = answerLinks(async ({ token, key, isChange }, { service }) => {
  const owner = claimedOwnerOf(token);
  if (!owner) return 'unknown';
  const { email: address } = (await service.call('address_of_account', { owner })) as { email: string | null };
  const isReal = await isConfirmToken(token, address ?? '', key);
  if (!isReal || address === null) return 'unknown';
  if (isChange) await service.call('prove_address', { owner, address });
  return isChange ? 'confirmed' : 'confirmQuestion';
});
