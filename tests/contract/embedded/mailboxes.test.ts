import { expect, test } from 'vitest';
import { startTestBackend } from '../../support/test-backend.ts';

test('addresses of one mailbox count as one, as their provider folds them, and those of two as two', async () => {
  await using backend = { ...(await startTestBackend()), [Symbol.asyncDispose]: () => backend.stop() };
  const cases = {
    'First.Last+party@gmail.com': 'firstlast@gmail.com',
    'f.i.r.s.t.last@GoogleMail.com': 'firstlast@gmail.com',
    'ada.b-c_d+x@protonmail.com': 'adabcd@proton.me',
    'ada+x@me.com': 'ada@icloud.com',
    'ada-shopping@yahoo.co.uk': 'ada@yahoo.co.uk',
    'ada+shopping@yahoo.com': 'ada@yahoo.com',
    'ada.b-c+x+y@hotmail.com': 'ada.b-c@hotmail.com',
    'Ada.B-C+x@wagday.dev': 'ada.b-c@wagday.dev',
    '+ada@wagday.dev': '+ada@wagday.dev',
    '...@gmail.com': '...@gmail.com',
    '-ada@yahoo.com': '-ada@yahoo.com',
    'a.da@mail.gmail.com': 'a.da@mail.gmail.com',
  };
  const rows = await backend.sql<{ address: string; mailbox: string }[]>`
    select address, private.mailbox_of(address) as mailbox from unnest(${Object.keys(cases)}::text[]) as address`;
  expect(Object.fromEntries(rows.map(({ address, mailbox }) => [address, mailbox]))).toEqual(cases);
});
