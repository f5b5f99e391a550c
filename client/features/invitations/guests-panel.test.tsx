import { QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { date } from '../../../domain/testing/dates.ts';
import { forgetNetwork, notePause } from '../../data/network.ts';
import { changeStored, readStored } from '../../data/offline/database.ts';
import type { Invitation } from '../../data/records/invitations.ts';
import type { Party } from '../../data/records/parties.ts';
import { useToday } from '../../shared/use-today.ts';
import { standIn } from '../../testing/browser.ts';
import { emulatePaper } from '../../testing/media.ts';
import { contentOutside } from '../../testing/overflow.ts';
import { answerAsBackend, type Row } from '../../testing/pretend-backend.ts';
import { goOffline, type SeenRequest } from '../../testing/pretend-network.ts';
import { session, storeSession } from '../../testing/pretend-session.ts';
import { askingOnce } from '../../testing/render-app.tsx';
import { rex } from '../../testing/sample-dogs.ts';
import { guestRow as guest, invitationRow, cakeDay as party } from '../../testing/sample-parties.ts';
import { setToday } from '../../testing/today.ts';
import * as sharing from '../../ui/share.ts';
import { dismissToasts, showQuestion, showSuccess, Toaster } from '../../ui/toaster.tsx';
import { CallOffQuestion } from './call-off-question.tsx';
import { CalledOffGuests, CalledOffParties } from './called-off-guests.tsx';
import { useGuests } from './guest-book.ts';
import { AtAGlance } from './guest-list.tsx';
import { WhoComes } from './guests-panel.tsx';
import { NewAnswers } from './new-answers.tsx';
import type { PartyGuests } from './read-guest-book.ts';
import { SendInvite } from './send-invite.tsx';

vi.mock('../../ui/share.ts', { spy: true });

const ownerId = session.user.id;
const url = `${window.location.origin}/i/${'T'.repeat(43)}`;

const invitation = invitationRow(party, { bring_list: ['Salad', 'Plates'] });

const noLink = { has_link: false, link_token: null };
const calledOff = { ...invitation, cancelled_party: { title: 'Cake Day', date: '2026-07-01' } };
const mia = guest('Mia', {
  ...{ adults: 2, children: 1, dogs: [{ name: 'Pip', size: 'small' }], allergies: 'peanuts', email: 'mia@example.com' },
  ...{ brings: ['Salad'], answered_at: '2026-06-11T10:00:00.123456+00:00' },
});
const ben = guest('Ben', { answer: 'maybe', answered_at: null });
const tom = guest('Tom', { waiting_since: '2026-06-09T10:00:00+00:00' });

beforeEach(() => setToday(2026, 6, 15));
beforeEach(() => storeSession());

/** Stands in for the backend. `calls` answers its functions, by name, and `first` may answer in place of the tables. */
function answerWith(
  { invitations = [invitation], guests = [] as Row[] },
  calls: Record<string, (body: unknown) => unknown> = {},
  first: (request: SeenRequest) => Response | undefined = () => undefined,
) {
  const backend = answerAsBackend({ party_invitations: invitations, party_guests: guests }, (request) => {
    const [, name] = /\/rpc\/(\w+)/.exec(request.path) ?? [];
    return name ? answerOf(calls[name]?.(request.body) ?? null) : first(request);
  });
  /** How often the page has asked for new answers. */
  const asked = () => backend.requests.filter(({ path }) => path.includes('limit=1')).length;
  return { ...backend, asked };
}

const answerOf = (answer: unknown) => (answer instanceof Response ? answer : Response.json(answer));

/** Holds the clock that asks for new answers. */
const holdClock = () =>
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(2026, 5, 15, 12) });

const inPack = [rex];
const owner = { id: ownerId, email: 'rex@example.com', name: 'Maria', newEmail: null };
const dogOf = ({ invitation: { cancelledParty } }: PartyGuests) =>
  inPack.find(({ id }) => id === cancelledParty?.dogId);
const noPicture = async () => null;

/** What the owner's pages show of guests: the news, parties that are called off, and those of each party. */
function Pages({ parties, isPartyOpen }: { parties: Party[]; isPartyOpen: boolean }) {
  const { book, tellingOf } = useGuests(ownerId, true, isPartyOpen);
  const today = useToday();
  const onIds = new Set(parties.map(({ id }) => id));
  const calledOff = [...book].filter(([id]) => !onIds.has(id)).map(([, guests]) => guests);
  return (
    <main>
      <h1>Your Parties</h1>
      <NewAnswers ownerId={ownerId} book={book} parties={parties} dogs={inPack} today={today} isShown />
      <CalledOffParties book={book} onIds={onIds} />
      {calledOff.map((guests) => (
        <CalledOffGuests key={guests.invitation.id} {...{ ownerId, guests }} dog={dogOf(guests)} />
      ))}
      {(isPartyOpen ? parties : []).map((each) => (
        <div key={each.id}>
          <WhoComes ownerId={ownerId} dog={rex} party={each} isOut={false} />
          <SendInvite
            owner={owner}
            dog={rex}
            party={each}
            isNew={false}
            isPlaceHidden={false}
            picture={noPicture}
            isOut={false}
            onShared={() => {}}
          />
          {book.get(each.id) && <AtAGlance guests={book.get(each.id)!} isPast={each.celebrationDate < today} />}
          <output>{tellingOf(each)}</output>
        </div>
      ))}
      <Toaster />
    </main>
  );
}

let client = askingOnce();

async function renderPages(parties = [party], isPartyOpen = true) {
  client = askingOnce();
  return render(
    <QueryClientProvider client={client}>
      <Pages parties={parties} isPartyOpen={isPartyOpen} />
    </QueryClientProvider>,
  );
}

/** Waits until the page has asked `times` times for new answers, and knows the last ones: the time until it asks again runs from then. */
async function knowAnswers(asked: () => number, times: number) {
  await expect.poll(asked).toBe(times);
  await expect.poll(() => client.isFetching()).toBe(0);
}

/** Opens the page of the party. */
async function openGuests(parties = [party]) {
  const screen = await renderPages(parties);
  const list = screen.getByRole('main');
  await expect.element(list.getByRole('region', { name: 'Guests', exact: true })).toBeVisible();
  return { screen, list };
}

type List = Awaited<ReturnType<typeof openGuests>>['list'];
const more = (list: List) => list.getByRole('button', { name: 'More for the guest list' }).click();
const change = (list: List, name: string) => list.getByRole('button', { name: `Change the answer of ${name}` });
/** Waits until the settings are known. A press that comes before makes a link first. */
const knowSettings = (list: List) => expect.element(list.getByRole('list', { name: 'Places to share' })).toBeVisible();
/** Opens the settings, with the link. */
async function openSettings(list: List) {
  await knowSettings(list);
  await list.getByRole('button', { name: 'Change who sees what' }).click();
}
async function takeOff(list: List, name: string) {
  await change(list, name).click();
  await list.getByRole('button', { name: `Take ${name} Off the List` }).click();
}
async function select(list: List) {
  await more(list);
  await list.getByRole('button', { name: 'Select' }).click();
}

/** Whether a request keeps the picture for chats, which happens in the background at any time. */
const isOfPicture = ({ path, body }: SeenRequest) =>
  path.startsWith('/storage/') || (typeof body === 'object' && body !== null && 'preview' in body);
const written = (requests: SeenRequest[], method: string) =>
  requests.filter(
    (request) => request.method === method && !isOfPicture(request) && !request.path.endsWith('/is_own_address_proven'),
  );

test('Guests are asked for only where there are invitations, and a party without one offers to send it. @10.275 @10.286', async () => {
  const { requests } = answerWith({ invitations: [] });
  const screen = await renderPages();
  await expect.element(screen.getByRole('button', { name: 'Send Invite' })).toBeVisible();
  await expect.element(screen.getByText("The table's set. Who's coming?")).toBeVisible();
  await expect.element(screen.getByText(/^Anyone with the link can answer\./)).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'Guests', exact: true })).not.toBeInTheDocument();
  expect(requests.some(({ path }) => path.includes('/party_invitations'))).toBe(true);
  expect(requests.some(({ path }) => path.includes('/party_guests'))).toBe(false);
});

test('Answers come within seconds while the page of the party is open, and their dogs take chairs. @10.266', async () => {
  holdClock();
  const backend = answerWith({ guests: [ben] });
  const { list } = await openGuests();
  await expect.element(list.getByText('1 maybe')).toBeVisible();
  for (const [index, name] of ['Ada', 'Bea', 'Cy', 'Dee', 'Eve', 'Fay'].entries()) {
    const dog = { name: `${name}'s dog`, size: 'small' };
    backend.add('party_guests', { ...guest(name, { dogs: [dog] }), version: index + 2 });
    await vi.advanceTimersByTimeAsync(5_000);
    await expect.element(list.getByRole('button', { name: `Change the answer of ${name}` })).toBeVisible();
    await expect
      .poll(() => list.getByRole('list', { name: 'At the table' }).getByRole('listitem').all().length)
      .toBe(index + 2);
  }
  backend.remove('party_guests', 'guest-Ada');
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.element(list.getByText('Ada', { exact: true })).not.toBeInTheDocument();
});

test('An open page asks for new answers only while it is seen, and less often after a failure. @10.266', async () => {
  holdClock();
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  let isBroken = false;
  const { asked } = answerWith({ guests: [ben] }, {}, ({ path }) =>
    isBroken && path.includes('limit=1') ? Response.json({ message: 'broken' }, { status: 400 }) : undefined,
  );
  await openGuests();
  const askedAfter = async (seconds: number) => {
    const before = asked();
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
    return asked() - before;
  };
  await knowAnswers(asked, 1);
  await vi.advanceTimersByTimeAsync(5_000);
  await knowAnswers(asked, 2);

  visibility.mockReturnValue('hidden');
  window.dispatchEvent(new Event('visibilitychange'));
  expect(await askedAfter(60)).toBe(0);
  isBroken = true;
  visibility.mockReturnValue('visible');
  window.dispatchEvent(new Event('visibilitychange'));
  await knowAnswers(asked, 3);
  expect(await askedAfter(25)).toBe(0);
  await vi.advanceTimersByTimeAsync(5_000);
  await knowAnswers(asked, 4);
});

test('An open page asks for new answers no sooner than the backend allows.', async () => {
  holdClock();
  onTestFinished(forgetNetwork);
  notePause(new Response(null, { status: 429, headers: { 'Retry-After': '50' } }));
  const { asked } = answerWith({ guests: [ben] });
  await openGuests();
  await knowAnswers(asked, 1);
  await vi.advanceTimersByTimeAsync(45_000);
  expect(asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(5_000);
  await knowAnswers(asked, 2);
});

test('Elsewhere new answers come every half a minute, and are announced.', async () => {
  holdClock();
  const backend = answerWith({ guests: [ben] });
  const screen = await renderPages([party], false);
  await knowAnswers(backend.asked, 1);
  await vi.advanceTimersByTimeAsync(25_000);
  expect(backend.asked()).toBe(1);
  backend.add('party_guests', { ...mia, version: 2 });
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.poll(backend.asked).toBe(2);
  await expect.element(screen.getByRole('complementary')).toMatchTextContent(/1 new answer for Cake Day/);
});

test('The link is copied by itself and ended after a second press, and the next invite makes another one. @10.267 @10.272 @10.282', async () => {
  const share = vi.fn().mockResolvedValue(undefined);
  const next = 'N'.repeat(43);
  standIn({ share });
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const setLink = (columns: object) => backend.change('party_invitations', 'i1', columns);
  const backend = answerWith(
    {},
    {
      make_invitation_link: () => setLink({ has_link: true, link_token: next }) ?? next,
      revoke_invitation_links: () => setLink(noLink),
    },
  );
  const { list } = await openGuests();
  await openSettings(list);
  await list.getByRole('button', { name: 'Copy Link' }).click();
  await expect.element(list.getByText('Copied to clipboard!')).toBeVisible();
  expect(writeText).toHaveBeenLastCalledWith(url);
  await list.getByRole('button', { name: 'Turn Off Link' }).click();
  await expect.element(list.getByRole('button', { name: 'Turn It Off' })).toHaveFocus();
  expect(backend.requests.filter(({ path }) => path.includes('revoke'))).toEqual([]);
  await list.getByRole('button', { name: 'Turn It Off' }).click();
  await expect.element(list.getByText('Link turned off')).toBeVisible();
  expect(backend.requests.find(({ path }) => path.includes('revoke'))?.body).toEqual({ invitation_id: 'i1' });
  await expect.element(list.getByRole('button', { name: 'Copy Link' })).not.toBeInTheDocument();
  await expect.element(list.getByRole('heading', { level: 1 })).toHaveFocus();
  await list.getByRole('button', { name: 'Cancel' }).click();
  await list.getByRole('button', { name: 'Send Invite' }).click();
  await expect
    .poll(() => share.mock.calls.map(([data]) => data.text))
    .toEqual([expect.stringContaining(`: ${window.location.origin}/i/${next}\n`)]);
});

test('Chats get a picture with the link, another one when the party changes, and none after its end. @10.259', async () => {
  const backend = answerWith({}, { revoke_invitation_links: () => null });
  const preview = () => backend.rows('party_invitations')[0]?.preview;
  const removed = () => backend.requests.flatMap(({ method, body }) => (method === 'DELETE' ? [body] : []));
  // Titles of this test only. A picture with another one may be under way since an earlier test, is not drawn twice, and may still come.
  const before = await renderPages([{ ...party, title: 'Bone Day' }]);
  await expect.poll(preview).toMatch(/^1\/i1-[0-9a-f]{16}\.jpg$/);
  const first = preview();
  await before.unmount();

  const { list } = await openGuests([{ ...party, title: 'Ball Day' }]);
  await expect.poll(preview).not.toBe(first);
  await expect.poll(removed).toHaveLength(1);
  const former = removed();
  const second = preview();
  expect(former).not.toEqual([{ prefixes: [second] }]);
  // Only after the next reading does the page know which picture goes with the link.
  const steps = () => backend.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
  const lastReading = () => steps().lastIndexOf('GET /rest/v1/party_invitations');
  await expect.poll(() => lastReading() > steps().findIndex((step) => step.startsWith('DELETE'))).toBe(true);

  await openSettings(list);
  await list.getByRole('button', { name: 'Turn Off Link' }).click();
  await list.getByRole('button', { name: 'Turn It Off' }).click();
  await expect.poll(removed).toEqual([...former, { prefixes: [second] }]);
});

test('Heads and dogs are counted in words, with allergies and what is brought at a glance. @10.274', async () => {
  const allergic = [
    { ...ben, allergies: 'eggs' },
    { ...tom, adults: 3, allergies: 'nuts' },
  ];
  answerWith({ guests: [{ ...mia, note: 'שקדים' }, ...allergic] });
  const { list } = await openGuests();
  await expect.element(list.getByText('3 people and 1 dog coming')).toBeVisible();
  await expect.element(list.getByText('2 adults, 1 child · 3 waiting', { exact: false })).toBeVisible();
  await expect.element(list.getByRole('list', { name: 'At the table' })).toMatchTextContent(/Rex.*Pip/);
  await expect
    .element(list.getByRole('region', { name: 'Allergies', exact: true }))
    .toMatchTextContent(/peanuts · Mia$/);
  const perhaps = list.getByRole('region', { name: 'Allergies, if They Come' });
  await expect.element(perhaps).toMatchTextContent(/nuts · Tom, waitlisteggs · Ben, maybe$/);
  const bring = list.getByRole('region', { name: 'To Bring' });
  await expect.element(bring).toMatchTextContent(/Salad · Mia/);
  await expect.element(bring).toMatchTextContent(/Plates · nobody yet/);
  const coming = list.getByRole('region', { name: /^Coming/ });
  await expect.element(coming).toMatchTextContent(/2 adults, 1 child · Pip \(small\) · (?!Allergies)/);
  await expect.element(coming).toMatchTextContent(/mia@example\.com/);
  // A note from right to left does not turn the facts beside it around.
  await expect.element(coming).toMatchTextContent(/ · \u2068“שקדים”\u2069$/);
  await expect.element(list.getByRole('region', { name: /^Maybe/ })).toMatchTextContent(/Added by you/);
  await expect.element(list.getByRole('region', { name: /^Waitlist/ })).toMatchTextContent(/Tom/);
  // Not in a short list.
  expect(list.getByRole('searchbox').query()).toBeNull();
  expect(list.getByRole('radiogroup').query()).toBeNull();
});

test('New answers are told in the pack until the page of their party has been opened. @10.275', async () => {
  const { requests, rows } = answerWith({ guests: [mia, ben, tom] });
  const screen = await renderPages();
  const notice = screen.getByRole('complementary', { name: 'New answers' });
  const row = screen
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Change the answer of Mia' }) });
  await expect.element(row.getByText('New', { exact: true })).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
  await expect.element(row.getByText('New', { exact: true })).toBeVisible();
  expect(rows('party_invitations')[0]).toMatchObject({ answers_seen_at: mia.answered_at });
  expect(written(requests, 'PATCH').map(({ body }) => body)).toEqual([{ answers_seen_at: mia.answered_at }]);
  await screen.unmount();
  // Where every answer is new, none is marked.
  answerWith({ guests: [mia] });
  await renderPages();
  await expect.element(row).toBeVisible();
  await expect.element(row.getByText('New', { exact: true })).not.toBeInTheDocument();
});

test('A yes that became a no is news, which leads to the page of its party. @10.275', async () => {
  const seen = { ...invitation, answers_seen_at: mia.answered_at };
  answerWith({ invitations: [seen], guests: [{ ...mia, answer: 'no', answered_at: '2026-06-12T10:00:00+00:00' }] });
  const screen = await renderPages([party], false);
  await expect.element(screen.getByRole('complementary')).toMatchTextContent(/1 new answer for Cake Day/);
  const link = screen.getByRole('link', { name: 'See Guests of Cake Day' });
  await expect.element(link).toHaveAttribute('href', `#party=${party.id}`);
});

test('A guest who phones is added by hand, once, and without an address; what was typed waits where the page is left. @10.276', async () => {
  const { requests, rows } = answerWith({});
  const { screen, list } = await openGuests();
  await list.getByRole('button', { name: 'Add a Guest' }).click();
  await expect.element(list.getByRole('heading', { name: 'Add a Guest' })).toHaveFocus();
  await list.getByLabelText('Name', { exact: true }).fill(' Grandma ');
  await screen.unmount();
  await openGuests();
  await list.getByRole('button', { name: 'Add a Guest' }).click();
  await expect.element(list.getByText('Picked up where you left off.')).toBeVisible();
  await expect.element(list.getByLabelText('Name', { exact: true })).toHaveValue(' Grandma ');
  await list.getByLabelText('Adults').fill('0');
  await list.getByRole('button', { name: 'Add Guest' }).click();
  await expect.element(list.getByText('At least one person or dog has to come.')).toBeVisible();
  await list.getByRole('button', { name: 'Add a Dog' }).click();
  await list.getByLabelText('Name of dog 1').fill('Pip');
  await list.getByLabelText('Size of dog 1').selectOptions('small');
  await list.getByLabelText('Plates').click();
  await list.getByRole('button', { name: 'Add Guest' }).click();
  await expect.element(list.getByText('On the list!')).toBeVisible();
  await expect.element(list.getByRole('region', { name: /^Coming/ })).toMatchTextContent(/Grandma/);
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

test('An answer is changed for a guest, and one that changed meanwhile is not overwritten. @10.276', async () => {
  const backend = answerWith({ guests: [mia] });
  const { list } = await openGuests();
  await change(list, 'Mia').click();
  await list.getByLabelText('Answer').selectOptions('no');
  await list.getByRole('button', { name: 'Save Answer' }).click();
  await expect.element(list.getByText('Answer updated!')).toBeVisible();
  // Nobody who may come has left an email.
  await expect.element(list.getByRole('button', { name: 'Write to All' })).not.toBeInTheDocument();
  expect(backend.rows('party_guests')[0]).toMatchObject({
    answer: 'no',
    adults: 0,
    dogs: [],
    email: 'mia@example.com',
  });

  await change(list, 'Mia').click();
  await list.getByLabelText(/^Note/).fill('Ill');
  backend.change('party_guests', 'guest-Mia', { answer: 'maybe', adults: 1 });
  await list.getByRole('button', { name: 'Save Answer' }).click();
  // The form, or the guest, may be gone.
  await expect.element(list.getByText(/^The answer of Mia was changed or taken off the list meanwhile/)).toBeVisible();
  await expect.element(list.getByRole('region', { name: /^Maybe/ })).toMatchTextContent(/Mia/);
  expect(backend.rows('party_guests')[0]).toMatchObject({ answer: 'maybe', note: null });
});

test('Who was entered by hand is removed at once, who has answered after a second press, and Undo brings both back. @10.277', async () => {
  const { requests, rows } = answerWith({ guests: [mia, ben] });
  const { list } = await openGuests();
  await takeOff(list, 'Ben');
  await expect.element(list.getByText('Off the list')).toBeVisible();
  await expect.element(change(list, 'Ben')).not.toBeInTheDocument();
  await expect.element(list.getByRole('button', { name: 'Add a Guest' })).toHaveFocus();
  await list.getByRole('button', { name: 'Undo' }).click();
  await expect.element(list.getByText('Back on the list!')).toBeVisible();
  const [again] = written(requests, 'POST').filter(({ path }) => path.includes('/party_guests'));
  // The database accepts no other columns from a host.
  const [restored] = (again?.body ?? []) as object[];
  expect(Object.keys(restored ?? {}).sort()).toEqual(
    'adults,allergies,answer,answer_key,brings,children,dogs,id,invitation_id,name,note,user_id'.split(','),
  );
  await expect.element(change(list, 'Ben')).toBeVisible();

  await takeOff(list, 'Mia');
  expect(written(requests, 'DELETE')).toHaveLength(1);
  const question = list.getByRole('group').filter({ hasText: 'Take Mia off the list?' });
  await expect.element(question).toMatchTextContent(/^The link to their own answer and their email go for good\./);
  await list.getByRole('button', { name: 'Keep', exact: true }).click();
  await list.getByRole('button', { name: 'Take Mia Off the List' }).click();
  await list.getByRole('button', { name: 'Take Off' }).click();
  await expect.poll(() => rows('party_guests').map(({ name }) => name)).toEqual(['Ben']);
});

test('Several guests are removed at once by the keyboard, after a question, and Undo brings back what they answered. @10.277', async () => {
  const { requests, rows } = answerWith({ guests: [mia, ben, tom, guest('Eve', { answer: 'maybe' })] });
  const { list } = await openGuests();
  await select(list);
  await expect.element(list.getByRole('checkbox', { name: /^Mia/ })).toHaveFocus();
  await expect.element(list.getByRole('button', { name: 'Remove', exact: true })).toBeDisabled();
  await expect.element(change(list, 'Ben')).not.toBeInTheDocument();
  await userEvent.keyboard(' ');
  await list.getByRole('checkbox', { name: 'All under “Maybe”' }).click();
  await list.getByRole('checkbox', { name: 'Ben' }).click();
  await expect.element(list.getByText('2 chosen')).toBeVisible();
  await list.getByRole('button', { name: 'Remove 2 guests' }).click();
  const question = list.getByRole('group').filter({ hasText: 'Take 2 guests off the list?' });
  await expect.element(question).toMatchTextContent(/^The links to their own answers and their emails go for good\./);
  expect(written(requests, 'DELETE')).toEqual([]);
  await expect.element(list.getByRole('button', { name: 'Take Off' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => rows('party_guests').map(({ name }) => name)).toEqual(['Ben', 'Tom']);
  expect(written(requests, 'DELETE')).toHaveLength(1);
  await list.getByRole('button', { name: 'Undo' }).click();
  await expect.element(list.getByText('Back on the list!')).toBeVisible();
  expect(rows('party_guests').map(({ name, email }) => [name, email])).toContainEqual(['Mia', undefined]);
  await expect.element(list.getByRole('region', { name: /^Maybe/ })).toMatchTextContent(/Eve/);
});

/** Stands in for the backend. `answer` answers what removes guests, in place of the tables unless it is nothing. */
const answerRemovals = (guests: Row[], answer: () => Response | undefined) =>
  answerWith({ guests }, {}, ({ method }) => (method === 'DELETE' ? answer() : undefined));

/** Chooses guests to remove, and presses the button that does. */
async function removeAll(list: List, boxes: string[], button: string) {
  await select(list);
  for (const name of boxes) await list.getByRole('checkbox', { name }).click();
  await list.getByRole('button', { name: button }).click();
}

const refusal = () => Response.json({ message: 'no' }, { status: 500 });

/** So many guests that removing them takes two requests. */
const crowd = Array.from({ length: 103 }, (_, index) =>
  guest(`Guest ${index}`, { answered_at: null, created_at: new Date(Date.UTC(2026, 5, 9, 10, index)).toISOString() }),
).reverse();

test('A removal of several that fails midway tells whom it removed, with Undo, and keeps the rest chosen. @10.278', async () => {
  let isBroken = true;
  let deletions = 0;
  const backend = answerRemovals(crowd, () => {
    deletions += 1;
    return deletions > 1 && isBroken ? refusal() : undefined;
  });
  const { list } = await openGuests();
  await removeAll(list, ['All under “Coming”'], 'Remove 103 guests');
  const told = list.getByText('Off the list: 100 guests. Still on it, and still chosen: 3 guests. Please try again.');
  await expect.element(told).toBeVisible();
  expect(backend.rows('party_guests')).toHaveLength(3);
  await expect.element(list.getByText('3 chosen')).toBeVisible();
  await expect.element(list.getByRole('checkbox', { name: 'Guest 100' })).toBeChecked();
  await expect.element(list.getByRole('checkbox', { name: 'All under “Coming”' })).toHaveFocus();
  await list.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => backend.rows('party_guests')).toHaveLength(103);

  isBroken = false;
  await list.getByRole('button', { name: 'Remove 3 guests' }).click();
  await expect.poll(() => backend.rows('party_guests')).toHaveLength(100);
  await expect.element(list.getByText('Off the list', { exact: true })).toBeVisible();
});

test('A removal that fails keeps who was chosen, and brings back one that was not. @10.277 @10.278', async () => {
  const backend = answerRemovals([ben, tom], refusal);
  const { list } = await openGuests();
  await takeOff(list, 'Ben');
  await expect.element(list.getByText('Could not take Ben off the list. Please try again.')).toBeVisible();
  await expect.element(change(list, 'Ben')).toBeVisible();
  dismissToasts();
  await removeAll(list, ['Ben'], 'Remove Ben');
  await expect.element(list.getByText(/^Could not take Ben off the list\. They are still chosen/)).toBeVisible();
  await expect.element(list.getByRole('checkbox', { name: 'Ben' })).toBeChecked();
  await expect.element(list.getByRole('checkbox', { name: 'Tom' })).not.toBeChecked();
  expect(list.getByRole('button', { name: 'Undo' }).query()).toBeNull();
  expect(backend.rows('party_guests')).toHaveLength(2);
});

test('A removal whose answer is lost is told as done. @10.278', async () => {
  const backend = answerRemovals([ben, tom], () => {
    for (const { id } of [ben, tom]) backend.remove('party_guests', id);
    return refusal();
  });
  const { list } = await openGuests();
  await removeAll(list, ['Ben', 'Tom'], 'Remove 2 guests');
  await list.getByRole('button', { name: 'Take Off' }).click();
  await expect.element(list.getByText('Off the list')).toBeVisible();
  await expect.element(list.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect(list.getByText(/Could not take/).query()).toBeNull();
});

test('Without network a removal of several that failed midway shows who is left. @10.278', async () => {
  let deletions = 0;
  answerRemovals(crowd, () => {
    deletions += 1;
    if (deletions === 1) goOffline();
    return undefined;
  });
  const { list } = await openGuests();
  await removeAll(list, ['All under “Coming”'], 'Remove 103 guests');
  const text = /Still on it, and still chosen: 3 guests\. Try again once there is a network\./;
  await expect.element(list.getByText(text)).toBeVisible();
  await expect.element(list.getByText('3 chosen')).toBeVisible();
  await expect.element(list.getByRole('region', { name: /^Coming/ })).toBeVisible();
});

test('Settings are checked, saved, and seen at once. @10.280', async () => {
  const { rows } = answerWith({});
  const { list } = await openGuests();
  await openSettings(list);
  await expect.element(list.getByText(/^Everyone with the link reads the description/)).toBeVisible();
  await list.getByLabelText('Who sees the place?').selectOptions('yes');
  await list.getByLabelText('Guests see').selectOptions('names');
  await list.getByLabelText(/^How many people may come/).fill('0');
  await list.getByLabelText(/^Answers until/).fill('2026-07-02');
  await list.getByLabelText(/^A word to your guests/).fill('Bring a towel.');
  await list.getByLabelText(/^What they may bring/).fill('Cake\n\nCake\nTowels');
  await list.getByRole('button', { name: 'Save Settings' }).click();
  await expect.element(list.getByText('Please enter a number, or leave it empty.').first()).toBeVisible();
  await list.getByLabelText(/^How many people may come/).fill('12');
  await list.getByLabelText(/^Answers until/).fill('2026-06-30');
  await list.getByRole('button', { name: 'Save Settings' }).click();
  await expect.element(list.getByText('Invitation updated!')).toBeVisible();
  expect(rows('party_invitations')[0]).toMatchObject({
    ...{ place_for: 'yes', guest_list: 'names', most_people: 12, answer_until: '2026-06-30' },
    ...{ message: 'Bring a towel.', bring_list: ['Cake', 'Towels'] },
  });
  await expect.element(list.getByText(/0 of 12 spots/)).toBeVisible();
});

test('The focus comes back to what opened a form or a question. @10.271 @10.282', async () => {
  answerWith({ guests: [mia, tom] });
  const { list } = await openGuests();
  const button = (name: string) => list.getByRole('button', { name, exact: true });
  await knowSettings(list);
  for (const opener of ['Change who sees what', 'Add a Guest', 'Change the answer of Tom']) {
    await button(opener).click();
    await button('Cancel').click();
    await expect.element(button(opener)).toHaveFocus();
  }
  await openSettings(list);
  await button('Turn Off Link').click();
  await button('Keep It').click();
  await expect.element(button('Turn Off Link')).toHaveFocus();
  await button('Save Settings').click();
  await expect.element(button('Change who sees what')).toHaveFocus();
  await takeOff(list, 'Tom');
  await button('Keep').click();
  await expect.element(button('Take Tom Off the List')).toHaveFocus();
  await button('Cancel').click();
  await select(list);
  const box = list.getByRole('checkbox', { name: 'Tom' });
  await box.click();
  await button('Remove Tom').click();
  await button('Keep').click();
  await expect.element(box).toHaveFocus();
});

test('A long list is searched by guest, dog, email, notes and what is brought, and narrowed to one answer.', async () => {
  const names = ['Ana', 'Bo', 'Cleo', 'Dan', 'Eva', 'Fay', 'Gus', 'Hal', 'Ida', 'Jo', 'Kim'];
  answerWith({ guests: [mia, { ...ben, note: 'We come by bike.' }, ...names.map((name) => guest(name))] });
  const { list } = await openGuests();
  const shown = () => list.getByRole('button', { name: /^Change the answer of/ }).elements().length;
  await expect.poll(shown).toBe(13);
  const search = list.getByRole('searchbox', { name: 'Find a guest' });
  await search.fill('éva');
  await expect.poll(shown).toBe(1);
  await search.fill('PIP');
  await expect.element(change(list, 'Mia')).toBeVisible();
  for (const [text, name] of [
    ['peanut', 'Mia'],
    ['MIA@example', 'Mia'],
    ['salad', 'Mia'],
    ['by bike', 'Ben'],
  ] as const) {
    await search.fill(text);
    await expect.poll(shown).toBe(1);
    await expect.element(change(list, name)).toBeVisible();
  }
  await search.fill('nobody at all');
  await expect.element(list.getByText('Nobody on your list answers to that.')).toBeVisible();
  await search.fill('');
  // The whole list moves the answers above it: pressed before, another answer would be hit.
  await expect.poll(shown).toBe(13);
  await list.getByRole('radio', { name: 'Maybe 1' }).click({ force: true });
  await expect.poll(shown).toBe(1);
  await expect.element(change(list, 'Ben')).toBeVisible();
  await list.getByRole('radio', { name: 'All 13' }).click({ force: true });
  await expect.poll(shown).toBe(13);
  const places = ['Add a Guest', 'More for the guest list'].map(
    (name) => list.getByRole('button', { name, exact: true }).element().getBoundingClientRect().top,
  );
  const first = change(list, 'Mia').element().getBoundingClientRect().top;
  expect(Math.max(...places)).toBeLessThan(first);
  // A chosen guest whom the filter hides is not removed.
  await select(list);
  for (const name of ['Ben', 'Ana']) await list.getByRole('checkbox', { name }).click();
  await expect.element(list.getByText('2 chosen')).toBeVisible();
  await list.getByRole('radio', { name: 'Maybe 1' }).click({ force: true });
  await expect.element(list.getByText('1 chosen')).toBeVisible();
  await expect.element(list.getByRole('button', { name: 'Remove Ben' })).toBeVisible();
});

test('A last day for answers beyond the calendar, which only an API can write, hides no guest.', async () => {
  answerWith({ invitations: [{ ...invitation, answer_until: '12000-01-01' }], guests: [mia] });
  const { list } = await openGuests();
  await expect.element(change(list, 'Mia')).toBeVisible();
});

test('The list can be copied as text and saved as a table. @10.283', async () => {
  answerWith({ guests: [mia] });
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const saveFile = vi.mocked(sharing.saveFile).mockImplementation(() => undefined);
  const { list } = await openGuests();
  await more(list);
  await list.getByRole('button', { name: 'Copy List' }).click();
  await expect.element(list.getByText('Copied to clipboard!')).toBeVisible();
  expect(writeText.mock.lastCall?.[0]).toContain('- Mia; 2 adults, 1 child; with Pip (small); allergies: peanuts');
  await more(list);
  await list.getByRole('button', { name: 'Save as CSV' }).click();
  const [file] = saveFile.mock.lastCall ?? [];
  expect(file?.name).toBe('cake-day-guests.csv');
  expect(await file?.text()).toContain('Mia,Coming,2,1,1,Pip (small),peanuts,Salad,,mia@example.com\r\n');
});

test('Without network the list is as last seen, and a change says that it needs one. @10.284', async () => {
  const { requests } = answerWith({ guests: [ben] });
  const { screen, list } = await openGuests();
  await expect.element(change(list, 'Ben')).toBeVisible();
  await screen.unmount();
  goOffline();
  requests.length = 0;
  const { list: offline } = await openGuests();
  await expect.element(offline.getByText(/These are your guests as we saw them last/)).toBeVisible();
  await takeOff(offline, 'Ben');
  await expect.element(offline.getByText("You're offline")).toBeVisible();
  await expect.element(change(offline, 'Ben')).toBeVisible();
  expect(requests.filter((request) => !isOfPicture(request))).toEqual([]);
});

test('Without network guests are dropped from this device 30 days after their party, and how many they were stays. @10.285', async () => {
  answerWith({ guests: [mia, ben] });
  const { screen, list } = await openGuests();
  await expect.element(list.getByText('peanuts', { exact: false }).first()).toBeVisible();
  await screen.unmount();
  goOffline();
  const keptGuests = async () => ((await readStored('seen', `${ownerId}/party_guests`)) as unknown[]).length;
  const openOn = async (month: number, day: number) => {
    setToday(2026, month, day);
    const opened = await openGuests();
    await expect.element(opened.list.getByText(/These are your guests as we saw them last/)).toBeVisible();
    return opened;
  };
  await changeStored('seen', `${ownerId}/birthday_celebrations`, () => [party]);
  const before = await openOn(7, 31);
  expect(await keptGuests()).toBe(2);
  await before.screen.unmount();
  const after = await openOn(8, 1);
  expect(await keptGuests()).toBe(0);
  await expect.element(after.list.getByText(/deleted a month after the party/)).toBeVisible();
  await expect.element(after.list.getByText(/1 yes · 1 maybe$/)).toBeVisible();
  expect(after.list.getByText(/peanuts/).query()).toBeNull();
});

test('Without network the guests of a party that is gone from the pack are dropped, unless it is known to be called off. @10.285', async () => {
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
  const { screen, list } = await openGuests();
  await expect.element(change(list, 'Ben')).toBeVisible();
  await screen.unmount();
  goOffline();
  await changeStored('seen', `${ownerId}/birthday_celebrations`, () => [party]);
  const names = async () =>
    ((await readStored('seen', `${ownerId}/party_guests`)) as { name: string }[]).map(({ name }) => name);
  const { screen: offline, list: later } = await openGuests();
  await expect.element(change(later, 'Ben')).toBeVisible();
  expect(await names()).toEqual(['Ben', 'Tom']);
  await offline.unmount();

  setToday(2026, 8, 2);
  const last = await renderPages();
  await expect.element(last.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(names).toEqual([]);
});

test('The guests of a party that was called off stay in reach, first those whom only their host can tell. @10.291', async () => {
  const eve = guest('Eve', { answer: 'no' });
  answerWith({ invitations: [calledOff], guests: [mia, { ...ben, note: 'Call 555 0101' }, eve] });
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const screen = await renderPages([]);
  const section = screen.getByRole('region', { name: 'Called Off' });
  await expect.element(section).toMatchTextContent(/Cake DayJuly 1, 2026/);
  const link = section.getByRole('link', { name: /^Cake Day.*See who to tell$/ });
  await expect.element(link).toHaveAttribute('href', `#party=${party.id}`);
  const list = screen.getByRole('main');
  await expect.element(list.getByText(/We keep this list until July 31, 2026\./)).toBeVisible();
  const toTell = list.getByRole('region', { name: 'Let Them Know' });
  await expect.element(toTell).toMatchTextContent(/No email\. Tell them yourself\..*Ben.*555 0101/);
  await expect.element(list.getByRole('region', { name: 'Left an Email' })).toMatchTextContent(/Mia.*mia@example\.com/);
  const table = list.getByRole('list', { name: 'At the table' }).element();
  expect(getComputedStyle(table).getPropertyValue('--hat')).toBe('none');
  const mail = list.getByRole('link', { name: 'Email Mia' });
  await expect.element(mail).toHaveAttribute('href', 'mailto:mia@example.com');
  await expect.element(list.getByRole('region', { name: "Weren't Coming" })).toMatchTextContent(/Eve/);
  await more(list);
  await list.getByRole('button', { name: 'Copy List' }).click();
  await expect.poll(() => writeText.mock.lastCall?.[0]).toContain('- Ben; 1 adult; “Call 555 0101”');
});

test('A party that was called off is on again by one press, and guests without email are the host’s to tell. @10.221', async () => {
  const off = { title: 'Cake Day', date: '2026-07-01', dogId: rex.id };
  const calledOff = { ...invitation, cancelled_party: off, cancel_reason: 'A sore paw.' };
  const bringBack = vi.fn<(body: unknown) => Response | boolean>(() => true);
  answerWith({ invitations: [calledOff], guests: [mia, ben] }, { bring_party_back: bringBack });
  const screen = await renderPages([]);
  await expect.element(screen.getByText('Your guests read: “A sore paw.”')).toBeVisible();
  const again = screen.getByRole('button', { name: "It's On Again" });
  bringBack.mockReturnValueOnce(Response.json({}, { status: 500 })).mockReturnValueOnce(false);
  await again.click();
  await expect.element(screen.getByText(/Could not bring the party back/)).toBeVisible();
  await again.click();
  await expect.element(screen.getByText('It is over by now, or its dog has left the pack.')).toBeVisible();
  showSuccess({ title: 'Party called off', about: party.id }, { label: 'Undo', run: () => undefined });
  showQuestion({ title: 'Still in your calendar?', about: party.id }, { label: 'Save File', run: () => undefined });
  await expect.element(screen.getByText('Still in your calendar?')).toBeVisible();
  await expect.element(screen.getByText('Party called off')).toBeVisible();
  await again.click();
  await expect.element(screen.getByText(/get another\. Please tell one guest yourself\./)).toBeVisible();
  // What was said of it, with its Undo, would contradict that.
  expect(screen.getByText('Party called off').query()).toBeNull();
  expect(screen.getByText('Still in your calendar?').query()).toBeNull();
  expect(bringBack.mock.lastCall).toEqual([{ party_id: party.id }]);
});

test.for([
  ['whose day has passed', { date: '2026-06-14', dogId: rex.id }],
  ['whose dog has left', { date: '2026-07-01', dogId: null }],
] as const)('A party $0 stays called off. @10.221', async ([, facts]) => {
  answerWith({ invitations: [{ ...invitation, cancelled_party: { title: 'Cake Day', ...facts } }], guests: [ben] });
  const screen = await renderPages([]);
  await expect.element(screen.getByText(/This party is called off\./)).toBeVisible();
  expect(screen.getByRole('button', { name: "It's On Again" }).query()).toBeNull();
});

test('Why a party is called off is kept before it is, and what is typed stays if that fails. @10.221', async () => {
  const { requests } = answerWith({});
  const onCallOff = vi.fn(async () => undefined);
  const seen = { id: 'i1', cancelReason: null } as Invitation;
  const question = { title: 'Cake Day', telling: 'Mia hears.', invitation: seen, onCallOff };
  const screen = await render(<CallOffQuestion {...question} onKeep={() => undefined} />);
  await expect.element(screen.getByRole('button', { name: 'Keep It' })).toHaveFocus();
  const why = screen.getByRole('textbox', { name: /^Why\?/ });
  const yes = screen.getByRole('button', { name: 'Call It Off' });
  await why.fill('x'.repeat(301));
  await yes.click();
  await expect.element(why).toHaveAccessibleDescription(/300/);
  const endOutage = goOffline();
  await why.fill('  A sore\npaw. ');
  await yes.click();
  await expect.element(why).toHaveAccessibleDescription(/Try again, or call it off without it\./);
  await expect.element(why).toHaveValue('  A sore\npaw. ');
  expect(onCallOff).not.toHaveBeenCalled();
  endOutage();
  await yes.click();
  await expect.poll(() => onCallOff.mock.calls.length).toBe(1);
  expect(written(requests, 'PATCH').map(({ body }) => body)).toEqual([{ cancel_reason: 'A sore paw.' }]);
});

test('Guests of a party that was called off are told by email only once the mail is out. @10.191', async () => {
  const others = ['Kim', 'Lou'].map((name) => guest(name, { email: `${name.toLowerCase()}@example.com` }));
  let state = 'waits';
  const mail = { kind: 'change', state: 'waits', at: '2026-06-16T00:00:00+00:00', waitsFor: null };
  const mails = () => [
    { ...mail, guest: 'guest-Mia', state },
    { ...mail, guest: 'guest-Kim', waitsFor: 'limit' },
    { ...mail, guest: 'guest-Lou', state: 'missed' },
  ];
  answerWith({ invitations: [calledOff], guests: [mia, ben, ...others] }, { mails_to_guests: mails });
  const screen = await renderPages([]);
  const list = screen.getByRole('main');
  // Each group says why.
  await expect
    .element(list.getByRole('region', { name: 'Email in Line' }))
    .toMatchTextContent(/1 email waits: today's limit is reached\. It goes out .*Kim.*Mia/);
  await expect
    .element(list.getByRole('region', { name: 'Let Them Know' }))
    .toMatchTextContent(/We couldn't email Lou.*Lou.*Ben/);
  expect(list.getByRole('region', { name: 'Told by Email' }).query()).toBeNull();
  await screen.unmount();
  state = 'sent';
  const later = await renderPages([]);
  await expect.element(later.getByRole('region', { name: 'Told by Email' })).toMatchTextContent(/Mia/);
});

test('Dogs of one size wear different coats on the list of a party that was called off, as at the table.', async () => {
  const withDog = ['Ann', 'Bea'].map((name) => guest(name, { dogs: [{ name: `${name}'s`, size: 'small' }] }));
  answerWith({ invitations: [calledOff], guests: withDog });
  const screen = await renderPages([]);
  const list = screen.getByRole('region', { name: 'Let Them Know' });
  await expect.element(list).toMatchTextContent(/Bea.*Ann/);
  const faces = [...list.element().querySelectorAll('svg')].map(({ innerHTML }) => innerHTML);
  expect(new Set(faces).size).toBe(2);
});

test('A dog wears on the list the coat that it has at the table, and keeps it if its guest may come.', async () => {
  const withDog = (name: string, about = {}) => guest(name, { ...about, dogs: [{ name: `${name}'s`, size: 'small' }] });
  const come = ['Ann', 'Bea', 'Cleo', 'Dora', 'Eve'].map((name) => withDog(name));
  const drawnIn = (role: 'list' | 'region', name: string) =>
    [...page.getByRole(role, { name, exact: true }).element().querySelectorAll('use')].map(
      ({ classList }) => `${classList}`,
    );
  // The oldest is read last.
  answerWith({ guests: [...come, withDog('Fay', { answer: 'maybe' })] });
  const { screen, list } = await openGuests();
  await expect.element(change(list, 'Fay')).toBeVisible();
  const listed = drawnIn('region', 'Guests');
  expect(listed.slice(0, 5)).toEqual(drawnIn('list', 'At the table').slice(1));
  await screen.unmount();
  answerWith({ guests: [...come, withDog('Fay')] });
  await expect.element(change((await openGuests()).list, 'Fay')).toBeVisible();
  expect(drawnIn('list', 'At the table')[1]).toBe(listed[5]);
});

test('While the own address is not proved, all guests of a party that was called off are their host’s to tell, who can ask for the proof. @10.291', async () => {
  const asked = vi.fn(() => null);
  const mail = { guest: mia.id, kind: 'change', state: 'waits', at: '2026-06-16T00:00:00+00:00', waitsFor: 'proof' };
  let mails: unknown[] = [];
  const calls = { is_own_address_proven: () => false, mails_to_guests: () => mails, ask_for_address_proof: asked };
  answerWith({ invitations: [calledOff], guests: [mia, ben] }, calls);
  const screen = await renderPages([]);
  const toTell = screen.getByRole('region', { name: 'Let Them Know' });
  await expect.element(toTell).toMatchTextContent(/No email for 1 of them\. Tell them yourself\..*Mia.*Ben/);
  expect(screen.getByRole('region', { name: /Email/ }).query()).toBeNull();
  await screen.unmount();
  mails = [mail];
  await renderPages([]);
  await screen.getByRole('button', { name: 'Send Me the Link' }).click();
  await expect.poll(() => asked.mock.calls.length).toBe(1);
});

test('On paper the list of guests has their names, and nothing to press.', async () => {
  answerWith({ guests: [mia] });
  const { screen, list } = await openGuests();
  await expect.element(list.getByRole('button', { name: 'Add a Guest' })).toBeVisible();
  // The rules for paper are about the app's root.
  screen.container.id = 'root';
  await emulatePaper();
  await expect.element(change(list, 'Mia')).toBeVisible();
  expect(list.getByRole('button', { name: 'Add a Guest' }).query()).toBeNull();
});

test('Nobody is listed of a party that was called off without guests, is on again, or was a memory when it was removed. @10.291', async () => {
  const off = { cancelled_party: { title: 'Swim', date: '2026-07-01' } };
  const other = { ...invitation, id: 'i2', party_id: '00000000-0000-4000-8000-0000000000f2', ...off };
  const swim = { title: 'First Swim', date: '2026-06-01' };
  const memory = { ...other, id: 'i3', party_id: '00000000-0000-4000-8000-0000000000f3', cancelled_party: swim };
  const removed = { ...memory, cancelled_at: '2026-06-10T12:00:00+00:00' };
  const swimmer = { ...ben, id: 'swimmer', invitation_id: 'i3' };
  answerWith({ invitations: [{ ...invitation, ...off }, other, removed], guests: [ben, swimmer] });
  const screen = await renderPages();
  await expect
    .element(screen.getByText("The table's set. Who's coming?").or(screen.getByText('1 maybe')))
    .toBeVisible();
  expect(screen.getByRole('region', { name: 'Called Off' }).query()).toBeNull();
});

test('A guest who phoned is sent a link to their answer, the same one for as long as the form is open, and nothing where none can be made. @10.276', async () => {
  const own = 'G'.repeat(43);
  const makeGuestLink = vi.fn<() => unknown>(() => own);
  answerWith({ guests: [ben, mia] }, { make_guest_link: makeGuestLink });
  const share = vi.fn().mockResolvedValue(undefined);
  standIn({ share });
  const { list } = await openGuests();
  await change(list, 'Ben').click();
  await expect.element(list.getByText(/^No email yet, .*so it is only for Ben\.$/)).toBeVisible();
  makeGuestLink.mockReturnValueOnce(null).mockReturnValueOnce(refusal());
  for (const failure of ['Changed elsewhere', 'Could not make the link. Please try again.']) {
    await list.getByRole('button', { name: 'Send Their Link' }).click();
    await expect.element(list.getByText(failure)).toBeVisible();
  }
  expect(share).not.toHaveBeenCalled();
  makeGuestLink.mockClear();
  for (const times of [1, 2]) {
    await list.getByRole('button', { name: 'Send Their Link' }).click();
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
  await list.getByRole('button', { name: 'Cancel' }).click();
  await change(list, 'Mia').click();
  await expect.element(list.getByText(/^They lost their link\?/)).toBeVisible();
});

test('A guest with an address is mailed their link again, and what hinders it is said. @10.247', async () => {
  let answered: unknown = true;
  const mail = vi.fn(() => answered);
  answerWith({ guests: [mia, ben] }, { mail_guest_link: mail, is_own_address_proven: () => true });
  const { list } = await openGuests();
  await change(list, 'Ben').click();
  await expect.element(list.getByRole('button', { name: 'Send Their Link', exact: true })).toBeVisible();
  expect(list.getByRole('button', { name: 'Send Their Link Again' }).query()).toBeNull();
  await list.getByRole('button', { name: 'Cancel' }).click();
  await change(list, 'Mia').click();
  await expect.element(list.getByRole('button', { name: 'Send It Yourself' })).toBeVisible();
  const again = list.getByRole('button', { name: 'Send Their Link Again' });
  await again.click();
  await expect
    .element(list.getByText("We're emailing their link to mia@example.com, at most three times a day."))
    .toBeVisible();
  expect(mail.mock.calls).toEqual([[{ guest_id: mia.id }]]);

  const refusal = (status: number, body: object = {}) => Response.json({ message: 'no', ...body }, { status });
  const hindrances = [
    [false, 'This guest has left the list, or taken their email off it.'],
    [refusal(403, { code: '42501' }), 'Please sign in again, then send the link once more.'],
    [refusal(429, { code: 'over_request_rate_limit' }), /^That was too often in a row\. Please wait/],
    [refusal(503), 'We cannot be reached just now. Please try again soon.'],
    [refusal(400), 'Could not email the link. Please try again.'],
  ] as const;
  const pressAndRead = async (words: string | RegExp) => {
    dismissToasts();
    await expect.element(again).toHaveAttribute('aria-busy', 'false');
    await again.click();
    await expect.element(list.getByText(words)).toBeVisible();
  };
  for (const [answer, words] of hindrances) {
    answered = answer;
    await pressAndRead(words);
  }
  goOffline();
  answered = Response.error();
  await pressAndRead(/^This needs a network\./);
});

test('Answers with the same address are marked, however it is written. @10.247', async () => {
  const ada = guest('Ada', { email: 'Mia@Example.com', answer: 'no' });
  const eve = guest('Eve', { email: 'eve@example.com' });
  const backend = answerWith({ guests: [mia, ada, eve, ben, tom] });
  const { list } = await openGuests();
  const row = (name: string) =>
    list.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Change the answer of ${name}` }) });
  await expect.element(row('Mia').getByText(/ · Same email as Ada · /)).toBeVisible();
  await expect.element(row('Ada').getByText(/^Same email as Mia · /)).toBeVisible();
  for (const name of ['Eve', 'Ben', 'Tom']) await expect.element(row(name)).not.toMatchTextContent(/Same email/);
  backend.change('party_guests', 'guest-Eve', { email: 'MIA@example.com' });
  await change(list, 'Ben').click();
  await list.getByRole('button', { name: 'Save Answer' }).click();
  await expect.element(row('Mia').getByText(/Same email as (Ada|Eve) and 1 more/)).toBeVisible();
});

test('Guests that this device has never seen are asked for again when there is a network.', async () => {
  answerWith({ guests: [ben] });
  const goOnline = goOffline();
  const { list } = await openGuests();
  await expect.element(list.getByText(/this device has not seen them yet/)).toBeVisible();
  goOnline();
  window.dispatchEvent(new Event('online'));
  await expect.element(change(list, 'Ben')).toBeVisible();
});

test('After a party its list speaks of what has been, and asks for nothing to be brought. @10.287', async () => {
  const past = { ...party, celebrationDate: date('2026-06-14') };
  answerWith({ guests: [mia, ben] });
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const { list } = await openGuests([past]);
  await expect.element(list.getByRole('region', { name: /^Came/ })).toMatchTextContent(/Mia/);
  const brought = list.getByRole('region', { name: 'Brought' });
  await expect.element(brought).toMatchTextContent(/Salad · Mia$/);
  await more(list);
  await list.getByRole('button', { name: 'Copy List' }).click();
  await expect.poll(() => writeText.mock.lastCall?.[0]).toMatch(/^Cake Day\nCame: 3 people and 1 dog\n/);
});

test('After a party its figures stay, also when the answers have been deleted, nobody is invited, and its link can still be ended. @10.279 @10.288', async () => {
  const past = { ...party, celebrationDate: date('2026-06-01') };
  const purged_counts = { yes: 4, maybe: 1, no: 0, people: 7, adults: 5, children: 2, dogs: 3 };
  const backend = answerWith(
    { invitations: [{ ...invitation, purged_counts }] },
    { revoke_invitation_links: () => backend.change('party_invitations', 'i1', noLink) },
  );
  const { list } = await openGuests([past]);
  await expect.element(list.getByText('7 people and 3 dogs came')).toBeVisible();
  await expect.element(list.getByText(/4 yes · 1 maybe$/)).toBeVisible();
  await expect.element(list.getByText(/deleted a month after the party/)).toBeVisible();
  await expect.element(list.getByRole('button', { name: 'Send Invite' })).not.toBeInTheDocument();
  await expect.element(list.getByRole('button', { name: 'Add a Guest' })).not.toBeInTheDocument();
  await openSettings(list);
  await expect.element(list.getByText(/its link still opens the page/)).toBeVisible();
  await list.getByRole('button', { name: 'Turn Off Link' }).click();
  await list.getByRole('button', { name: 'Turn It Off' }).click();
  await expect.element(list.getByText('Link turned off')).toBeVisible();
  await expect.element(list.getByRole('button', { name: 'Turn Off Link' })).not.toBeInTheDocument();
});

test('A host whose address is not proved is told that mails wait, of a change and of a link, too, and asks for the mail that proves it. @10.189 @10.292', async () => {
  const asked = vi.fn(() => null);
  const calls = { ask_for_address_proof: asked, mail_guest_link: () => true, is_own_address_proven: () => false };
  answerWith({ guests: [mia, ben] }, calls);
  const { list } = await openGuests();
  await expect.element(list.getByText(/^Confirm your email, so news reaches your guests and you\./)).toBeVisible();
  await list.getByRole('button', { name: 'Send Me the Link' }).click();
  await expect.element(list.getByText(/^Check your inbox/)).toBeVisible();
  expect(asked).toHaveBeenCalledTimes(1);
  const telling = /Emails wait until you confirm yours: please tell your 2 guests yourself\./;
  await expect.element(list.getByText(telling)).toBeVisible();
  await change(list, 'Mia').click();
  await list.getByRole('button', { name: 'Send Their Link Again' }).click();
  await expect.element(list.getByText('Their link goes out once you have confirmed your own email.')).toBeVisible();
});

test.for([320, 390, 1280])('The longest words stay within the page in a window %i wide.', async (width) => {
  await page.viewport(width, 800);
  const long = guest('W'.repeat(60), {
    ...{ dogs: Array.from({ length: 6 }, () => ({ name: 'W'.repeat(60), size: 'giant' })), allergies: 'W'.repeat(300) },
    ...{ note: 'W'.repeat(500), email: `${'w'.repeat(64)}@${'w'.repeat(63)}.com`, brings: ['W'.repeat(60)] },
  });
  answerWith({
    invitations: [{ ...invitation, message: 'W'.repeat(1000), bring_list: ['W'.repeat(60)] }],
    guests: [long, mia],
  });
  const { list } = await openGuests();
  const section = list.getByRole('region', { name: 'Guests', exact: true });
  await expect.element(change(list, 'Mia')).toBeVisible();
  expect(contentOutside(section.element())).toEqual([]);
  await change(list, 'Mia').click();
  await expect.element(list.getByRole('button', { name: 'Save Answer' })).toBeVisible();
  expect(contentOutside(section.element())).toEqual([]);
});

test('A word goes by mail to all who may come and left an email, and what hinders it is said. @10.246', async () => {
  let answered: unknown = 2;
  const send = vi.fn(() => answered);
  const away = guest('Eve', { answer: 'no', email: 'eve@example.com' });
  const grace = guest('Grace', { email: 'grace@example.com' });
  answerWith({ guests: [mia, grace, ben, away] }, { send_word_to_guests: send });
  const { list } = await openGuests();
  const open = () => list.getByRole('button', { name: 'Write to All' }).click();
  await open();
  await expect.element(list.getByRole('heading', { name: 'Write to All' })).toHaveFocus();
  await expect.element(list.getByText('This goes to 2 guests by email. 1 guest left no email.')).toBeVisible();
  const words = list.getByLabelText('Your message');
  const button = list.getByRole('button', { name: 'Send to All' });
  await expect.element(button).toBeDisabled();
  await words.fill('x'.repeat(501));
  await button.click();
  await expect.element(words).toHaveAccessibleDescription(/500/);
  expect(send).not.toHaveBeenCalled();

  await words.fill(' Bring boots, it rains. ');
  const hindrances = [
    [{ code: '23514', message: 'limit reached: at most 2 words' }, /^Two messages a day/],
    [{ code: '42501', message: 'a word takes a proved address' }, 'Please confirm your email first.'],
    [{ message: 'no' }, 'Could not send your message. Please try again.'],
  ] as const;
  for (const [problem, text] of hindrances) {
    answered = Response.json(problem, { status: 400 });
    dismissToasts();
    await button.click();
    await expect.element(list.getByText(text)).toBeVisible();
  }
  answered = 2;
  dismissToasts();
  await button.click();
  await expect.element(list.getByText("We're emailing 2 guests.")).toBeVisible();
  const sent = { invitation_id: 'i1', words: 'Bring boots, it rains.', word_id: expect.any(String) };
  expect(send.mock.lastCall).toEqual([sent]);
  // The same word keeps its id, so that a lost answer sends nothing twice.
  for (const call of send.mock.calls) expect(call).toEqual(send.mock.lastCall);
  await expect.element(list.getByRole('button', { name: 'Write to All' })).toHaveFocus();
});

test('A word that is still being written when the party ends is not mailed, and what was typed is kept. @10.246', async () => {
  const send = vi.fn(() => 1);
  answerWith({ guests: [mia] }, { send_word_to_guests: send });
  const { list } = await openGuests();
  await list.getByRole('button', { name: 'Write to All' }).click();
  const words = list.getByLabelText('Your message');
  await words.fill('See you there!');
  setToday(2026, 7, 3);
  await list.getByRole('button', { name: 'Send to All' }).click();
  await expect.element(words).toHaveAccessibleDescription(/The party is over\. Say thanks instead\./);
  await expect.element(words).toHaveValue('See you there!');
  expect(send).not.toHaveBeenCalled();
});
