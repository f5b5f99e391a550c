import { parseArgs } from 'node:util';
import {
  checkSmtp,
  codeOrName,
  createLink,
  createLog,
  createSmtpMailer,
  hasTable,
  type Log,
  messageOf,
  type Sql,
  StartUpError,
} from 'embedded-supabase';
import { authPage, readiness } from '../../addresses/addresses.ts';
import { type Data, openData } from '../backup/open-data.ts';
import { type Config, readConfig, version } from '../config.ts';
import { defaultSender } from '../product.ts';
import { requireWritable } from '../web/health.ts';

type Say = (line: string) => void;

type Context = Pick<Data, 'sql' | 'store'> & {
  readonly config: Config;
  readonly say: Say;
  readonly log: Log;
  readonly now: Date;
  /** Whether the administrator has said `--yes`. */
  readonly isSure: boolean;
};

type Command = {
  /** What follows the name of the command; empty for nothing. */
  readonly word: string;
  readonly does: string;
  run(context: Context, word: string): Promise<void>;
};

/** The most owners that one answer lists. */
const most = 100;

const commands: Readonly<Record<string, Command>> = {
  list: { word: '', does: `lists the ${most} newest owners`, run: (context) => list(context, '') },
  find: {
    word: '<part of an email>',
    does: 'lists the owners whose email has this part, or who has this id',
    run: list,
  },
  usage: { word: '', does: 'says what all owners keep, and who keeps most', run: showUsage },
  link: { word: '<email>', does: 'prints a link that sets a new password, once, within an hour', run: printLink },
  disable: { word: '<email>', does: 'signs an owner out and lets nobody sign in to the account', run: disable },
  enable: { word: '<email>', does: 'lets the owner of a disabled account sign in again', run: enable },
  'sign-out': { word: '<email>', does: 'ends all sessions of an owner', run: signOut },
  delete: {
    word: '<email> --yes',
    does: 'deletes an account with all its dogs and parties, for good',
    run: deleteOwner,
  },
  waiting: { word: '', does: 'says which mails and reminders wait, and why', run: showWaiting },
  check: { word: '', does: 'tries the database, the photo store, the mail server and PUBLIC_URL', run: check },
  mail: { word: '<email>', does: 'sends a test mail there', run: sendTestMail },
};

/** `npm run admin -- <command>` works on the data of the server, beside it. Each change is in the log, with the id of the account. */
export async function adminCommand(args: readonly string[], say: Say): Promise<void> {
  const { command, word, isSure } = readCommand(args);
  const config = readConfig(process.env);
  await using data = await openData({ isExclusive: false, mustExist: true });
  if (!(await hasTable(data.sql, 'wagday.migrations'))) {
    throw new StartUpError('This database was never used by Wagday: start the server first.');
  }
  const { sql, store } = data;
  await command.run({ sql, store, config, say, log: createLog(), now: new Date(), isSure }, word);
}

function readCommand(args: readonly string[]) {
  const usage = Object.entries(commands).map(([name, { word, does }]) => `  ${`${name} ${word}`.padEnd(28)}  ${does}`);
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { yes: { type: 'boolean', default: false } },
    });
    const [name = '', word = '', ...rest] = positionals;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command && (word !== '') === (command.word !== '') && rest.length === 0) {
      return { command, word, isSure: values.yes };
    }
  } catch {
    // An unknown option is answered like an unknown command.
  }
  throw new StartUpError(`Usage: npm run admin -- <command>\n${usage.join('\n')}`);
}

type Owner = { readonly id: string; readonly email: string };

/** @param name an address or an id, as a restore lists them. @throws {StartUpError} when no account has it */
async function ownerOf(sql: Sql, name: string): Promise<Owner> {
  const wanted = name.trim().toLowerCase();
  const [owner] = await sql<Owner[]>`select id, email from auth.users where email = ${wanted} or id::text = ${wanted}`;
  if (!owner) throw new StartUpError(`Nobody has the email or the id ${name}: "npm run admin -- find" helps.`);
  return owner;
}

async function list({ sql, say }: Context, part: string): Promise<void> {
  const owners = await sql<{ line: string; total: number }[]>`
    select concat_ws(', ',
        email, id::text, 'since ' || created_at::date,
        coalesce('last sign-in ' || last_sign_in_at::date, 'never signed in again'),
        case when banned_until > now() then 'disabled' end,
        'dogs: ' || (select count(*) from public.dogs where user_id = users.id),
        'parties: ' || (select count(*) from public.birthday_celebrations where user_id = users.id),
        'sessions: ' || (select count(*) from auth.sessions where user_id = users.id)
      ) as line,
      (count(*) over ())::integer as total
    from auth.users
    where position(${part.toLowerCase()} in email) > 0 or id::text = ${part}
    order by created_at desc, id limit ${most}`;
  for (const { line } of owners) say(line);
  const more = (owners[0]?.total ?? 0) - owners.length;
  if (owners.length === 0) say('Nobody.');
  if (more > 0) say(`And ${more} more.`);
}

async function showUsage({ sql, say }: Context): Promise<void> {
  const [all] = await sql<{ line: string }[]>`
    select 'owners: ' || (select count(*) from auth.users) || ', dogs: ' || (select count(*) from public.dogs)
      || ', parties: ' || (select count(*) from public.birthday_celebrations)
      || ', guests: ' || (select count(*) from public.party_guests) || '; the database has '
      || pg_size_pretty(pg_database_size(current_database())) as line`;
  say(all?.line ?? '');
  const owners = await sql<{ line: string }[]>`
    select coalesce(email, 'an account that is gone, ' || folder) || ': ' || files
        || case files when 1 then ' picture, ' else ' pictures, ' end || pg_size_pretty(bytes) as line
    from (
      select split_part(name, '/', 1) as folder, count(*) as files,
        coalesce(sum((metadata ->> 'size')::bigint), 0) as bytes
      from storage.objects group by 1 order by 3 desc, 1 limit 10
    ) as folders left join auth.users on id::text = folder
    order by bytes desc, folder`;
  for (const { line } of owners) say(line);
}

async function printLink({ sql, config, say, log, now }: Context, email: string): Promise<void> {
  const owner = await ownerOf(sql, email);
  const site = config.publicUrl ?? `http://localhost:${config.port}`;
  // A mail that waits makes a link of its own when it leaves, which would end the printed one.
  await sql`delete from wagday.jobs where kind = 'mail recovery' and details ->> 'to' = ${owner.email}`;
  const link = await createLink(sql, { kind: 'recovery', to: owner.email, site, page: authPage, now });
  if (link === null) throw new StartUpError('The account is disabled: enable it first.');
  log.info('admin_link_made', { user: owner.id });
  say(link);
  say('It works once, for an hour, for anyone who has it. It replaces a link that was mailed before, or waits to be.');
}

async function disable({ sql, say, log }: Context, email: string): Promise<void> {
  const { id } = await ownerOf(sql, email);
  await sql.begin(async (transaction) => {
    // The time `infinity` would be no number in JavaScript.
    await transaction`update auth.users set banned_until = '9999-12-31' where id = ${id}`;
    await transaction`delete from auth.one_time_tokens where user_id = ${id}`;
    await transaction`delete from auth.sessions where user_id = ${id}`;
  });
  log.info('admin_disabled', { user: id });
  say('Disabled. Invitations, calendars and reminders go on; "delete" ends them, too.');
}

async function enable({ sql, say, log }: Context, email: string): Promise<void> {
  const { id } = await ownerOf(sql, email);
  await sql`update auth.users set banned_until = null where id = ${id}`;
  log.info('admin_enabled', { user: id });
  say('Enabled.');
}

async function signOut({ sql, say, log }: Context, email: string): Promise<void> {
  const { id } = await ownerOf(sql, email);
  const { count } = await sql`delete from auth.sessions where user_id = ${id}`;
  log.info('admin_signed_out', { user: id, sessions: count });
  say(`Ended ${count} ${count === 1 ? 'session' : 'sessions'}.`);
}

async function deleteOwner({ sql, say, log, isSure }: Context, email: string): Promise<void> {
  const { id } = await ownerOf(sql, email);
  if (!isSure) throw new StartUpError('This cannot be undone: back up first, then say it again with --yes.');
  // Guests are mailed no farewell, because the account may be a spammer's.
  await sql`delete from auth.users where id = ${id}`;
  log.info('admin_deleted', { user: id });
  say('Deleted. The server removes the photos within the hour.');
}

async function showWaiting({ sql, say }: Context): Promise<void> {
  const lines = await sql<{ line: string }[]>`
    select what || ' (' || coalesce(why, case when attempts > 0 then 'not taken yet' else 'next in turn' end) || '): '
        || count(*) || ', tried next at ' || to_char(greatest(min(due_at), now()) at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' as line
    from (
      select 'mails to guests' as what, attempts, due_at, case waits_for
        when 'proof' then 'the host has not confirmed an email' when 'limit' then 'the limit of a day is reached' end as why
      from private.guest_mails where handed_at is null
      union all select 'mails of deleted hosts', attempts, due_at, null from private.guest_farewells
      union all select 'mails about accounts', attempts, due_at, null from wagday.jobs where kind like 'mail %'
      union all select 'owners with reminders', attempts, due_at, null from private.reminder_due where due_at <= now()
    ) as waiting
    group by what, coalesce(why, case when attempts > 0 then 'not taken yet' else 'next in turn' end)
    order by 1`;
  for (const { line } of lines) say(line);
  if (lines.length === 0) say('Nothing waits.');
}

/** Tries each setting that leads to another machine or program. */
async function check({ sql, store, config: { publicUrl, smtpUrl }, say }: Context): Promise<void> {
  const trials: readonly (readonly [string, (() => Promise<void>) | null])[] = [
    ['Database', () => requireWritable(sql)],
    ['Photos', () => store.check()],
    ['SMTP_URL', smtpUrl === null ? null : () => checkSmtp(smtpUrl)],
    ['PUBLIC_URL', publicUrl === null ? null : () => checkSite(publicUrl)],
  ];
  say(`Version: ${version}`);
  let failures = 0;
  for (const [name, attempt] of trials) {
    const result = attempt?.().then(
      () => 'works',
      (error: unknown) => {
        failures += 1;
        return error instanceof StartUpError ? error.message : `does not work (${codeOrName(error)})`;
      },
    );
    say(`${name}: ${(await result) ?? 'not set'}`);
  }
  if (failures > 0) throw new StartUpError(`${failures} of these ${failures === 1 ? 'does' : 'do'} not work.`);
}

/** @throws {StartUpError} when the site is not ready at its own address, as seen from this machine */
async function checkSite(publicUrl: string): Promise<void> {
  const signal = AbortSignal.timeout(10_000);
  const { ok, status } = await fetch(new URL(readiness, publicUrl), { signal }).catch((error: Error) => {
    throw new StartUpError(`cannot be reached from this machine (${codeOrName(error.cause ?? error)})`);
  });
  if (!ok) throw new StartUpError(`answers ${status} at ${readiness}`);
}

async function sendTestMail({ config, say, log }: Context, to: string): Promise<void> {
  if (!config.smtpUrl) {
    throw new StartUpError('Without SMTP_URL mails are files in "mail" in the data directory: nothing is sent.');
  }
  const words = 'This is a test mail of Wagday. It arrived.';
  const mailer = createSmtpMailer(config.smtpUrl, config.mailFrom ?? defaultSender(config.publicUrl), log);
  try {
    await mailer.deliver({ to, subject: 'A test mail of Wagday', text: `${words}\n`, html: `<p>${words}</p>` });
  } catch (error) {
    throw new StartUpError(
      `The mail was not sent (${messageOf(error)}). The log above says what to check, if the whole site is concerned.`,
    );
  }
  say('The mail server has taken it.');
}
