import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { date } from '../../../domain/testing/dates.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { changeStored, readStored } from '../../data/sync/database.ts';
import { forgetPackOnDevice } from '../../data/sync/forget.ts';
import { useToday } from '../../shared/use-today.ts';
import { answerAsBackend, type Row } from '../../testing/backend.ts';
import { rex } from '../../testing/dogs.ts';
import { goOffline, type SeenRequest } from '../../testing/network.ts';
import { contentOutside } from '../../testing/overflow.ts';
import { cakeDay as party } from '../../testing/parties.ts';
import { session, storeSession } from '../../testing/session.ts';
import { setToday } from '../../testing/today.ts';
import * as sharing from '../../ui/share.ts';
import { dismissToasts, Toaster } from '../../ui/toaster.tsx';
import { useGuests } from './use-guests.tsx';

vi.mock('../../ui/share.ts', { spy: true });

const ownerId = session.user.id;
const token = 'T'.repeat(43);
const url = `${window.location.origin}/i/${token}`;

const invitation: Row = {
  ...{ id: 'i1', user_id: ownerId, party_id: party.id, place_for: 'all', guest_list: 'counts', most_people: null },
  ...{
    answer_until: null,
    message: null,
    bring_list: ['Salad', 'Plates'],
    preview: null,
    has_link: true,
    link_token: token,
  },
  ...{ purged_counts: null, answers_seen_at: '2026-06-10T10:00:00+00:00', created_at: '2026-06-01T10:00:00+00:00' },
};

function guest(name: string, part: object = {}): Row {
  return {
    ...{
      id: `guest-${name}`,
      user_id: ownerId,
      invitation_id: 'i1',
      name,
      answer: 'yes',
      adults: 1,
      children: 0,
      dogs: [],
    },
    ...{ allergies: null, note: null, email: null, brings: [], waiting_since: null },
    ...{ answered_at: '2026-06-09T10:00:00+00:00', created_at: `2026-06-09T10:00:00+00:00` },
    ...part,
  };
}

const mia = guest('Mia', {
  ...{ adults: 2, children: 1, dogs: [{ name: 'Pip', size: 'small' }], allergies: 'peanuts', email: 'mia@example.com' },
  ...{ brings: ['Salad'], answered_at: '2026-06-11T10:00:00.123456+00:00' },
});
const ben = guest('Ben', { answer: 'maybe', answered_at: null });
const tom = guest('Tom', { waiting_since: '2026-06-09T10:00:00+00:00' });

beforeEach(() => {
  setToday(2026, 6, 15);
  storeSession();
});
afterEach(async () => {
  vi.clearAllMocks();
  dismissToasts();
  await forgetPackOnDevice(ownerId);
});

/** Stands in for the backend. `calls` answers its functions, by name. */
function answerWith(
  { invitations = [invitation], guests = [] as Row[] },
  calls: Record<string, (body: unknown) => unknown> = {},
) {
  const backend = answerAsBackend({ party_invitations: invitations, party_guests: guests }, ({ path, body }) => {
    if (path.startsWith('/storage/')) return Response.json([]);
    const [, name = ''] = /\/rpc\/(\w+)/.exec(path) ?? [];
    if (!path.includes('/rpc/')) return undefined;
    const answer = calls[name] ? calls[name](body) : name === 'open_invitation' ? {} : null;
    return answer instanceof Response ? answer : Response.json(answer);
  });
  return backend;
}

type Invite = (of: { dog: Dog; party: Party }) => void;
const inPack = [rex];

/** The part of the dashboard that shows guests. */
function Pack({ parties, dogs = inPack, onInvite }: { parties: Party[]; dogs?: Dog[] | undefined; onInvite: Invite }) {
  const { layer, calledOff, renderGuests, inviting } = useGuests(ownerId, parties, dogs, useToday(), onInvite);
  const { tellingOf, descriptionHintOf } = inviting;
  return (
    <main>
      <h1>Your Pack</h1>
      {layer}
      {calledOff}
      {parties.map((each) => (
        <div key={each.id}>
          {renderGuests(rex, each)}
          <output>{tellingOf(each)}</output>
          <p>{descriptionHintOf(each)}</p>
        </div>
      ))}
    </main>
  );
}

async function renderPack(parties = [party], onInvite: Invite = () => undefined) {
  return render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })}
    >
      <Pack parties={parties} onInvite={onInvite} />
      <Toaster />
    </QueryClientProvider>,
  );
}

/** Opens the guests of the party. */
async function openGuests(parties = [party]) {
  const screen = await renderPack(parties);
  await screen
    .getByRole('button', { name: /Cake Day/ })
    .first()
    .click();
  const dialog = screen.getByRole('dialog', { name: 'Guests of Cake Day' });
  await expect.element(dialog).toBeVisible();
  return { screen, dialog };
}

/** Whether a request keeps the picture for chats, which happens in the background at any time. */
const isOfPicture = ({ path, body }: SeenRequest) =>
  path.startsWith('/storage/') || (typeof body === 'object' && body !== null && 'preview' in body);
const written = (requests: SeenRequest[], method: string) =>
  requests.filter(
    (request) => request.method === method && !isOfPicture(request) && !request.path.endsWith('/is_own_address_proven'),
  );

test('A pack asks for invitations once it is there, and for guests only where there are invitations.', async () => {
  for (const parties of [[], [party]]) {
    const { requests } = answerWith({ invitations: [] });
    const screen = await renderPack(parties);
    if (parties.length === 0) await userEvent.keyboard('{Shift}');
    await expect.poll(() => requests.map(({ path }) => path.split('?')[0])).toEqual(['/rest/v1/party_invitations']);
    if (parties.length > 0)
      await expect.element(screen.getByRole('button', { name: 'Invite Guests (Cake Day)' })).toBeVisible();
    await screen.unmount();
  }
});

test('A party without an invitation leads to it at once.', async () => {
  answerWith({ invitations: [] });
  const onInvite = vi.fn();
  const screen = await renderPack([party], onInvite);
  await screen.getByRole('button', { name: 'Invite Guests (Cake Day)' }).click();
  expect(onInvite).toHaveBeenCalledExactlyOnceWith({ dog: rex, party });
  expect(screen.getByRole('dialog').query()).toBeNull();
});

test('The link is copied by itself on every device of its host.', async () => {
  answerWith({});
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { dialog } = await openGuests();
  await dialog.getByRole('button', { name: 'Copy Link' }).click();
  await expect.element(dialog.getByText('Copied to clipboard!')).toBeVisible();
  expect(writeText).toHaveBeenLastCalledWith(url);
});

test('The link is ended after a second press, and the next invite makes another one.', async () => {
  const share = vi.fn().mockResolvedValue(undefined);
  const next = 'N'.repeat(43);
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
  const backend = answerWith(
    {},
    {
      make_invitation_link: () => {
        backend.change('party_invitations', 'i1', { has_link: true, link_token: next });
        return next;
      },
      revoke_invitation_links: () =>
        backend.change('party_invitations', 'i1', { has_link: false, link_token: null }) ?? null,
    },
  );
  const { dialog } = await openGuests();
  await dialog.getByRole('button', { name: 'End the Link' }).click();
  await expect.element(dialog.getByRole('button', { name: 'End It' })).toHaveFocus();
  expect(backend.requests.filter(({ path }) => path.includes('revoke'))).toEqual([]);
  await dialog.getByRole('button', { name: 'End It' }).click();
  await expect.element(dialog.getByText('Link ended')).toBeVisible();
  expect(backend.requests.find(({ path }) => path.includes('revoke'))?.body).toEqual({ invitation_id: 'i1' });
  await expect.element(dialog.getByRole('button', { name: 'Copy Link' })).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('heading', { level: 2 })).toHaveFocus();
  await dialog.getByRole('button', { name: 'Send Invite' }).click();
  await expect.poll(() => share.mock.calls.map(([data]) => data.url)).toEqual([`${window.location.origin}/i/${next}`]);
});

test('Chats get a picture with the link, another one when the party changes, and none after its end.', async () => {
  const backend = answerWith({}, { revoke_invitation_links: () => null });
  const preview = () => backend.rows('party_invitations')[0]?.preview;
  const removed = () => backend.requests.flatMap(({ method, body }) => (method === 'DELETE' ? [body] : []));
  const before = await renderPack([{ ...party, title: 'Bone Day' }]);
  await expect.poll(preview).toMatch(/^1\/i1-[0-9a-f]{16}\.jpg$/);
  const first = preview();
  await before.unmount();

  const { dialog } = await openGuests();
  await expect.poll(removed).toEqual([{ prefixes: [first] }]);
  const second = preview();
  expect(second).not.toBe(first);

  await dialog.getByRole('button', { name: 'End the Link' }).click();
  await dialog.getByRole('button', { name: 'End It' }).click();
  await expect.poll(removed).toEqual([{ prefixes: [first] }, { prefixes: [second] }]);
});

test('Heads and dogs are counted in words, with allergies and what is brought at a glance.', async () => {
  answerWith({ guests: [mia, { ...ben, allergies: 'eggs' }, { ...tom, allergies: 'nuts' }] });
  const { screen, dialog } = await openGuests();
  await expect.element(screen.getByText(/^Coming: 3 people and 1 dog/)).toBeInTheDocument();
  await expect.element(dialog.getByText(/people coming2 adults, 1 child/)).toBeVisible();
  await expect.element(dialog.getByText('dog coming')).toBeVisible();
  await expect.element(dialog.getByText('1 yes, 1 maybe, 1 waiting.')).toBeVisible();
  await expect
    .element(dialog.getByRole('region', { name: 'Allergies', exact: true }))
    .toMatchTextContent(/peanuts \(Mia\)$/);
  const perhaps = dialog.getByRole('region', { name: 'Allergies, if They Come' });
  await expect.element(perhaps).toMatchTextContent(/nuts \(Tom, on the waiting list\)eggs \(Ben, maybe\)$/);
  const bring = dialog.getByRole('region', { name: 'To Bring' });
  await expect.element(bring).toMatchTextContent(/Salad \(Mia\)/);
  await expect.element(bring).toMatchTextContent(/Plates \(nobody yet\)/);
  const coming = dialog.getByRole('region', { name: 'Coming (1)' });
  await expect.element(coming).toMatchTextContent(/2 adults, 1 childDog: Pip \(small\)/);
  await expect.element(coming).toMatchTextContent(/mia@example\.com/);
  await expect.element(dialog.getByRole('region', { name: 'Maybe (1)' })).toMatchTextContent(/You answered for them\./);
  await expect.element(dialog.getByRole('region', { name: 'On the waiting list (1)' })).toMatchTextContent(/Tom/);
});

test('New answers are told on the dashboard until the list has been opened.', async () => {
  const { requests, rows } = answerWith({ guests: [mia, ben, tom] });
  const screen = await renderPack();
  const notice = screen.getByRole('complementary', { name: 'New answers' });
  await expect.element(notice).toMatchTextContent(/1 new answer for Cake Day/);
  await notice.getByRole('button', { name: 'See Guests of Cake Day' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Guests of Cake Day' });
  await expect
    .element(dialog.getByRole('listitem').filter({ hasText: 'Mia' }).filter({ hasText: 'New' }))
    .toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
  expect(rows('party_invitations')[0]).toMatchObject({ answers_seen_at: mia.answered_at });
  expect(written(requests, 'PATCH').map(({ body }) => body)).toEqual([{ answers_seen_at: mia.answered_at }]);
});

test('A guest who phones is added by hand, once, and without an address.', async () => {
  const { requests, rows } = answerWith({});
  const { dialog } = await openGuests();
  await dialog.getByRole('button', { name: 'Add a Guest' }).click();
  await expect.element(dialog.getByRole('heading', { name: 'Add a Guest' })).toHaveFocus();
  await dialog.getByLabelText('Name', { exact: true }).fill(' Grandma ');
  await dialog.getByLabelText('Adults').fill('0');
  await dialog.getByRole('button', { name: 'Add Guest' }).click();
  await expect.element(dialog.getByText('At least one person or dog has to come.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add a Dog' }).click();
  await dialog.getByLabelText('Name of dog 1').fill('Pip');
  await dialog.getByLabelText('Size of dog 1').selectOptions('small');
  await dialog.getByLabelText('Plates').click();
  await dialog.getByRole('button', { name: 'Add Guest' }).click();
  await expect.element(dialog.getByText('On the list!')).toBeVisible();
  await expect.element(dialog.getByRole('region', { name: 'Coming (1)' })).toMatchTextContent(/Grandma/);
  const [row] = rows('party_guests');
  expect(row).toMatchObject({
    ...{ user_id: ownerId, invitation_id: 'i1', name: 'Grandma', answer: 'yes', adults: 0, children: 0 },
    ...{ dogs: [{ name: 'Pip', size: 'small' }], brings: ['Plates'], answer_key: row?.id },
  });
  const added = written(requests, 'POST').filter(({ path }) => path.includes('/party_guests'));
  expect(added.flatMap(({ body }) => (body as object[]).map(Object.keys))).toEqual([
    expect.not.arrayContaining(['email']),
  ]);
});

test('An answer is changed for a guest, and one that changed meanwhile is not overwritten.', async () => {
  const backend = answerWith({ guests: [mia] });
  const { dialog } = await openGuests();
  await dialog.getByRole('button', { name: 'Change the answer of Mia' }).click();
  await dialog.getByLabelText('Answer').selectOptions('no');
  await dialog.getByRole('button', { name: 'Save Answer' }).click();
  await expect.element(dialog.getByText('Answer updated!')).toBeVisible();
  expect(backend.rows('party_guests')[0]).toMatchObject({
    answer: 'no',
    adults: 0,
    dogs: [],
    email: 'mia@example.com',
  });

  await dialog.getByRole('button', { name: 'Change the answer of Mia' }).click();
  await dialog.getByLabelText(/^Note/).fill('Ill');
  backend.change('party_guests', 'guest-Mia', { answer: 'maybe', adults: 1 });
  await dialog.getByRole('button', { name: 'Save Answer' }).click();
  await expect.element(dialog.getByText('Changed elsewhere')).toBeVisible();
  await expect.element(dialog.getByRole('region', { name: 'Maybe (1)' })).toMatchTextContent(/Mia/);
  expect(backend.rows('party_guests')[0]).toMatchObject({ answer: 'maybe', note: null });
});

test('Who was entered by hand is removed at once, who has answered after a second press, and Undo brings both back.', async () => {
  const { requests, rows } = answerWith({ guests: [mia, ben] });
  const { dialog } = await openGuests();
  await dialog.getByRole('button', { name: 'Remove Ben' }).click();
  await expect.element(dialog.getByText('Off the list')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Remove Ben' })).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect.element(dialog.getByText('Back on the list!')).toBeVisible();
  const [again] = written(requests, 'POST').filter(({ path }) => path.includes('/party_guests'));
  // The database accepts no other columns from a host.
  const [restored] = (again?.body ?? []) as object[];
  expect(Object.keys(restored ?? {}).sort()).toEqual(
    'adults,allergies,answer,answer_key,brings,children,dogs,id,invitation_id,name,note,user_id'.split(','),
  );
  await expect.element(dialog.getByRole('button', { name: 'Remove Ben' })).toBeVisible();

  await dialog.getByRole('button', { name: 'Remove Mia' }).click();
  expect(written(requests, 'DELETE')).toHaveLength(1);
  const question = dialog.getByRole('group').filter({ hasText: 'Take Mia off the list?' });
  await expect.element(question).toMatchTextContent(/^The link to their own answer and their address go for good\./);
  await dialog.getByRole('button', { name: 'Keep', exact: true }).click();
  await dialog.getByRole('button', { name: 'Remove Mia' }).click();
  await dialog.getByRole('button', { name: 'Take Off' }).click();
  await expect.poll(() => rows('party_guests').map(({ name }) => name)).toEqual(['Ben']);
});

test('Several guests are removed at once by the keyboard, after a question, and Undo brings back what they answered.', async () => {
  const { requests, rows } = answerWith({ guests: [mia, ben, tom, guest('Eve', { answer: 'maybe' })] });
  const { dialog } = await openGuests();
  await dialog.getByRole('button', { name: 'Remove Several' }).click();
  await expect.element(dialog.getByRole('checkbox', { name: /^Mia/ })).toHaveFocus();
  await expect.element(dialog.getByRole('button', { name: 'Remove', exact: true })).toBeDisabled();
  await expect.element(dialog.getByRole('button', { name: 'Remove Ben' })).not.toBeInTheDocument();
  await userEvent.keyboard(' ');
  await dialog.getByRole('checkbox', { name: 'All under “Maybe”' }).click();
  await dialog.getByRole('checkbox', { name: 'Ben' }).click();
  await expect.element(dialog.getByText('2 chosen')).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove 2 guests' }).click();
  const question = dialog.getByRole('group').filter({ hasText: 'Take 2 guests off the list?' });
  await expect
    .element(question)
    .toMatchTextContent(/^The links to their own answers and their addresses go for good\./);
  expect(written(requests, 'DELETE')).toEqual([]);
  await expect.element(dialog.getByRole('button', { name: 'Take Off' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => rows('party_guests').map(({ name }) => name)).toEqual(['Ben', 'Tom']);
  expect(written(requests, 'DELETE')).toHaveLength(1);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect.element(dialog.getByText('Back on the list!')).toBeVisible();
  expect(rows('party_guests').map(({ name, email }) => [name, email])).toContainEqual(['Mia', undefined]);
  await expect.element(dialog.getByRole('region', { name: 'Maybe (2)' })).toMatchTextContent(/Eve/);
});

/** So many guests that removing them takes two requests. */
const crowd = Array.from({ length: 103 }, (_, index) =>
  guest(`Guest ${index}`, { answered_at: null, created_at: new Date(Date.UTC(2026, 5, 9, 10, index)).toISOString() }),
).reverse();

test('A removal of several that fails midway tells whom it removed, with Undo, and keeps the rest chosen.', async () => {
  let isBroken = true;
  let deletions = 0;
  const backend = answerAsBackend({ party_invitations: [invitation], party_guests: crowd }, ({ method, path }) => {
    if (path.includes('/rpc/')) return Response.json(null);
    if (method !== 'DELETE') return undefined;
    deletions += 1;
    return deletions > 1 && isBroken ? Response.json({ message: 'no' }, { status: 500 }) : undefined;
  });
  const { dialog } = await openGuests();
  await dialog.getByRole('button', { name: 'Remove Several' }).click();
  await dialog.getByRole('checkbox', { name: 'All under “Coming”' }).click();
  await dialog.getByRole('button', { name: 'Remove 103 guests' }).click();
  const told = dialog.getByText('Off the list: 100 guests. Still on it, and still chosen: 3 guests. Please try again.');
  await expect.element(told).toBeVisible();
  expect(backend.rows('party_guests')).toHaveLength(3);
  await expect.element(dialog.getByText('3 chosen')).toBeVisible();
  await expect.element(dialog.getByRole('checkbox', { name: 'Guest 100' })).toBeChecked();
  await expect.element(dialog.getByRole('checkbox', { name: 'All under “Coming”' })).toHaveFocus();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => backend.rows('party_guests')).toHaveLength(103);

  isBroken = false;
  await dialog.getByRole('button', { name: 'Remove 3 guests' }).click();
  await expect.poll(() => backend.rows('party_guests')).toHaveLength(100);
  await expect.element(dialog.getByText('Off the list', { exact: true })).toBeVisible();
});

test('A removal of several that fails as a whole keeps them chosen.', async () => {
  const backend = answerAsBackend({ party_invitations: [invitation], party_guests: [ben, tom] }, ({ method, path }) => {
    if (path.includes('/rpc/')) return Response.json(null);
    return method === 'DELETE' ? Response.json({ message: 'no' }, { status: 500 }) : undefined;
  });
  const { dialog } = await openGuests();
  await dialog.getByRole('button', { name: 'Remove Several' }).click();
  await dialog.getByRole('checkbox', { name: 'Ben' }).click();
  await dialog.getByRole('button', { name: 'Remove Ben' }).click();
  await expect.element(dialog.getByText(/^Could not take Ben off the list\. They are still chosen/)).toBeVisible();
  await expect.element(dialog.getByRole('checkbox', { name: 'Ben' })).toBeChecked();
  await expect.element(dialog.getByRole('checkbox', { name: 'Tom' })).not.toBeChecked();
  expect(dialog.getByRole('button', { name: 'Undo' }).query()).toBeNull();
  expect(backend.rows('party_guests')).toHaveLength(2);
});

test('A removal whose answer is lost is told as done.', async () => {
  const backend = answerAsBackend({ party_invitations: [invitation], party_guests: [ben, tom] }, ({ method, path }) => {
    if (path.includes('/rpc/')) return Response.json(null);
    if (method !== 'DELETE') return undefined;
    for (const { id } of [ben, tom]) backend.remove('party_guests', id);
    return Response.json({ message: 'the answer is lost' }, { status: 500 });
  });
  const { dialog } = await openGuests();
  await dialog.getByRole('button', { name: 'Remove Several' }).click();
  await dialog.getByRole('checkbox', { name: 'Ben' }).click();
  await dialog.getByRole('checkbox', { name: 'Tom' }).click();
  await dialog.getByRole('button', { name: 'Remove 2 guests' }).click();
  await dialog.getByRole('button', { name: 'Take Off' }).click();
  await expect.element(dialog.getByText('Off the list')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect(dialog.getByText(/Could not take/).query()).toBeNull();
});

test('Without network a removal of several that failed midway shows who is left.', async () => {
  let deletions = 0;
  let goOnline: (() => void) | undefined;
  answerAsBackend({ party_invitations: [invitation], party_guests: crowd }, ({ method, path }) => {
    if (path.includes('/rpc/')) return Response.json(null);
    if (method !== 'DELETE') return undefined;
    deletions += 1;
    if (deletions === 1) goOnline = goOffline();
    return undefined;
  });
  onTestFinished(() => goOnline?.());
  const { dialog } = await openGuests();
  await dialog.getByRole('button', { name: 'Remove Several' }).click();
  await dialog.getByRole('checkbox', { name: 'All under “Coming”' }).click();
  await dialog.getByRole('button', { name: 'Remove 103 guests' }).click();
  const text = /Still on it, and still chosen: 3 guests\. Try again once there is a network\./;
  await expect.element(dialog.getByText(text)).toBeVisible();
  await expect.element(dialog.getByText('3 chosen')).toBeVisible();
  await expect.element(dialog.getByRole('region', { name: 'Coming (3)' })).toBeVisible();
});

test('After a party its link can still be ended.', async () => {
  const past = { ...party, celebrationDate: date('2026-06-01') };
  const backend = answerWith(
    {},
    {
      revoke_invitation_links: () =>
        backend.change('party_invitations', 'i1', { has_link: false, link_token: null }) ?? null,
    },
  );
  const { dialog } = await openGuests([past]);
  await expect.element(dialog.getByText(/its link still opens the page/)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: /^Make/ })).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'End the Link' }).click();
  await dialog.getByRole('button', { name: 'End It' }).click();
  await expect.element(dialog.getByText('Link ended')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'End the Link' })).not.toBeInTheDocument();
});

test('A removal that fails brings the guest back.', async () => {
  const backend = answerAsBackend({ party_invitations: [invitation], party_guests: [ben] }, ({ method }) =>
    method === 'DELETE' ? Response.json({ message: 'no' }, { status: 500 }) : undefined,
  );
  const { dialog } = await openGuests();
  await dialog.getByRole('button', { name: 'Remove Ben' }).click();
  await expect.element(dialog.getByText('Could not take Ben off the list. Please try again.')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Remove Ben' })).toBeVisible();
  expect(backend.rows('party_guests')).toHaveLength(1);
});

test('Settings are checked, saved, and told in words.', async () => {
  const { rows } = answerWith({});
  const { dialog } = await openGuests();
  await expect.element(dialog.getByText('Everybody with the link sees the place.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Change Settings' }).click();
  await expect.element(dialog.getByText(/description of the party is for everybody with the link/)).toBeVisible();
  await dialog.getByLabelText('Who sees the place?').selectOptions('yes');
  await dialog.getByLabelText('What do guests see of each other?').selectOptions('names');
  await dialog.getByLabelText(/^How many people may come/).fill('0');
  await dialog.getByLabelText(/^Answers until/).fill('2026-07-02');
  await dialog.getByLabelText(/^A word to your guests/).fill('Bring a towel.');
  await dialog.getByLabelText(/^What they may bring/).fill('Cake\n\nCake\nTowels');
  await dialog.getByRole('button', { name: 'Save Settings' }).click();
  await expect.element(dialog.getByText('Please enter a number, or leave it empty.').first()).toBeVisible();
  await dialog.getByLabelText(/^How many people may come/).fill('12');
  await dialog.getByLabelText(/^Answers until/).fill('2026-06-30');
  await dialog.getByRole('button', { name: 'Save Settings' }).click();
  await expect.element(dialog.getByText('Invitation updated!')).toBeVisible();
  expect(rows('party_invitations')[0]).toMatchObject({
    ...{ place_for: 'yes', guest_list: 'names', most_people: 12, answer_until: '2026-06-30' },
    ...{ message: 'Bring a towel.', bring_list: ['Cake', 'Towels'] },
  });
  await expect.element(dialog.getByText('12 people may come.')).toBeVisible();
  await expect.element(dialog.getByText('Answers until June 30, 2026.')).toBeVisible();
});

test('The focus comes back to what opened a form or a question.', async () => {
  answerWith({ guests: [mia, tom] });
  const { dialog } = await openGuests();
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  for (const opener of ['Change Settings', 'Add a Guest', 'Change the answer of Tom']) {
    await button(opener).click();
    await button('Cancel').click();
    await expect.element(button(opener)).toHaveFocus();
  }
  await button('Change Settings').click();
  await button('Save Settings').click();
  await expect.element(button('Change Settings')).toHaveFocus();
  await button('Remove Tom').click();
  await button('Keep').click();
  await expect.element(button('Remove Tom')).toHaveFocus();
  await button('End the Link').click();
  await button('Keep It').click();
  await expect.element(button('End the Link')).toHaveFocus();
  await button('Remove Several').click();
  const box = dialog.getByRole('checkbox', { name: 'Tom' });
  await box.click();
  await button('Remove Tom').click();
  await button('Keep').click();
  await expect.element(box).toHaveFocus();
});

test('What was typed about a guest survives Escape.', async () => {
  answerWith({});
  const { screen, dialog } = await openGuests();
  await dialog.getByRole('button', { name: 'Add a Guest' }).click();
  await dialog.getByLabelText('Name', { exact: true }).fill('Grandma');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.getByRole('button', { name: /Cake Day/ }).click();
  await dialog.getByRole('button', { name: 'Add a Guest' }).click();
  await expect.element(dialog.getByLabelText('Name', { exact: true })).toHaveValue('Grandma');
  await expect.element(dialog.getByText('Picked up where you left off.')).toBeVisible();
});

test('The list can be copied as text and saved as a table.', async () => {
  answerWith({ guests: [mia] });
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const saveFile = vi.mocked(sharing.saveFile).mockImplementation(() => undefined);
  const { dialog } = await openGuests();
  await dialog.getByRole('button', { name: 'Copy List' }).click();
  await expect.element(dialog.getByText('Copied to clipboard!')).toBeVisible();
  expect(writeText.mock.lastCall?.[0]).toContain('- Mia; 2 adults, 1 child; with Pip (small); allergies: peanuts');
  await dialog.getByRole('button', { name: 'Save as CSV' }).click();
  const [file] = saveFile.mock.lastCall ?? [];
  expect(file?.name).toBe('Cake-Day-guests.csv');
  expect(await file?.text()).toContain('Mia,Coming,2,1,1,Pip (small),peanuts,Salad,,mia@example.com\r\n');
});

test('Without network the list is as last seen, and a change says that it needs one.', async () => {
  const { requests } = answerWith({ guests: [ben] });
  const { screen, dialog } = await openGuests();
  await expect.element(dialog.getByRole('button', { name: 'Remove Ben' })).toBeVisible();
  await screen.unmount();
  onTestFinished(goOffline());
  requests.length = 0;
  const { dialog: offline } = await openGuests();
  await expect.element(offline.getByText(/These are your guests as we saw them last/)).toBeVisible();
  await offline.getByRole('button', { name: 'Remove Ben' }).click();
  await expect.element(offline.getByText('You are offline')).toBeVisible();
  await expect.element(offline.getByRole('button', { name: 'Remove Ben' })).toBeVisible();
  expect(requests.filter((request) => !isOfPicture(request))).toEqual([]);
});

test('Without network guests are dropped from this device 30 days after their party, and how many they were stays.', async () => {
  answerWith({ guests: [mia, ben] });
  const { screen, dialog } = await openGuests();
  await expect.element(dialog.getByText('peanuts', { exact: false }).first()).toBeVisible();
  await screen.unmount();
  onTestFinished(goOffline());
  const keptGuests = async () => ((await readStored('seen', `${ownerId}/party_guests`)) as unknown[]).length;
  const openOn = async (month: number, day: number) => {
    setToday(2026, month, day);
    const opened = await openGuests();
    await expect.element(opened.dialog.getByText(/These are your guests as we saw them last/)).toBeVisible();
    return opened;
  };
  await changeStored('seen', `${ownerId}/birthday_celebrations`, () => [party]);
  const before = await openOn(7, 31);
  expect(await keptGuests()).toBe(2);
  await before.screen.unmount();
  const after = await openOn(8, 1);
  expect(await keptGuests()).toBe(0);
  await expect.element(after.dialog.getByText(/deleted a month after the party/)).toBeVisible();
  await expect.element(after.dialog.getByText('1 yes, 1 maybe.')).toBeVisible();
  expect(after.dialog.getByText(/peanuts/).query()).toBeNull();
});

test('Without network the guests of a party that is gone from the pack are dropped, unless it is known to be called off.', async () => {
  const partyOf = (end: string) => `00000000-0000-4000-8000-0000000000${end}`;
  const gone = { ...invitation, id: 'i2', party_id: partyOf('f2') };
  const calledOff = {
    ...invitation,
    id: 'i3',
    party_id: partyOf('f3'),
    cancelled_party: { title: 'Swim', date: '2026-07-02' },
  };
  const guests = [ben, { ...mia, invitation_id: 'i2' }, { ...tom, invitation_id: 'i3' }];
  answerWith({ invitations: [invitation, gone, calledOff], guests });
  const { screen, dialog } = await openGuests();
  await expect.element(dialog.getByRole('button', { name: 'Remove Ben' })).toBeVisible();
  await screen.unmount();
  onTestFinished(goOffline());
  await changeStored('seen', `${ownerId}/birthday_celebrations`, () => [party]);
  const names = async () =>
    ((await readStored('seen', `${ownerId}/party_guests`)) as { name: string }[]).map(({ name }) => name);
  const { screen: offline, dialog: list } = await openGuests();
  await expect.element(list.getByRole('button', { name: 'Remove Ben' })).toBeVisible();
  expect(await names()).toEqual(['Ben', 'Tom']);
  await offline.unmount();

  setToday(2026, 8, 2);
  const later = await renderPack();
  await expect.element(later.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(names).toEqual([]);
});

test('The guests of a party that was called off stay in reach, first those whom only their host can tell.', async () => {
  const calledOff = { ...invitation, has_link: true, cancelled_party: { title: 'Cake Day', date: '2026-07-01' } };
  const eve = guest('Eve', { answer: 'no' });
  answerWith({ invitations: [calledOff], guests: [mia, { ...ben, note: 'Call 555 0101' }, eve] });
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const screen = await renderPack([]);
  await userEvent.keyboard('{Shift}');
  const section = screen.getByRole('region', { name: 'Called Off' });
  await expect.element(section).toMatchTextContent(/Cake Day, July 1, 2026/);
  await section.getByRole('button', { name: 'See Guests of Cake Day' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Guests of Cake Day' });
  await expect.element(dialog.getByText(/We keep this list until July 31, 2026\./)).toBeVisible();
  await expect
    .element(dialog.getByRole('region', { name: 'Tell Them Yourself' }))
    .toMatchTextContent(/BenYou|Ben.*555 0101/);
  await expect
    .element(dialog.getByRole('region', { name: 'Told by Mail' }))
    .toMatchTextContent(/Mia.*mia@example\.com/);
  await expect.element(dialog.getByRole('region', { name: 'Had Said No' })).toMatchTextContent(/Eve/);
  await dialog.getByRole('button', { name: 'Copy List' }).click();
  await expect.poll(() => writeText.mock.lastCall?.[0]).toContain('- Ben; 1 adult; “Call 555 0101”');
});

test('While the own address is not proved, all guests of a party that was called off are their host’s to tell.', async () => {
  const calledOff = { ...invitation, cancelled_party: { title: 'Cake Day', date: '2026-07-01' } };
  answerWith({ invitations: [calledOff], guests: [mia, ben] }, { is_own_address_proven: () => false });
  const screen = await renderPack([]);
  await userEvent.keyboard('{Shift}');
  await screen.getByRole('button', { name: 'See Guests of Cake Day' }).click();
  await expect.element(screen.getByRole('region', { name: 'Tell Them Yourself' })).toMatchTextContent(/Mia.*Ben/);
  expect(screen.getByRole('region', { name: 'Told by Mail' }).query()).toBeNull();
});

test('Nobody is listed of a party that was called off without guests, or is on again.', async () => {
  const off = { cancelled_party: { title: 'Swim', date: '2026-07-01' } };
  const alone = { ...invitation, id: 'i2', party_id: '00000000-0000-4000-8000-0000000000f2', ...off };
  answerWith({ invitations: [{ ...invitation, ...off }, alone], guests: [ben] });
  const screen = await renderPack();
  await expect.element(screen.getByRole('button', { name: /^Coming|^Guests: nobody/ })).toBeVisible();
  expect(screen.getByRole('region', { name: 'Called Off' }).query()).toBeNull();
});

test('A guest who phoned is sent a link to their answer, the same one for as long as the form is open.', async () => {
  const own = 'G'.repeat(43);
  const makeGuestLink = vi.fn(() => own);
  answerWith({ guests: [ben, mia] }, { make_guest_link: makeGuestLink });
  const share = vi.fn().mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
  const { dialog } = await openGuests();
  await dialog.getByRole('button', { name: 'Change the answer of Ben' }).click();
  await expect.element(dialog.getByText(/^No email yet, .*so it is only for Ben\.$/)).toBeVisible();
  for (const times of [1, 2]) {
    await dialog.getByRole('button', { name: 'Send Their Link' }).click();
    await expect.poll(() => share.mock.calls.length).toBe(times);
  }
  expect(share.mock.lastCall).toEqual([
    {
      title: 'Cake Day',
      text: 'Your answer to Cake Day. Change it here, or leave your email for news:',
      url: `${window.location.origin}/i/${own}`,
    },
  ]);
  expect(makeGuestLink.mock.calls).toEqual([[{ guest_id: ben.id }]]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Change the answer of Mia' }).click();
  await expect.element(dialog.getByText(/^They lost their link\?/)).toBeVisible();
});

test('A guest with an address is mailed their link again, and what hinders it is said.', async () => {
  let answered: unknown = true;
  const mail = vi.fn(() => answered);
  answerWith({ guests: [mia, ben] }, { mail_guest_link: mail, is_own_address_proven: () => true });
  const { dialog } = await openGuests();
  await dialog.getByRole('button', { name: 'Change the answer of Ben' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Send Their Link', exact: true })).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Send Their Link Again' }).query()).toBeNull();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Change the answer of Mia' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Send It Yourself' })).toBeVisible();
  const again = dialog.getByRole('button', { name: 'Send Their Link Again' });
  await again.click();
  await expect
    .element(dialog.getByText('We mail their link to mia@example.com, at most three times a day.'))
    .toBeVisible();
  expect(mail.mock.calls).toEqual([[{ guest_id: mia.id }]]);

  const refusal = (status: number, body: object = {}) => Response.json({ message: 'no', ...body }, { status });
  const hindrances = [
    [false, 'This guest has left the list, or taken their address off it.'],
    [refusal(403, { code: '42501' }), 'Please sign in again, then send the link once more.'],
    [refusal(429, { code: 'over_request_rate_limit' }), /^That was too often in a row\. Please wait/],
    [refusal(503), 'We cannot be reached just now. Please try again soon.'],
    [refusal(400), 'Could not mail the link. Please try again.'],
  ] as const;
  // The button moves when an older message leaves the dialog, and a press at that moment would miss it.
  const messages = dialog.getByRole('region', { name: /^Notifications of this dialog/ }).getByRole('listitem');
  const pressAndRead = async (words: string | RegExp) => {
    await expect.poll(() => messages.elements().length).toBe(1);
    await again.click();
    await expect.element(dialog.getByText(words)).toBeVisible();
  };
  for (const [answer, words] of hindrances) {
    answered = answer;
    await pressAndRead(words);
  }
  onTestFinished(goOffline());
  answered = Response.error();
  await pressAndRead(/^This needs a network\./);
});

test('While the own address is not proved, a link that is mailed again is told to wait.', async () => {
  answerWith({ guests: [mia] }, { mail_guest_link: () => true, is_own_address_proven: () => false });
  const { dialog } = await openGuests();
  await expect.element(dialog.getByRole('button', { name: 'Confirm My Address' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Change the answer of Mia' }).click();
  await dialog.getByRole('button', { name: 'Send Their Link Again' }).click();
  await expect.element(dialog.getByText('Their link goes out once you have confirmed your own address.')).toBeVisible();
});

test('Answers with the same address are marked, however it is written.', async () => {
  const ada = guest('Ada', { email: 'Mia@Example.com', answer: 'no' });
  const eve = guest('Eve', { email: 'eve@example.com' });
  const { change } = answerWith({ guests: [mia, ada, eve, ben, tom] });
  const { dialog } = await openGuests();
  const row = (name: string) =>
    dialog.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Remove ${name}` }) });
  await expect.element(row('Mia').getByText('Same email as Ada', { exact: true })).toBeVisible();
  await expect.element(row('Ada').getByText('Same email as Mia', { exact: true })).toBeVisible();
  for (const name of ['Eve', 'Ben', 'Tom']) await expect.element(row(name)).not.toMatchTextContent(/Same email/);
  change('party_guests', 'guest-Eve', { email: 'MIA@example.com' });
  await dialog.getByRole('button', { name: 'Change the answer of Ben' }).click();
  await dialog.getByRole('button', { name: 'Save Answer' }).click();
  await expect.element(row('Mia').getByText(/^Same email as (Ada|Eve) and 1 more$/)).toBeVisible();
});

test('A link to an answer that cannot be made says so, and nothing is sent.', async () => {
  let answered: unknown = null;
  answerWith({ guests: [ben] }, { make_guest_link: () => answered });
  const share = vi.fn();
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'share'));
  const { dialog } = await openGuests();
  await dialog.getByRole('button', { name: 'Change the answer of Ben' }).click();
  await dialog.getByRole('button', { name: 'Send Their Link' }).click();
  await expect.element(dialog.getByText('Changed elsewhere')).toBeVisible();
  answered = Response.json({ message: 'no' }, { status: 500 });
  await dialog.getByRole('button', { name: 'Send Their Link' }).click();
  await expect.element(dialog.getByText('Could not make the link. Please try again.')).toBeVisible();
  expect(share).not.toHaveBeenCalled();
});

test('Guests that this device has never seen are asked for again when there is a network.', async () => {
  answerWith({ guests: [ben] });
  const goOnline = goOffline();
  onTestFinished(goOnline);
  const { dialog } = await openGuests();
  await expect.element(dialog.getByText(/this device has not seen them yet/)).toBeVisible();
  goOnline();
  window.dispatchEvent(new Event('online'));
  await dialog.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Remove Ben' })).toBeVisible();
});

test('After a party its list speaks of what has been, and asks for nothing to be brought.', async () => {
  const past = { ...party, celebrationDate: date('2026-06-14') };
  answerWith({ guests: [mia, ben] });
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { dialog } = await openGuests([past]);
  await expect.element(dialog.getByRole('region', { name: 'Came (1)' })).toMatchTextContent(/Mia/);
  const brought = dialog.getByRole('region', { name: 'Brought' });
  await expect.element(brought).toMatchTextContent(/Salad \(Mia\)$/);
  await dialog.getByRole('button', { name: 'Copy List' }).click();
  await expect.poll(() => writeText.mock.lastCall?.[0]).toMatch(/^Cake Day\nCame: 3 people and 1 dog\n/);
});

test('After a party its figures stay, also when the answers have been deleted, and nobody is invited.', async () => {
  const past = { ...party, celebrationDate: date('2026-06-01') };
  const purged_counts = { yes: 4, maybe: 1, no: 0, people: 7, adults: 5, children: 2, dogs: 3 };
  answerWith({ invitations: [{ ...invitation, purged_counts }] });
  const { screen, dialog } = await openGuests([past]);
  await expect.element(screen.getByText(/^Came: 7 people and 3 dogs/)).toBeInTheDocument();
  await expect.element(dialog.getByText('4 yes, 1 maybe.')).toBeVisible();
  await expect.element(dialog.getByText(/deleted a month after the party/)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Copy Link' })).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('button', { name: 'Add a Guest' })).not.toBeInTheDocument();
});

test('A host whose address is not proved is told that mails wait, and asks for the mail that proves it.', async () => {
  const asked = vi.fn(() => null);
  answerWith({}, { is_own_address_proven: () => false, ask_for_address_proof: asked });
  const { dialog } = await openGuests();
  await expect.element(dialog.getByText(/once you have confirmed your own/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Confirm My Address' }).click();
  await expect.element(dialog.getByText(/A mail is on its way/)).toBeVisible();
  expect(asked).toHaveBeenCalledTimes(1);
});

test.for([
  ['While nobody has answered the link stands above', [], 'The Invitation'],
  ['With answers the link stands below', [mia], 'Confirm My Address'],
] as const)('%s what is to be confirmed.', async ([, guests, first]) => {
  answerWith({ guests: [...guests] }, { is_own_address_proven: () => false });
  const { dialog } = await openGuests();
  await expect.element(dialog.getByRole('button', { name: 'Confirm My Address' })).toBeVisible();
  const text = dialog.element().textContent ?? '';
  const places = ['The Invitation', 'Confirm My Address'].sort((one, other) => text.indexOf(one) - text.indexOf(other));
  expect(places[0]).toBe(first);
});

test('A party says how many guests are told of its change, by mail or by their host.', async () => {
  const away = guest('Eve', { answer: 'no', email: 'eve@example.com' });
  answerWith({ guests: [mia, ben, tom, away] });
  const screen = await renderPack();
  await expect
    .element(screen.getByRole('status'))
    .toMatchTextContent(/1 guest gets a mail in a few minutes\. 2 guests left no address: please tell them yourself\./);
});

test('The form of a party hears that guests read its description, where they do not all see its place.', async () => {
  const backend = answerWith({ invitations: [{ ...invitation, place_for: 'yes' }] });
  const screen = await renderPack();
  const hint = /^All your guests read this, also those who do not see the place yet/;
  await expect.element(screen.getByText(hint)).toBeInTheDocument();
  await screen.unmount();
  backend.change('party_invitations', 'i1', { place_for: 'all' });
  const open = await renderPack();
  await expect.element(open.getByRole('button', { name: /Cake Day/ })).toBeVisible();
  expect(open.getByText(hint).query()).toBeNull();
});

test('While the own address is not proved, a party says of its change that no mail goes out.', async () => {
  answerWith({ guests: [mia, ben] }, { is_own_address_proven: () => false });
  const screen = await renderPack();
  const telling = /Mails wait until you have confirmed your own address: please tell your 2 guests yourself\./;
  await expect.element(screen.getByRole('status')).toMatchTextContent(telling);
});

test.for([320, 390, 1280])('The longest words stay within the dialog in a window %i wide.', async (width) => {
  await page.viewport(width, 800);
  const long = guest('W'.repeat(60), {
    ...{ dogs: Array.from({ length: 6 }, () => ({ name: 'W'.repeat(60), size: 'giant' })), allergies: 'W'.repeat(300) },
    ...{ note: 'W'.repeat(500), email: `${'w'.repeat(64)}@${'w'.repeat(63)}.com`, brings: ['W'.repeat(60)] },
  });
  answerWith({
    invitations: [{ ...invitation, message: 'W'.repeat(1000), bring_list: ['W'.repeat(60)] }],
    guests: [long, mia],
  });
  const { dialog } = await openGuests();
  await expect.element(dialog.getByRole('button', { name: 'Copy Link' })).toBeVisible();
  expect(contentOutside(dialog.element())).toEqual([]);
  await dialog.getByRole('button', { name: 'Change the answer of Mia' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Save Answer' })).toBeVisible();
  expect(contentOutside(dialog.element())).toEqual([]);
});
