import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerAsBackend } from '../../testing/backend.ts';
import { rex } from '../../testing/dogs.ts';
import { switchNetwork } from '../../testing/network.ts';
import { openQuietQueue } from '../../testing/queue.ts';
import { session, storeSession } from '../../testing/session.ts';
import { setUnreachable } from '../network.ts';
import { dogs } from '../records/dogs.ts';
import { forgetPackOnDevice } from './forget.ts';
import { saveRecord } from './outbox.ts';
import { outboxOf, shownQueue } from './this-tab.ts';

const ownerId = session.user.id;
const setOnline = switchNetwork();
let close = () => {};

beforeEach(() => {
  storeSession();
});

afterEach(async () => {
  close();
  close = () => {};
  setUnreachable(false);
  vi.restoreAllMocks();
  await forgetPackOnDevice(ownerId);
});

test('What the browser never stores is tried again less and less often, without a word to other tabs, and forgotten when it is sent.', async () => {
  close = await openQuietQueue(ownerId);
  const outbox = outboxOf(ownerId);
  const after = vi.spyOn(outbox.clock, 'after').mockReturnValue(() => undefined);
  const tellTabs = vi.spyOn(outbox, 'tellTabs');
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('broken', 'UnknownError');
  });
  setOnline(false);
  await saveRecord(outbox, dogs, { id: rex.id, seen: null, values: rex });
  expect(shownQueue.read()).toMatchObject({ changes: [{ id: rex.id }], isOnPageOnly: true });
  tellTabs.mockClear();
  for (let attempts = 0; attempts < 5; attempts += 1) await outbox.sender?.sendNow();
  expect(tellTabs).not.toHaveBeenCalled();
  expect(after.mock.lastCall?.[0]).toBe(15_000);

  const backend = answerAsBackend({ dogs: [] });
  setOnline(true);
  await outbox.sender?.sendNow();
  expect(backend.rows('dogs')).toHaveLength(1);
  expect(shownQueue.read()).toMatchObject({ changes: [], isOnPageOnly: false });
  tellTabs.mockClear();
  after.mockClear();
  await outbox.sender?.sendNow();
  expect(tellTabs).not.toHaveBeenCalled();
  expect(after).not.toHaveBeenCalled();
});
