import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { addDog, keepPortrait, newOwner, planParty } from '../support/owners.ts';
import { plainPicture } from '../support/pictures.ts';
import { startForFile } from '../support/shared-backend.ts';
import { type Answer, askSafely, type Question } from './raw-requests.ts';
import { askForReminders, belongings, invite, newVictim } from './world.ts';

/** Everything that the attacks below target. When you add to the schema, add the attack first and then the name. */
const targets = {
  tables: [
    ...['birthday_celebrations', 'calendar_feeds', 'dogs', 'party_guests', 'party_invitations', 'portraits'],
    ...['push_subscriptions', 'reminder_settings'],
  ],
  functions: [
    // Attacked in invitations.test.ts, as are the other functions of invitations.
    'answer_invitation',
    // Takes no id: it always acts on the caller's own address.
    'ask_for_address_proof',
    ...['ask_for_own_link', 'bring_party_back'],
    // Attacked in serve-calendar.test.ts, as is their table.
    ...['calendar_feed', 'create_calendar_feed'],
    ...['delete_own_account', 'end_own_session'],
    'is_invitation_gone',
    // As for the proof of the address.
    'is_own_address_proven',
    'list_own_sessions',
    ...['mail_guest_link', 'mails_to_guests', 'make_guest_link', 'make_invitation_link'],
    // Takes a guest's own token, as the functions of invitations.
    ...['note_calendar_read', 'note_opened_mail'],
    ...['open_invitation', 'revoke_invitation_links'],
    'send_test_reminder',
    'send_word_to_guests',
  ],
  buckets: ['dog-photos', 'invitation-previews'],
} as const;

const backend = await startForFile();
const victim = await newVictim(backend);
const stranger = await newOwner(backend);
const strangersDog = await addDog(stranger);
const strangersParty = await planParty(stranger, strangersDog.id);
const strangersPortrait = await keepPortrait(stranger, strangersDog.id);
const strangersSubscription = await askForReminders(stranger);
const strangersInvitation = await invite(backend, stranger, strangersParty.id, { name: 'Grace' });
const pictures = {
  'dog-photos': (await plainPicture('#aabbcc')).buffer,
  'invitation-previews': (await plainPicture('#aabbcc', 'jpeg')).buffer,
};
const before = await belongings(victim, backend);
afterEach(async () => expect(await belongings(victim, backend)).toEqual(before));

/** The attackers: with an account of their own, without one, and with only the public key. */
const attackers = ['a stranger', 'nobody', 'the bare key'] as const;
type Attacker = (typeof attackers)[number];

function headersOf(attacker: Attacker): Record<string, string> {
  if (attacker === 'nobody') return {};
  const bearer = attacker === 'a stranger' ? stranger.accessToken : 'sb_publishable_key';
  return { authorization: `Bearer ${bearer}`, apikey: 'sb_publishable_key' };
}

/** Sends a request and checks the answer for anything that no answer may contain. */
async function attack(attacker: Attacker, question: Question): Promise<Answer> {
  const json = typeof question.body === 'string' ? { 'content-type': 'application/json' } : {};
  return askSafely(
    backend.url,
    { ...question, headers: { ...headersOf(attacker), ...json, ...question.headers } },
    victim.marks,
  );
}

const json = (answer: Answer) => JSON.parse(answer.body.toString());
const refused = [400, 401, 403, 404, 405, 406, 409];

describe('the catalogue holds nothing without its attack', () => {
  test('no table, view or function of the public schema, and no bucket', async () => {
    const relations = await backend.sql`
      select relname from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') order by relname`;
    const functions = await backend.sql`
      select proname from pg_proc where pronamespace = 'public'::regnamespace
        and (has_function_privilege('anon', oid, 'execute') or has_function_privilege('authenticated', oid, 'execute'))
      order by proname`;
    const buckets = await backend.sql`select id from storage.buckets order by id`;
    expect({
      tables: relations.map(({ relname }) => relname),
      functions: functions.map(({ proname }) => proname),
      buckets: buckets.map(({ id }) => id),
    }).toEqual(targets);
  });

  test('callers have rights only on these tables, and each of those has row rules', async () => {
    const granted = await backend.sql`
      select relnamespace::regnamespace || '.' || relname as name, relrowsecurity as has_rules, rolname as role,
        array_to_json(array(
          select privilege from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as privilege
          where has_table_privilege(pg_roles.oid, pg_class.oid, privilege)
        )) as rights
      from pg_class cross join pg_roles
      where rolname in ('anon', 'authenticated') and relkind in ('r', 'p', 'v', 'm', 'f')
        and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
      order by 1, 3`;
    const all = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
    expect(granted.filter(({ rights }) => rights.length > 0).map((row) => ({ ...row }))).toEqual([
      { name: 'public.birthday_celebrations', has_rules: true, role: 'authenticated', rights: all },
      // All but one of its columns may be read, and has_table_privilege does not cover that.
      { name: 'public.calendar_feeds', has_rules: true, role: 'authenticated', rights: ['DELETE'] },
      { name: 'public.dogs', has_rules: true, role: 'authenticated', rights: all },
      // Some columns may be changed, and of guests some inserted.
      { name: 'public.party_guests', has_rules: true, role: 'authenticated', rights: ['SELECT', 'DELETE'] },
      { name: 'public.party_invitations', has_rules: true, role: 'authenticated', rights: ['SELECT', 'DELETE'] },
      { name: 'public.portraits', has_rules: true, role: 'authenticated', rights: all },
      // Some columns may be inserted, and none changed.
      { name: 'public.push_subscriptions', has_rules: true, role: 'authenticated', rights: ['SELECT', 'DELETE'] },
      { name: 'public.reminder_settings', has_rules: true, role: 'authenticated', rights: all },
      { name: 'storage.buckets', has_rules: true, role: 'anon', rights: ['SELECT'] },
      { name: 'storage.buckets', has_rules: true, role: 'authenticated', rights: ['SELECT'] },
      { name: 'storage.objects', has_rules: true, role: 'anon', rights: all },
      { name: 'storage.objects', has_rules: true, role: 'authenticated', rights: all },
    ]);
  });

  test('the role of services has rights on no table of accounts, keys, jobs and tokens', async () => {
    const granted = await backend.sql`
      select relnamespace::regnamespace || '.' || relname as name from pg_class
      where relkind in ('r', 'p', 'v', 'm', 'f') and has_table_privilege('service_role', oid, 'select, insert, update, delete')
        and relnamespace::regnamespace::text not in ('public', 'storage', 'pg_catalog', 'information_schema')`;
    expect(granted.map(({ name }) => name)).toEqual([]);
  });

  test('every row rule is for signed-in owners or the server itself, and no function but the known runs with the rights of its maker', async () => {
    const rules = await backend.sql`
      select distinct schemaname || '.' || tablename as place,
        regexp_replace(roles::text, '_[0-9a-f]{12}', '') as roles, permissive
      from pg_policies order by 1, 2`;
    const permissive = 'PERMISSIVE';
    expect(rules.map((row) => ({ ...row }))).toEqual([
      { place: 'public.birthday_celebrations', roles: '{authenticated}', permissive },
      { place: 'public.calendar_feeds', roles: '{authenticated}', permissive },
      { place: 'public.dogs', roles: '{authenticated}', permissive },
      { place: 'public.party_guests', roles: '{authenticated}', permissive },
      { place: 'public.party_invitations', roles: '{authenticated}', permissive },
      { place: 'public.portraits', roles: '{authenticated}', permissive },
      { place: 'public.push_subscriptions', roles: '{authenticated}', permissive },
      { place: 'public.reminder_settings', roles: '{authenticated}', permissive },
      { place: 'storage.buckets', roles: '{wagday_service}', permissive },
      { place: 'storage.objects', roles: '{authenticated}', permissive },
      { place: 'storage.objects', roles: '{wagday_service}', permissive },
    ]);
    const definers = await backend.sql`
      select proname, array_to_json(proconfig) as settings from pg_proc where prosecdef
        and (has_function_privilege('anon', oid, 'execute') or has_function_privilege('authenticated', oid, 'execute'))
        and pronamespace <> 'pg_catalog'::regnamespace`;
    for (const { proname, settings } of definers) expect(settings, proname).toContain('search_path=""');
    // The last three count for row rules or take a lock, are in a schema of their own, and act only on their caller.
    expect(definers.map(({ proname }) => proname).toSorted()).toEqual(
      [...targets.functions, 'has_room_for_photo', 'has_room_for_preview', 'lock_guests_of_caller'].toSorted(),
    );
  });
});

/** The tables whose rows are known by an id, with a row of the victim and one of the stranger. Settings have their owner's id. */
const rows: [table: string, row: { id: string }, own: { id: string }][] = [
  ['birthday_celebrations', victim.party, strangersParty],
  ['dogs', victim.dog, strangersDog],
  ['party_guests', victim.guest, strangersInvitation.guest],
  ['party_invitations', victim.invitation, strangersInvitation.invitation],
  ['portraits', victim.portrait, strangersPortrait],
  ['push_subscriptions', victim.subscription, strangersSubscription],
];

describe.each(rows)("the victim's %s", (table, row, own) => {
  const path = (query = '') => `/rest/v1/${table}${query}`;

  describe.each(attackers)('before %s', (attacker) => {
    test('cannot be read, by whatever is guessed', async () => {
      for (const query of [
        '',
        '?select=*&limit=1000',
        `?id=eq.${row.id}`,
        `?id=in.(${row.id},${own.id})`,
        `?user_id=eq.${victim.id}`,
        `?user_id=neq.${stranger.id}`,
        `?user_id=gte.00000000-0000-0000-0000-000000000000`,
        `?user_id=not.eq.${stranger.id}`,
        `?or=(user_id.eq.${victim.id},id.not.is.null)`,
        `?created_at=gte.1900-01-01&order=user_id`,
        `?select=user_id,users(*)`,
        `?select=*,dogs(*),birthday_celebrations(*)`,
        `?select=id,user_id::text,count()`,
      ]) {
        for (const accept of ['*/*', 'application/vnd.pgrst.object+json', 'text/csv', 'application/geo+json']) {
          const { body } = await attack(attacker, { method: 'GET', path: path(query), headers: { accept } });
          expect(body.toString()).not.toContain(victim.dog.id);
        }
      }
      for (const profile of ['auth', 'storage', 'wagday', 'pg_catalog', 'information_schema', 'public, auth']) {
        const headers = { 'accept-profile': profile };
        const { status } = await attack(attacker, { method: 'GET', path: path(), headers });
        expect(status).toBe(406);
      }
      const headers = { prefer: 'count=exact' };
      const counted = await attack(attacker, { method: 'HEAD', path: path(`?user_id=eq.${victim.id}`), headers });
      expect(counted.headers['content-range'] ?? '*/0').toBe('*/0');
    });

    test('cannot be changed, taken over, given away or removed', async () => {
      const changes = [
        { created_at: '2001-01-01' },
        { user_id: stranger.id },
        { user_id: victim.id },
        { id: own.id },
        { ...row, user_id: stranger.id },
      ];
      for (const query of [
        `?id=eq.${row.id}`,
        `?user_id=eq.${victim.id}`,
        `?id=in.(${row.id})`,
        `?id=eq.${row.id}&select=*`,
      ]) {
        for (const prefer of ['return=minimal', 'return=representation', 'return=representation,count=exact']) {
          for (const change of changes) {
            const headers = { prefer };
            const body = JSON.stringify(change);
            const { body: told } = await attack(attacker, { method: 'PATCH', path: path(query), headers, body });
            expect(told.toString()).not.toContain(row.id);
          }
          await attack(attacker, { method: 'DELETE', path: path(query), headers: { prefer } });
        }
      }
    });

    test('cannot be written over, copied into, or joined by rows in the name of the victim', async () => {
      const rows: object[] = [
        row,
        { ...row, user_id: stranger.id },
        { ...row, id: randomUUID() },
        { ...own, id: row.id, user_id: stranger.id },
      ];
      for (const query of ['', '?on_conflict=id', '?on_conflict=id,user_id', '?columns=id,user_id', '?select=*']) {
        for (const prefer of [
          'return=representation',
          'resolution=merge-duplicates',
          'resolution=merge-duplicates,return=representation',
          'resolution=ignore-duplicates,return=representation',
        ]) {
          for (const candidate of [...rows, rows]) {
            const body = JSON.stringify(candidate);
            const answer = await attack(attacker, { method: 'POST', path: path(query), headers: { prefer }, body });
            const isNothing = answer.body.length === 0 || answer.body.toString() === '[]';
            if (!isNothing) expect(refused).toContain(answer.status);
          }
        }
      }
    });
  });
});

test('with no filter at all a stranger reaches nothing but their own rows', async () => {
  const lone = await newOwner(backend);
  await planParty(lone, (await addDog(lone)).id);
  const headers = { authorization: `Bearer ${lone.accessToken}` };
  const columns: Record<string, string> = { party_guests: 'note', party_invitations: 'message' };
  for (const table of targets.tables) {
    const body = JSON.stringify({ [columns[table] ?? 'created_at']: '2001-01-01' });
    const { status } = await attack('nobody', { method: 'PATCH', path: `/rest/v1/${table}`, headers, body });
    // No column of these two may be changed.
    expect(status).toBe(['calendar_feeds', 'push_subscriptions'].includes(table) ? 403 : 204);
    expect((await attack('nobody', { method: 'DELETE', path: `/rest/v1/${table}`, headers })).status).toBe(204);
  }
  const rest = await backend.sql`select count(*)::int as count from public.dogs`;
  expect(rest[0]?.count).toBe(2);
});

describe.each(attackers)("the victim's reminders before %s", (attacker) => {
  const path = '/rest/v1/reminder_settings';

  test('cannot be read, turned off, moved, written over or asked for', async () => {
    for (const query of ['', `?user_id=eq.${victim.id}`, `?user_id=neq.${stranger.id}`, '?select=*,users(*)']) {
      const read = await attack(attacker, { method: 'GET', path: path + query });
      expect(read.body.toString()).not.toContain(victim.id);
    }
    for (const change of [{ by_mail: false }, { user_id: stranger.id }, { hour: 3 }]) {
      const body = JSON.stringify(change);
      const headers = { prefer: 'return=representation' };
      const changed = await attack(attacker, {
        method: 'PATCH',
        path: `${path}?user_id=eq.${victim.id}`,
        headers,
        body,
      });
      expect(changed.body.toString()).not.toContain(victim.id);
    }
    await attack(attacker, { method: 'DELETE', path: `${path}?user_id=eq.${victim.id}` });
    for (const prefer of ['return=minimal', 'resolution=merge-duplicates', 'resolution=ignore-duplicates']) {
      const body = JSON.stringify({ user_id: victim.id, time_zone: 'UTC', hour: 3 });
      const { status } = await attack(attacker, { method: 'POST', path, headers: { prefer }, body });
      expect(refused).toContain(status);
    }
    const asked = { method: 'POST', path: '/rest/v1/rpc/send_test_reminder', body: '{}' };
    if (attacker !== 'a stranger') expect((await attack(attacker, asked)).status).toBe(401);
    expect((await attack(attacker, { ...asked, body: JSON.stringify({ user_id: victim.id }) })).status).toBe(404);
    expect(await backend.sql`select from private.reminder_tests where user_id = ${victim.id}`).toHaveLength(0);
  });
});

test("a party cannot be attached to another's dog, nor a dog or party moved to another owner", async () => {
  const party = { title: 'Mine', celebration_date: '2030-01-01' };
  for (const candidate of [
    { ...party, user_id: stranger.id, dog_id: victim.dog.id },
    { ...party, user_id: victim.id, dog_id: victim.dog.id },
    { ...party, user_id: victim.id, dog_id: strangersDog.id },
    { ...party, id: strangersParty.id, user_id: stranger.id, dog_id: victim.dog.id },
  ]) {
    const headers = { prefer: 'resolution=merge-duplicates' };
    const path = '/rest/v1/birthday_celebrations';
    const body = JSON.stringify(candidate);
    expect((await attack('a stranger', { method: 'POST', path, headers, body })).status).toBe(403);
    const moved = { method: 'PATCH', path: `${path}?id=eq.${strangersParty.id}`, body };
    expect((await attack('a stranger', moved)).status).toBe(403);
  }
  const given = { method: 'PATCH', path: `/rest/v1/dogs?id=eq.${strangersDog.id}` };
  const body = JSON.stringify({ user_id: victim.id });
  expect((await attack('a stranger', { ...given, body })).status).toBe(403);
});

describe.each(attackers)('functions before %s', (attacker) => {
  test('name nobody to delete, and nothing else can be called', async () => {
    const statusOf = async (name: string, body: object = {}) =>
      (await attack(attacker, { method: 'POST', path: `/rest/v1/rpc/${name}`, body: JSON.stringify(body) })).status;
    const claims = { 'request.jwt.claims': { sub: victim.id } };
    for (const body of [{ user_id: victim.id }, { id: victim.id }, { caller: victim.id }, [{}], claims])
      expect([400, 404]).toContain(await statusOf('delete_own_account', body));
    const hidden = [
      'check_dog_birth_date',
      'has_room_for_photo',
      'private.has_room_for_photo',
      'run_as',
      'wagday.run_as',
    ];
    for (const name of [...hidden, 'pg_sleep', 'uid', 'set_config', 'lo_import'])
      expect(await statusOf(name)).toBe(404);
    const [owner, at, later, most] = [victim.id, '2026-06-15T12:00:00Z', '2100-01-01T12:00:00Z', 500];
    const deliveries = [{ user_id: owner, day: '2026-06-15', channel: 'mail' }];
    const ofTheServer = {
      claim_due_reminders: { at, most: 1000 },
      reminder_packs: { owners: [owner], at },
      address_of_account: { owner },
      prove_address: { owner, address: victim.email },
      note_proof_mails: { owners: [owner], at },
      record_reminder_deliveries: { deliveries },
      release_reminder_deliveries: { deliveries },
      record_answer_letters: { letters: [{ user_id: owner, guests: [owner], until: '2100-01-01' }], at: later },
      release_answer_letters: { owners: [owner], at: later },
      stop_answer_letters: { owner },
      finish_reminders: { looks: [] },
      set_push_services: { services: ['push.attacker.example'] },
      note_push_outcomes: { gone: [victim.subscription.id], taken: [], at },
      stop_mail_reminders: { owner },
      claim_proof_requests: { at: later, most },
      claim_due_guest_mails: { at: later, most },
      record_guest_mails: { decided: [{ id: owner, outcome: 'drop' }], at: later },
      claim_guest_farewells: { at: later, most, most_of_new: most },
      release_guest_farewells: { mails: [] },
      release_guest_mails: { mails: [{ id: owner, due_at: at }] },
      stop_guest_mails: { mail: owner },
      purge_invitations: { most: 1000 },
    };
    for (const [name, given] of Object.entries(ofTheServer))
      expect([name, await statusOf(name, given)]).toEqual([name, attacker === 'a stranger' ? 403 : 401]);
    if (attacker === 'a stranger') return;
    for (const name of ['ask_for_address_proof', 'delete_own_account', 'is_own_address_proven', 'list_own_sessions'])
      expect(await statusOf(name)).toBe(401);
  });

  test('show and end no session of the victim', async () => {
    const [session] = await backend.sql<{ id: string }[]>`select id from auth.sessions where user_id = ${victim.id}`;
    const id = session?.id ?? '';
    const call = (name: string, body: object) =>
      attack(attacker, { method: 'POST', path: `/rest/v1/rpc/${name}`, body: JSON.stringify(body) });
    expect((await call('list_own_sessions', {})).body.toString()).not.toContain(id);
    for (const session_id of [id, id.toUpperCase()])
      expect((await call('end_own_session', { session_id })).status).toBe(attacker === 'a stranger' ? 204 : 401);
    for (const body of [{ user_id: victim.id }, { session_id: id, user_id: victim.id }])
      for (const name of ['list_own_sessions', 'end_own_session']) expect((await call(name, body)).status).toBe(404);
    expect(await backend.sql`select from auth.sessions where id = ${id}`).toHaveLength(1);
  });
});

describe.each(targets.buckets)("the victim's folder in %s", (bucket) => {
  describe.each(attackers)('before %s', (attacker) => {
    test('takes nothing in, under no name and by no method', async () => {
      const file = victim.files[bucket];
      const ending = file.slice(-4);
      const upper = file.toUpperCase().replace(ending.toUpperCase(), ending);
      for (const name of [file, `${victim.id}/new${ending}`, upper, `${victim.id}/NEW${ending.toUpperCase()}`]) {
        for (const method of ['POST', 'PUT', 'PATCH']) {
          for (const upsert of ['false', 'true']) {
            const type = ending === '.jpg' ? 'image/jpeg' : 'image/png';
            const headers = { 'content-type': type, 'x-upsert': upsert };
            const path = `/storage/v1/object/${bucket}/${name}`;
            const answer = await attack(attacker, { method, path, headers, body: pictures[bucket] });
            expect(refused).toContain(answer.status);
          }
        }
      }
    });

    test('shows and loses nothing', async () => {
      for (const prefix of [victim.id, `${victim.id}/`, '', '/', victim.id.slice(0, 8), `../${victim.id}`, '%']) {
        for (const search of ['', '1790', '%', '_']) {
          const path = `/storage/v1/object/list/${bucket}`;
          const body = JSON.stringify({ prefix, search, limit: 1000, sortBy: { column: 'name', order: 'asc' } });
          const answer = await attack(attacker, { method: 'POST', path, body });
          expect(json(answer)).toEqual([]);
        }
      }
      const file = victim.files[bucket];
      const prefixes = [file, victim.id, `${victim.id}/`, `/${file}`, '', '%', `./${file}`];
      const removed = await attack(attacker, {
        method: 'DELETE',
        path: `/storage/v1/object/${bucket}`,
        body: JSON.stringify({ prefixes }),
      });
      expect(json(removed)).toEqual([]);
      for (const name of [file, `./${file}`, `x/../${file}`, `${victim.id}`]) {
        const answer = await attack(attacker, { method: 'DELETE', path: `/storage/v1/object/${bucket}/${name}` });
        expect(refused).toContain(answer.status);
      }
    });

    test('is not opened by any other route of the service', async () => {
      const photo = victim.files[bucket];
      const body = JSON.stringify({
        bucketId: bucket,
        sourceKey: photo,
        destinationKey: `${stranger.id}/stolen.png`,
        destinationBucket: bucket,
        expiresIn: 60,
        paths: [photo],
        id: bucket,
        name: bucket,
        public: true,
      });
      const questions: [string, string][] = [
        ['POST', '/storage/v1/object/copy'],
        ['POST', '/storage/v1/object/move'],
        ['POST', `/storage/v1/object/sign/${bucket}/${photo}`],
        ['POST', `/storage/v1/object/sign/${bucket}`],
        ['GET', `/storage/v1/object/sign/${bucket}/${photo}?token=eyJ.eyJ.x`],
        ['POST', `/storage/v1/object/upload/sign/${bucket}/${photo}`],
        ['PUT', `/storage/v1/object/upload/sign/${bucket}/${photo}?token=eyJ.eyJ.x`],
        ['GET', `/storage/v1/object/authenticated/${bucket}/${photo}`],
        ['GET', `/storage/v1/object/info/${bucket}/${photo}`],
        ['GET', `/storage/v1/object/${bucket}/${photo}`],
        ['GET', `/storage/v1/render/image/public/${bucket}/${photo}?width=1`],
        ['GET', '/storage/v1/bucket'],
        ['POST', '/storage/v1/bucket'],
        ['PUT', `/storage/v1/bucket/${bucket}`],
        ['DELETE', `/storage/v1/bucket/${bucket}`],
        ['POST', `/storage/v1/bucket/${bucket}/empty`],
        ['GET', `/storage/v1/s3/${bucket}?list-type=2`],
        ['POST', '/storage/v1/upload/resumable'],
        ['GET', `/storage/v1/object/public/${bucket}/`],
        ['GET', `/storage/v1/object/public/${bucket}/${victim.id}`],
        ['GET', `/storage/v1/object/public/${bucket}/${victim.id}/`],
      ];
      for (const [method, path] of questions) {
        const answer = await attack(attacker, { method, path, ...(method !== 'GET' && { body }) });
        expect([path, refused.includes(answer.status)]).toEqual([path, true]);
      }
    });
  });
});

test('an account cannot give itself a role, an address, an id or rights, nor reach the account of another', async () => {
  const wishes = {
    id: victim.id,
    sub: victim.id,
    role: 'service_role',
    aud: 'service_role',
    app_metadata: { role: 'admin', provider: 'x' },
    raw_app_meta_data: { role: 'admin' },
    is_super_admin: true,
    is_anonymous: true,
    email_confirmed_at: null,
    banned_until: null,
    encrypted_password: 'x',
    data: { role: 'service_role', sub: victim.id },
  };
  const path = '/auth/v1/user';
  const changed = await attack('a stranger', { method: 'PUT', path, body: JSON.stringify(wishes) });
  const signedUp = await attack('nobody', {
    method: 'POST',
    path: '/auth/v1/signup',
    body: JSON.stringify({ ...wishes, email: `wishes-${randomUUID()}@wagday.dev`, password: 'sausages-4-ever' }),
  });
  const plain = {
    role: 'authenticated',
    aud: 'authenticated',
    app_metadata: { provider: 'email', providers: ['email'] },
  };
  expect(json(changed)).toMatchObject({ ...plain, id: stranger.id, email: stranger.email, is_anonymous: false });
  const { user, access_token: token } = json(signedUp);
  expect(user).toMatchObject(plain);
  expect(user.id).not.toBe(victim.id);
  const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
  expect(claims).toMatchObject({ role: 'authenticated', sub: user.id });
  const seen = await attack('nobody', {
    method: 'GET',
    path: '/rest/v1/dogs',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(json(seen)).toEqual([]);

  for (const [method, route] of [
    ['GET', '/auth/v1/admin/users'],
    ['GET', `/auth/v1/admin/users/${victim.id}`],
    ['PUT', `/auth/v1/admin/users/${victim.id}`],
    ['DELETE', `/auth/v1/admin/users/${victim.id}`],
    ['POST', '/auth/v1/admin/generate_link'],
    ['POST', '/auth/v1/invite'],
    ['POST', '/auth/v1/otp'],
    ['POST', '/auth/v1/magiclink'],
    ['POST', '/auth/v1/resend'],
    ['POST', '/auth/v1/factors'],
    ['GET', '/auth/v1/authorize?provider=github'],
    ['GET', '/auth/v1/callback?code=1'],
    ['POST', '/auth/v1/sso'],
    ['POST', '/auth/v1/token?grant_type=id_token'],
    ['POST', '/auth/v1/token?grant_type=pkce'],
    ['GET', `/auth/v1/user/${victim.id}`],
  ] as const) {
    const body = JSON.stringify({ email: victim.email, password: 'taken over', id: victim.id });
    const answer = await attack('a stranger', { method, path: route, ...(method !== 'GET' && { body }) });
    expect([route, [400, 404].includes(answer.status)]).toEqual([route, true]);
  }
});
