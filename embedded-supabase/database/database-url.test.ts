import { expect, test } from 'vitest';
import { readDatabaseAddress } from './database-url.ts';

test.each([
  ['postgres://owner@db.example/club', 'db.example', 5432],
  ['postgres://owner@10.0.0.5:6432/club', '10.0.0.5', 6432],
  ['postgres://owner@[2001:db8::5]:6432/club', '2001:db8::5', 6432],
])('%s leads to %s, port %d', (url, host, port) => {
  expect(readDatabaseAddress(url)).toMatchObject({ host, port, tls: null, prepares: null });
});

test('what is not for the database stays out of the settings that it gets', () => {
  const { url, prepares, tls } = readDatabaseAddress(
    'postgres://owner@[::1]/club?sslmode=verify-full&target_session_attrs=read-write&prepare=false&connect_timeout=10&work_mem=4MB',
  );
  expect(url).toBe('postgres://owner@[::1]/club?work_mem=4MB');
  expect(prepares).toBe(false);
  // The certificate must name the IP address, but the client does not send an IP address as the server name.
  expect(tls?.options).toEqual({ host: '::1', rejectUnauthorized: true });
});
