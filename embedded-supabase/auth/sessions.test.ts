import { afterAll, expect, test } from 'vitest';
import { startOwnCluster } from '../../tests/support/shared-cluster.ts';
import { connect } from '../database/connect.ts';
import { migrate, supabaseSchema } from '../database/migrate.ts';
import { sweepSessions } from './sessions.ts';

const now = () => new Date('2026-06-15T12:00:00Z');

const sql = connect((await startOwnCluster(afterAll)).url, { max: 4 });
afterAll(() => sql.end());
await migrate(sql, [supabaseSchema()]);

test('expired sessions are deleted, others stay, and two sweeps at the same moment do not block each other', async () => {
  await sql.unsafe(`
    insert into auth.users (id, email, encrypted_password)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@club.example', 'hash' from generate_series(1, 2) n;
    -- Twelve hundred forgotten sessions: more than one batch.
    insert into auth.sessions (user_id, created_at, updated_at, refresh_token_hmac_key)
      select '00000000-0000-4000-8000-000000000001', '2025-01-01', '2026-03-16T11:00Z', sha256(n::text::bytea) from generate_series(1, 1200) n;
    insert into auth.sessions (id, user_id, created_at, updated_at, refresh_token_hmac_key)
      values ('00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-000000000001', '2025-01-01', '2026-03-18', sha256('kept'));
    insert into auth.refresh_tokens (token_hash, session_id, rotated_at)
      select sha256(('token' || n)::bytea), id, null from auth.sessions, generate_series(1, 1) n where updated_at = '2026-03-18';
    insert into auth.refresh_tokens (token_hash, session_id, rotated_at) values
      (sha256('forgotten'), '00000000-0000-4000-8000-00000000000a', '2026-05-16T11:00Z'),
      (sha256('remembered'), '00000000-0000-4000-8000-00000000000a', '2026-05-17T00:00Z');
    insert into auth.one_time_tokens (user_id, token_type, token_hash, created_at) values
      ('00000000-0000-4000-8000-000000000001', 'recovery_token', sha256('old'), '2026-06-15T10:59Z'),
      ('00000000-0000-4000-8000-000000000002', 'recovery_token', sha256('new'), '2026-06-15T11:01Z');
    update auth.users set email_change = 'old@club.example', email_change_sent_at = '2026-06-15T10:59Z' where email = '1@club.example';
    update auth.users set email_change = 'new@club.example', email_change_sent_at = '2026-06-15T11:01Z' where email = '2@club.example';
    insert into auth.known_devices (user_id, device_hash, last_seen_at) values
      ('00000000-0000-4000-8000-000000000001', sha256('sold'), '2025-06-14'),
      ('00000000-0000-4000-8000-000000000001', sha256('in use'), '2025-06-16');`);

  const sweeps = await Promise.all([sweepSessions({ sql, now }), sweepSessions({ sql, now })]);
  const gone = (name: string) => sweeps.reduce((sum, swept) => sum + (swept[name] ?? 0), 0);
  expect(Object.fromEntries(Object.keys(sweeps[0]!).map((name) => [name, gone(name)]))).toEqual({
    sessions: 1200,
    refresh_tokens: 1,
    one_time_tokens: 1,
    email_changes: 1,
    known_devices: 1,
  });
  const [left] = await sql`
    select (select count(*)::int from auth.sessions) as sessions, (select count(*)::int from auth.refresh_tokens) as tokens,
      (select count(*)::int from auth.one_time_tokens) as links, (select count(*)::int from auth.known_devices) as devices,
      (select string_agg(email_change, ' ') from auth.users where email_change <> '') as changes`;
  expect(left).toEqual({ sessions: 1, tokens: 2, links: 1, devices: 1, changes: 'new@club.example' });
  expect(await sweepSessions({ sql, now })).toEqual({
    sessions: 0,
    refresh_tokens: 0,
    one_time_tokens: 0,
    email_changes: 0,
    known_devices: 0,
  });
});
