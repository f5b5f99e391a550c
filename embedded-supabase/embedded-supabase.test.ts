/** Starts another product by what the package exports, and uses it through the real supabase-js. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { Hono } from 'hono';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { listen } from '../tests/support/listen.ts';
import { layEmptyDatabase } from '../tests/support/prepared-database.ts';
import { makeDataDir } from '../tests/support/start-server.ts';
import {
  createEmbeddedSupabase,
  createListener,
  type Letters,
  type Mail,
  supabaseSchema,
  trustNobody,
} from './index.ts';

/** Clubs belong to whom made them, and notes to a club. */
const schema = `
  create table public.clubs (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
    name text not null
  );
  create table public.notes (
    id uuid primary key default gen_random_uuid(),
    club_id uuid not null references public.clubs (id) on delete cascade,
    words text not null
  );
  alter table public.clubs enable row level security;
  alter table public.notes enable row level security;
  create policy "Own clubs" on public.clubs to authenticated using (user_id = auth.uid()) with check (user_id = auth.uid());
  create policy "Notes of own clubs" on public.notes to authenticated
    using (exists (select from public.clubs where clubs.id = club_id))
    with check (exists (select from public.clubs where clubs.id = club_id));
  grant select, insert, update, delete on public.clubs, public.notes to authenticated;
  insert into storage.buckets (id, name, public) values ('covers', 'covers', true);
  create policy "Own covers" on storage.objects to authenticated
    using (bucket_id = 'covers' and (storage.foldername(name))[1] = auth.uid()::text)
    with check (bucket_id = 'covers' and (storage.foldername(name))[1] = auth.uid()::text);
`;

const letter = ({ link }: { link: string }) => ({ subject: 'Your account', text: link, html: link });
const letters: Letters = {
  recovery: letter,
  email_change: letter,
  email_change_requested: letter,
  email_changed: letter,
  password_changed: letter,
  new_sign_in: letter,
  several_notices: letter,
};

const cleanups = new AsyncDisposableStack();
const mails: Mail[] = [];

async function start(dataDir: string) {
  const folder = join(dataDir, 'schema');
  await mkdir(folder);
  await writeFile(join(folder, '0001_clubs.sql'), schema);
  return createEmbeddedSupabase({
    name: 'club',
    schema: 'club',
    sources: [supabaseSchema('club'), { prefix: 'club', folder }],
    dataDir,
    letters,
    mailer: { deliver: async (mail) => void mails.push(mail) },
    page: '/sign-in',
    credentialRules: {
      emailMaxLength: 254,
      passwordMinLength: 8,
      normalizeEmail: (text) => text.trim().toLowerCase(),
      isEmailAddress: (text) => /^\S+@\S+\.\S+$/.test(text),
      passwordProblem: (password) => (password.length < 8 ? 'too short' : undefined),
      isOwnerName: () => true,
    },
    describeBrowser: (userAgent) => userAgent ?? 'a browser',
    photoName: 'cover',
    passwordCost: 4,
    add: async () => ({}),
    cleanups,
    now: () => new Date(),
    log: { info: () => undefined, error: () => undefined },
  });
}

const dataDir = await makeDataDir();
cleanups.defer(() => rm(dataDir, { recursive: true, force: true }));
await layEmptyDatabase(dataDir);
const supabase = await start(dataDir);
const app = new Hono();
for (const service of ['auth', 'rest', 'storage'] as const) app.route(`/${service}/v1`, supabase[service]);
const server = createServer(createListener(app.fetch, { publicUrl: null, trustedProxies: trustNobody }));
const { url, stop } = await listen(server);
cleanups.defer(stop);
afterAll(() => cleanups.disposeAsync());

async function signUp(email: string) {
  const client = createClient(url, 'club', { auth: { persistSession: false, autoRefreshToken: false } });
  const { data, error } = await client.auth.signUp({ email, password: 'a long password' });
  if (error || !data.user) throw error;
  return { client, id: data.user.id };
}

test('another product has accounts, rows under its own rules, and pictures', async () => {
  const [ada, bob] = [await signUp('ada@club.example'), await signUp('bob@club.example')];
  const club = await ada.client.from('clubs').insert({ name: 'Chess' }).select().single();
  expect(club.data).toMatchObject({ user_id: ada.id, name: 'Chess' });
  const note = { club_id: club.data.id, words: 'Bring a board.' };
  expect((await ada.client.from('notes').insert(note)).error).toBeNull();
  expect((await ada.client.from('notes').select('words')).data).toEqual([{ words: 'Bring a board.' }]);

  expect((await bob.client.from('notes').select()).data).toEqual([]);
  expect((await bob.client.from('notes').insert(note)).error?.code).toBe('42501');
  expect((await bob.client.from('clubs').insert({ user_id: ada.id, name: 'Mine' })).error?.code).toBe('42501');

  const create = { width: 40, height: 30, channels: 3, background: '#246' } as const;
  const picture = new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())], { type: 'image/png' });
  const covers = ada.client.storage.from('covers');
  expect((await covers.upload(`${ada.id}/1.png`, picture)).error).toBeNull();
  expect((await bob.client.storage.from('covers').upload(`${ada.id}/2.png`, picture)).error).not.toBeNull();
  const shown = await fetch(covers.getPublicUrl(`${ada.id}/1.png`).data.publicUrl);
  expect(await sharp(await shown.arrayBuffer()).metadata()).toMatchObject({ width: 40, height: 30 });
});

test('a mailed link leads to the page of the other product, in its words', async () => {
  const { client } = await signUp('cy@club.example');
  expect((await client.auth.resetPasswordForEmail('cy@club.example')).error).toBeNull();
  await supabase.jobs.settled();
  const mail = mails.find(({ to }) => to === 'cy@club.example');
  expect(mail?.text).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/sign-in#token_hash=.+&type=recovery$/);
});
