import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import type { BrowserContext } from '@playwright/test';
import { readSite } from '../../server/web/site.ts';
import { createWebApp } from '../../server/web/web-app.ts';
import { listen } from './listen.ts';

/** The Supabase address of the hosted build. `stubHostedSupabase` answers there. */
const supabaseUrl = 'https://project.supabase.test';

const folder = fileURLToPath(new URL('../../node_modules/.cache/wagday/hosted-build', import.meta.url));
const buildScript = fileURLToPath(new URL('../../scripts/build-into.ts', import.meta.url));

/** Builds the pages for a hosted Supabase, unless they are built, and serves them as a static host does. */
export async function startHostedSite() {
  const env = { ...process.env, VITE_SUPABASE_URL: supabaseUrl, VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test' };
  await promisify(execFile)(process.execPath, [buildScript, folder], { env });
  const app = createWebApp(await readSite(folder), null);
  return listen(createServer(getRequestListener(app.fetch)));
}

export type HostedSupabase = {
  /** The code in the confirmation link that was mailed to this address. */
  codeFor(email: string): string;
};

/**
 * Stands in for a hosted project. Forwards everything to the backend at `backendUrl`, but an email address that begins with `confirm` has
 * to be confirmed by a link. The code in the link can be exchanged once, with its PKCE verifier.
 */
export async function stubHostedSupabase(context: BrowserContext, backendUrl: string): Promise<HostedSupabase> {
  const codes = new Map<string, string>();
  const flows = new Map<string, { challenge: string; session: object }>();
  const refusal = { status: 400, json: { code: 400, error_code: 'bad_code_verifier', msg: 'code verifier is wrong' } };

  await context.route(`${supabaseUrl}/**`, async (route) => {
    const request = route.request();
    const { pathname, search, searchParams } = new URL(request.url());
    const headers = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': '*' };
    if (searchParams.get('grant_type') === 'pkce') {
      const { auth_code: code, code_verifier: verifier } = request.postDataJSON();
      const flow = flows.get(code);
      flows.delete(code);
      const isRight = flow?.challenge === createHash('sha256').update(String(verifier)).digest('base64url');
      return route.fulfill(isRight ? { headers, json: flow?.session } : { headers, ...refusal });
    }
    const response = await route.fetch({ url: `${backendUrl}${pathname}${search}` });
    const { email, code_challenge: challenge } = (pathname.endsWith('/signup') && request.postDataJSON()) || {};
    if (!email?.startsWith('confirm'))
      // The page may have closed meanwhile.
      return route.fulfill({ response, headers: { ...response.headers(), ...headers } }).catch(() => undefined);
    const session = await response.json();
    const code = randomUUID();
    codes.set(email, code);
    flows.set(code, { challenge, session });
    return route.fulfill({ headers, json: session.user });
  });

  return {
    codeFor(email) {
      const code = codes.get(email);
      if (!code) throw new Error(`no confirmation was asked for ${email}`);
      return code;
    },
  };
}
