/** Runs a function as a Supabase Edge Function, with settings from its environment. docs/deploy.md explains the settings. */
import { confirmReminders, services, unsubscribe } from '../addresses/addresses.ts';
import { readPushServices } from '../domain/reminders/push-services.ts';
import { readNewHostGuests, usualNewHostGuests } from './delivery/guest-mails.ts';
import { createHosts } from './delivery/host-turns.ts';
import { wasNotReached } from './delivery/not-reached.ts';
import { writeReminder } from './delivery/reminder-mail.ts';
import type { VapidKey } from './push/vapid.ts';
import {
  type Data,
  DataError,
  type Delivery,
  type FileRemover,
  MailBusy,
  MailUnwanted,
  type PushSender,
  type WebFunction,
  type WrittenMail,
} from './web-function.ts';
import { unavailable } from './web-requests.ts';

type Environment = (name: string) => string | undefined;

/** The timeouts of a database call, of handing over a mail, and of removing files, in milliseconds. */
const timeouts = { call: 10_000, mail: 10_000, removal: 30_000 };

/** Returns the key named `default`, or else the first of a dictionary such as `{"default":"sb_secret_…"}`, or the legacy key. */
function readKey(env: Environment, dictionary: string, legacy: string): string {
  try {
    const keys: Record<string, unknown> = JSON.parse(env(dictionary) ?? '');
    const key = keys.default ?? Object.values(keys)[0];
    if (typeof key === 'string' && key) return key;
  } catch {
    // An older project sets only the legacy key.
  }
  return env(legacy) ?? '';
}

/** Returns the headers that show a key of a project. Only a legacy key is a token; the project refuses any other as one. */
export function keyHeaders(key: string): Record<string, string> {
  return { apikey: key, ...(!key.startsWith('sb_') && { Authorization: `Bearer ${key}` }) };
}

function send(method: string, address: string, key: string, body: unknown, timeout: number): Promise<Response> {
  return fetch(address, {
    method,
    headers: { ...keyHeaders(key), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeout),
  });
}

function dataAs(url: string, key: string): Data {
  return {
    call: async (name, args) => {
      const answer = await send('POST', `${url}/rest/v1/rpc/${name}`, key, args, timeouts.call).catch(() => {
        throw new DataError(503, 'The database is out of reach');
      });
      if (answer.ok) return answer.status === 204 ? null : answer.json();
      await answer.body?.cancel();
      throw new DataError(answer.status, `${name} was answered with ${answer.status}`);
    },
  };
}

/** @returns undefined while the secret is missing */
function filesOf(env: Environment, url: string, key: string): FileRemover | undefined {
  const tickSecret = env('REMINDERS_SECRET');
  if (!tickSecret) return undefined;
  return {
    tickSecret,
    async remove(bucket, names) {
      const body = { prefixes: names };
      const answer = await send('DELETE', `${url}/storage/v1/object/${bucket}`, key, body, timeouts.removal);
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`the storage answered ${answer.status}`);
    },
  };
}

/** Final answers about a mail: its content or size. Others concern the service or the site's API key. */
const answersAboutMail = [400, 413, 422];

/** Sends mails to a service in the format of Resend, because Edge Functions cannot use SMTP. @returns null while a setting is missing */
function mailService(env: Environment): ((mail: WrittenMail) => Promise<void>) | null {
  const [api, apiKey, from] = [env('MAIL_API_URL'), env('MAIL_API_KEY'), env('MAIL_FROM')];
  if (!api || !apiKey || !from) return null;
  const address = /<([^<>]+)>$/.exec(from)?.[1] ?? from;
  return async ({ messageId, sender, headers: { 'Reply-To': replyTo, ...headers }, ...written }) => {
    const answer = await fetch(api, {
      method: 'POST',
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json', 'Idempotency-Key': messageId },
      body: JSON.stringify({
        // In quotes, no character of a name has another meaning.
        from: sender ? `"${sender.replace(/["\\]/g, '')}" <${address}>` : from,
        ...written,
        ...(replyTo && { reply_to: replyTo }),
        headers: { ...headers, 'Message-ID': messageId },
      }),
      signal: AbortSignal.timeout(timeouts.mail),
    }).catch((error: unknown) => {
      throw wasNotReached(error) ? new MailBusy('the mail service cannot be reached') : error;
    });
    await answer.body?.cancel();
    // A retry has the same Idempotency-Key, so a mail that was accepted after all arrives only once.
    if (answer.ok) return;
    const message = `the mail service answered ${answer.status}`;
    // A key that is already used means that the mail was accepted before.
    if (answer.status === 409) throw new Error(message);
    throw answersAboutMail.includes(answer.status) ? new MailUnwanted(message) : new MailBusy(message);
  };
}

/** @param url of the Supabase project @param site the origin of the site @returns undefined while a setting is missing */
export function deliveryOnSupabase(env: Environment, url: string, site: string): Delivery | undefined {
  const [unsubscribeKey, tickSecret] = [env('UNSUBSCRIBE_KEY'), env('REMINDERS_SECRET')];
  if (!unsubscribeKey || !tickSecret) return undefined;
  const addresses = {
    unsubscribe: `${url}${services.functions}${unsubscribe}/`,
    confirm: `${url}${services.functions}${confirmReminders}/`,
  };
  const post = mailService(env);
  const newHostGuests = env('NEW_HOST_GUESTS')?.trim();
  return {
    tickSecret,
    unsubscribeKey,
    addresses,
    post,
    hosts: createHosts(),
    push: pushSender(env, site),
    newHostGuests: newHostGuests ? (readNewHostGuests(newHostGuests) ?? 0) : usualNewHostGuests,
    postReminder: post && (async (mail) => post(await writeReminder(mail, site, { addresses, unsubscribeKey }))),
  };
}

function pushSender(env: Environment, site: string): PushSender | null {
  const key = parseKey(env('VAPID_KEY'));
  return (
    key && {
      vapid: { key, subject: env('VAPID_SUBJECT') || site },
      // An invalid list adds no services.
      services: readPushServices(env('PUSH_SERVICES') ?? '') ?? [],
      fetch: (input, init) => fetch(input, init),
    }
  );
}

function parseKey(text: string | undefined): VapidKey | null {
  try {
    const { x, y, d } = JSON.parse(text ?? '');
    return [x, y, d].every((part) => typeof part === 'string') ? { x, y, d } : null;
  } catch {
    return null;
  }
}

/** @param env reads a variable: Supabase sets SUPABASE_URL and the keys, the operator SITE_URL */
export function onSupabase(answer: WebFunction, env: Environment): (request: Request) => Promise<Response> {
  const url = env('SUPABASE_URL') ?? '';
  const site = new URL(env('SITE_URL') || url || 'http://localhost').origin;
  const delivery = deliveryOnSupabase(env, url, site);
  const serviceKey = readKey(env, 'SUPABASE_SECRET_KEYS', 'SUPABASE_SERVICE_ROLE_KEY');
  const files = filesOf(env, url, serviceKey);
  const backend = {
    data: dataAs(url, readKey(env, 'SUPABASE_PUBLISHABLE_KEYS', 'SUPABASE_ANON_KEY')),
    service: dataAs(url, serviceKey),
    now: () => new Date(),
    site,
    ...(delivery && { delivery }),
    ...(files && { files }),
  };
  return async (request) => {
    try {
      return await answer(request, backend);
    } catch (error) {
      const refusal = unavailable(error);
      if (refusal) return refusal;
      throw error;
    }
  };
}
