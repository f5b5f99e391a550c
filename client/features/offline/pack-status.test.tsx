import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { changeStored, readStored } from '../../data/offline/database.ts';
import { saveRecord } from '../../data/offline/outbox.ts';
import { outboxOf, shownQueue } from '../../data/offline/this-tab.ts';
import { dogs } from '../../data/records/dogs.ts';
import { OwnerData } from '../../data/use-records.tsx';
import { answerAsBackend } from '../../testing/pretend-backend.ts';
import { answerRequests, switchNetwork } from '../../testing/pretend-network.ts';
import { session, storeSession } from '../../testing/pretend-session.ts';
import { dogRowOf, rex } from '../../testing/sample-dogs.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Toaster } from '../../ui/toaster.tsx';
import { ChangeBadge } from './change-badge.tsx';
import { PackStatus } from './pack-status.tsx';

const ownerId = session.user.id;
const row = dogRowOf({ ...rex, notes: 'Loves sausages.', version: 2 }, ownerId);

const setOnline = switchNetwork();

beforeEach(() => storeSession());

function Page() {
  const [openId, setOpenId] = useState<string | null>(null);
  const [hasForm, setHasForm] = useState(false);
  return (
    <OwnerData ownerId={ownerId}>
      <PackStatus ownerId={ownerId} openId={openId} onOpen={setOpenId} onClose={() => setOpenId(null)} />
      <article aria-label="Rex">
        <ChangeBadge recordId={rex.id} name="Rex" onOpen={setOpenId} />
      </article>
      <button type="button" onClick={() => setHasForm(true)}>
        Open the form
      </button>
      {hasForm && (
        <Dialog title="Form" onClose={() => setHasForm(false)}>
          <input aria-label="Name" />
        </Dialog>
      )}
      <Toaster />
    </OwnerData>
  );
}

async function renderWaitingEdit() {
  setOnline(false);
  const screen = await render(<Page />);
  await saveRecord(outboxOf(ownerId), dogs, { id: rex.id, seen: rex, values: { ...rex, notes: 'Loves cheese.' } });
  await expect.element(screen.getByText('Waiting to be sent')).toBeVisible();
  return screen;
}

function answerWithTheirs() {
  answerAsBackend({ dogs: [row] });
}

test.for([
  ['Safari, which clears it after seven days', true, false, true],
  ['Safari that was asked to keep it', true, true, false],
  ['any other', false, false, false],
] as const)(
  'In a browser of which the storage is that of %s, unsent changes say so. @10.129',
  async ([, isSafari, isKept, isSaid]) => {
    if (isSafari) vi.stubGlobal('GestureEvent', Event);
    const persisted = vi.spyOn(navigator.storage, 'persisted').mockResolvedValue(isKept);
    const screen = await renderWaitingEdit();
    if (isSafari) await expect.poll(() => persisted.mock.calls.length).toBe(1);
    const said = isSaid ? ' Safe on this device for seven days without a visit.' : '';
    await expect
      .element(screen.getByText(/1 change waits to be sent\./))
      .toHaveTextContent(`Offline: showing what we last saw. 1 change waits to be sent.${said}`);
    if (!isSaid) await expect.element(screen.getByText(/seven days/)).not.toBeInTheDocument();
  },
);

test('A conflict is announced, and its toast leads to the two versions.', async () => {
  const screen = await renderWaitingEdit();
  answerWithTheirs();
  setOnline(true);
  const title = screen.getByText('A word from you, please');
  await expect.element(title).toBeVisible();
  const toast = title.element().closest('[data-toast]');
  expect(toast?.textContent).toContain('Rex has two versions.');
  expect(toast?.className).toContain('bg-sky-wash');
  expect(toast?.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
  await screen.getByRole('button', { name: 'Review', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: 'Two versions of Rex' });
  await expect
    .element(dialog.getByRole('row', { name: /Notes/ }))
    .toHaveTextContent('NotesLoves cheese.Loves sausages.');
});

test('The badge opens the decision, gives the focus back, and leaves it at the card when it is done. Its toast goes.', async () => {
  const screen = await renderWaitingEdit();
  answerWithTheirs();
  setOnline(true);
  const badge = screen.getByRole('button', { name: 'Two versions, review Rex' });
  await badge.click();
  await expect.element(screen.getByRole('dialog', { name: 'Two versions of Rex' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(badge).toHaveFocus();
  await badge.click();
  const toast = screen.getByText('A word from you, please');
  await expect.element(toast).toBeInTheDocument();
  await screen.getByRole('button', { name: 'Keep This One' }).click();
  await expect.element(badge).not.toBeInTheDocument();
  await expect.element(toast).not.toBeInTheDocument();
  await expect.element(screen.getByRole('article', { name: 'Rex' })).toHaveFocus();
});

test.for([
  ['too long', "Changes weren't saved", /^It's kept on this device/],
  [
    'limit reached: an owner has at most 2000 dogs',
    'No room left',
    /^There's no room for more: remove another first\./,
  ],
] as const)(
  'A change that was refused as %s says so at its badge, and can be tried again from there.',
  async ([message, state, why]) => {
    const screen = await renderWaitingEdit();
    answerRequests(({ method }) =>
      method === 'PATCH'
        ? Response.json({ code: '23514', message }, { status: 400 })
        : Response.json([{ ...row, notes: rex.notes }]),
    );
    setOnline(true);
    await screen.getByRole('button', { name: `${state}, review Rex` }).click();
    answerAsBackend({ dogs: [{ ...row, notes: rex.notes }] });
    const dialog = screen.getByRole('dialog', { name: "Your changes to Rex weren't saved" });
    await expect.element(dialog.getByText(why)).toBeVisible();
    await dialog.getByRole('button', { name: 'Try Again' }).click();
    await expect.element(screen.getByText(state)).not.toBeInTheDocument();
    await expect.poll(() => shownQueue.read().changes).toEqual([]);
  },
);

test('News of a conflict wait for an open form.', async () => {
  const screen = await renderWaitingEdit();
  await screen.getByRole('button', { name: 'Open the form' }).click();
  answerWithTheirs();
  setOnline(true);
  await expect.poll(() => document.querySelector('article')?.textContent).toContain('Two versions');
  expect(document.body.textContent).not.toContain('A word from you, please');
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByText('A word from you, please')).toBeVisible();
});

test('A server out of reach is a calm note, and a press on Try Again asks at once.', async () => {
  const screen = await render(<Page />);
  answerRequests(() => Promise.reject(new TypeError('Failed to fetch')));
  await saveRecord(outboxOf(ownerId), dogs, { id: rex.id, seen: null, values: rex });
  const note = "We can't reach Wagday right now. 1 change waits to be sent.";
  await expect.element(screen.getByText(note)).toBeVisible();
  expect(document.querySelector('[data-toast]')).toBeNull();
  answerRequests(({ method }) => (method === 'POST' ? Response.json(row, { status: 201 }) : Response.json([])));
  await screen.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(screen.getByText('Waiting to be sent')).not.toBeInTheDocument();
  await expect.element(screen.getByText(note)).not.toBeInTheDocument();
  await expect.poll(() => shownQueue.read().changes).toEqual([]);
});

test.for([
  ['QuotaExceededError', 'This device is full: please leave this page open.'],
  ['UnknownError', "This browser can't store them right now: please leave this page open."],
] as const)('Changes that the device does not take (%s) are kept by the page, which says so.', async ([name, text]) => {
  const screen = await render(<Page />);
  setOnline(false);
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('refused', name);
  });
  await saveRecord(outboxOf(ownerId), dogs, { id: rex.id, seen: null, values: rex });
  await saveRecord(outboxOf(ownerId), dogs, { id: 'luna', seen: null, values: { ...rex, name: 'Luna' } });
  await expect.element(screen.getByText(new RegExp(`2 changes wait to be sent\\. ${text}`))).toBeVisible();
});

test('A change that this device can no longer read is told, with its words, until its owner discards it.', async () => {
  setOnline(false);
  const kept = { table: 'dogs', id: rex.id, base: null, mine: { name: 'Rex', size: 'huge', notes: 'Loves cheese.' } };
  await changeStored('changes', ownerId, () => [kept]);
  const screen = await render(<Page />);
  await screen.getByRole('button', { name: "Can't be read, review Rex" }).click();
  const dialog = screen.getByRole('dialog', { name: "Rex can't be read anymore" });
  await expect.element(dialog.getByText('Loves cheese.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep It' }).click();
  await screen.getByRole('button', { name: 'Review Rex', exact: true }).click();
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect.element(screen.getByText("Can't be read")).not.toBeInTheDocument();
  expect(await readStored('changes', ownerId)).toBeUndefined();
});
