/** Runs a function as a Supabase Edge Function, with settings from its environment. */
import { deliveryOnSupabase } from './delivery/on-supabase.ts';
import { unavailable } from './requests.ts';
import { filesOnSupabase } from './sweep-files.ts';
import { type Data, DataError, type WebFunction } from './web-function.ts';

type Environment = (name: string) => string | undefined;

/** The timeout of a database call, in milliseconds. */
const callTimeout = 10_000;

/** @param key the key of the calling role */
function dataAs(url: string, key: string): Data {
  return {
    call: async (name, args) => {
      const answer = await fetch(`${url}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: { apikey: key, Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(args),
        signal: AbortSignal.timeout(callTimeout),
      }).catch(() => {
        throw new DataError(503, 'The database is out of reach');
      });
      if (answer.ok) return answer.status === 204 ? null : answer.json();
      await answer.body?.cancel();
      throw new DataError(answer.status, `${name} was answered with ${answer.status}`);
    },
  };
}

/** @param env reads a variable: Supabase sets SUPABASE_URL, SUPABASE_ANON_KEY and SUPABASE_SERVICE_ROLE_KEY, the operator SITE_URL */
export function onSupabase(answer: WebFunction, env: Environment): (request: Request) => Promise<Response> {
  const url = env('SUPABASE_URL') ?? '';
  const site = new URL(env('SITE_URL') || url || 'http://localhost').origin;
  const delivery = deliveryOnSupabase(env, url, site);
  const serviceKey = env('SUPABASE_SERVICE_ROLE_KEY') ?? '';
  const files = filesOnSupabase(env, url, serviceKey);
  const parts = {
    data: dataAs(url, env('SUPABASE_ANON_KEY') ?? ''),
    service: dataAs(url, serviceKey),
    now: () => new Date(),
    site,
    ...(delivery && { delivery }),
    ...(files && { files }),
  };
  return async (request) => {
    try {
      return await answer(request, parts);
    } catch (error) {
      const refusal = unavailable(error);
      if (refusal) return refusal;
      throw error;
    }
  };
}
