import { expect, test } from 'vitest';
import { type Delivery, MailBusy } from '../web-function.ts';
import { decideEach, deliver, handOver, type Kind, type Message, type Outcome, type Sent } from './delivery.ts';
import { createHosts } from './host-turns.ts';

const sent = async (): Promise<Outcome> => ({ outcome: 'sent' });
const busy = async (): Promise<Outcome> => ({ outcome: 'retry', afterSeconds: 60 });
const lost = (): Promise<Outcome> => Promise.reject(new Error('no answer'));

/**
 * Sends batches of messages. Each inner list is a batch.
 * @param seconds how long each batch takes by the clock
 */
async function send(
  batches: readonly (readonly Message['send'][])[],
  { endsWhenRefused = true, seconds = 0, channel = 'mail' as Message['channel'] } = {},
) {
  let now = 0;
  const waiting = [...batches];
  const recorded: (Outcome | null)[][] = [];
  const kind: Kind<Message['send'], Message> = {
    ...{ places: { all: 4, ofOwner: 4, toHost: 4 }, endsWhenRefused },
    claim: async () => ({ rows: waiting.shift() ?? [], isMore: waiting.length > 0 }),
    async decide(rows) {
      now += seconds * 1000;
      return {
        messages: rows.map((act) => ({ channel, owner: 'one', host: 'mail', send: act })),
        record: async (all: readonly Sent<Message>[]) => void recorded.push(all.map(({ outcome }) => outcome)),
      };
    },
  };
  const delivery = { hosts: createHosts() } as Delivery;
  const counts = await deliver(kind, { now: () => new Date(now), delivery });
  return { counts, recorded, left: waiting.length };
}

test.each([
  ['all batches while there are more', [[sent], [sent, sent]], {}, 0],
  ['no batch after one that was turned away', [[sent, busy], [sent]], {}, 1],
  ['the next batch where it goes elsewhere', [[sent, busy], [sent]], { endsWhenRefused: false }, 0],
  ['the next batch after one without an answer', [[lost], [sent]], {}, 0],
  ['no batch once the time is over', [[sent], [sent], [sent]], { seconds: 11 }, 1],
])('a look sends %s', async (_, batches, options, left) => {
  expect((await send(batches, options)).left).toBe(left);
});

test('a look counts what was handed over by each channel, and what failed', async () => {
  const batch = [sent, busy, lost, async (): Promise<Outcome> => ({ outcome: 'gone' })];
  const { counts, recorded } = await send([batch]);
  expect(counts).toEqual({ claimed: 4, mails: 1, pushes: 0, failed: 3 });
  expect(recorded).toEqual([[{ outcome: 'sent' }, { outcome: 'retry', afterSeconds: 60 }, null, { outcome: 'gone' }]]);
  expect((await send([batch], { channel: 'push' })).counts).toEqual({ claimed: 4, mails: 0, pushes: 1, failed: 2 });
  expect(await send([[]])).toMatchObject({ counts: { claimed: 0, failed: 0 }, recorded: [] });
});

test('what there was no time for is left for half a minute, and what goes to a host that rests for as long as that', async () => {
  let now = 0;
  const hosts = createHosts();
  for (let times = 0; times < 5; times += 1) hosts.noteTimeOut('silent', now);
  const slow = (): Promise<Outcome> => {
    now += 1000;
    return sent();
  };
  const message = (host: string, act = sent): Message => ({ channel: 'push', owner: 'one', host, send: act });
  let outcomes: (Outcome | null)[] = [];
  const kind: Kind<null, Message> = {
    ...{ places: { all: 4, ofOwner: 4, toHost: 4 }, timeForBatch: 1000, endsWhenRefused: true },
    claim: async () => ({ rows: [null], isMore: false }),
    decide: async () => ({
      messages: [message('silent'), message('quick', slow), message('quick')],
      record: async (all) => {
        outcomes = all.map(({ outcome }) => outcome);
      },
    }),
  };
  await deliver(kind, { now: () => new Date(now), delivery: { hosts } as Delivery });
  expect(outcomes).toEqual([
    { outcome: 'left', afterSeconds: 300 },
    { outcome: 'sent' },
    { outcome: 'left', afterSeconds: 30 },
  ]);
});

test('a row that cannot be understood fails by itself', async () => {
  const parse = (text: string): unknown => JSON.parse(text);
  expect(await decideEach(['1', '{', '2'], parse)).toEqual({ decided: [1, 2], failed: 1 });
});

test('other work goes on while rows are decided', async () => {
  const done: string[] = [];
  setTimeout(() => done.push('other'), 0);
  await decideEach(['row'], (row) => done.push(row));
  expect(done).toEqual(['other', 'row']);
});

test.each([
  ['comes again when it certainly was not taken', new MailBusy('busy'), 60, { outcome: 'retry', afterSeconds: 60 }],
  [
    'is given up when that was the last attempt',
    new MailBusy('busy'),
    null,
    expect.objectContaining({ outcome: 'refused' }),
  ],
])('a mail %s', async (_, error, afterSeconds, outcome) => {
  expect(await handOver(() => Promise.reject(error), afterSeconds)).toEqual(outcome);
});

test('a mail without an answer may have been taken, and is not handed over again', async () => {
  await expect(handOver(() => Promise.reject(new Error('no answer')), 60)).rejects.toThrow('no answer');
});
