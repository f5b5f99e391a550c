import { QueryClient, QueryObserver, useQuery } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { date } from '../../../domain/testing/dates.ts';
import { deviceStorage } from '../../data/drafts/web-storage.ts';
import { againKey } from '../../data/offline/forget.ts';
import { offerShareSheet } from '../../testing/browser.ts';
import { answerAsBackend, type Row } from '../../testing/pretend-backend.ts';
import { goOffline } from '../../testing/pretend-network.ts';
import { session, storeSession } from '../../testing/pretend-session.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { rex } from '../../testing/sample-dogs.ts';
import { cakeDay, invitationRow } from '../../testing/sample-parties.ts';
import { setToday } from '../../testing/today.ts';
import { dismissToasts } from '../../ui/toaster.tsx';
import { guestBookQuery } from './guest-book.ts';
import { SendInvite } from './send-invite.tsx';

const ownerId = session.user.id;
const [kept, made] = ['K'.repeat(43), 'M'.repeat(43)];
const addressOf = (token: string) => `${window.location.origin}/i/${token}`;
const picture = new File(['x'], 'Rex-invitation.png', { type: 'image/png' });
const sentence = (where: string) => `You're invited to celebrate Rex! Wed, Jul 1${where}. Are you in? Dogs count, too`;
/** The words until there is a link, and those with one. */
const [words, withPlace] = ['', ' · Dog Park'].map((where) => `${sentence(where)}.\n\n— Maria`);
const withLink = (token: string, where = ' · Dog Park') => `${sentence(where)}: ${addressOf(token)}\n\n— Maria`;

const invitation = invitationRow(cakeDay, { link_token: kept });

const shared = vi.fn();
const share = vi.fn().mockResolvedValue(undefined);
beforeEach(() => {
  setToday(2026, 6, 15);
  storeSession();
  offerShareSheet(share);
});
afterEach(() => {
  held = null;
  takesChanges = true;
});

/** Delays the list of invitations until it resolves, as a slow network does. */
let held: Promise<void> | null = null;

/** Whether settings can be saved. */
let takesChanges = true;

/** The backend with these invitations. `make` answers the call that makes a link. */
function answerWith(invitations: Row[], make: () => unknown = () => made) {
  const backend = answerAsBackend({ party_invitations: invitations, party_guests: [] }, ({ path, method }) => {
    if (!takesChanges && method === 'PATCH') return Response.json({ message: 'no' }, { status: 400 });
    if (held && path.includes('/party_invitations')) {
      const rows = backend.rows('party_invitations');
      return held.then(() => Response.json(rows));
    }
    if (!path.includes('make_invitation_link')) return undefined;
    const answer = make();
    if (answer instanceof Response) return answer;
    const row = { ...invitation, link_token: answer, version: 2 };
    backend.remove('party_invitations', 'i1');
    backend.add('party_invitations', row);
    return Response.json(answer);
  });
  const linksMade = () => backend.requests.filter(({ path }) => path.includes('make_invitation_link')).length;
  return { ...backend, linksMade };
}

const maria = { id: ownerId, email: 'rex@example.com', name: 'Maria' as string | null, newEmail: null };

/** What sends a party's invitation, beside its card. */
type Sent = { party: typeof cakeDay; isNew: boolean; owner: typeof maria; again?: typeof cakeDay | undefined };

function Sending({ party, isNew, owner, again }: Sent) {
  const { data: book } = useQuery(guestBookQuery(ownerId));
  const isPlaceHidden = book ? (book.get(party.id)?.isPlaceHidden ?? false) : !isNew;
  return (
    <main>
      <SendInvite
        dog={rex}
        {...{ owner, party, isNew, again, isPlaceHidden }}
        picture={async () => picture}
        isOut={false}
        onShared={shared}
      />
    </main>
  );
}

async function open({
  party = cakeDay,
  isNew = false,
  owner = maria,
  client = new QueryClient(),
  again,
}: Partial<Sent & { client: QueryClient }> = {}) {
  client.setDefaultOptions({ queries: { retry: false, networkMode: 'always' } });
  return renderApp(<Sending {...{ party, isNew, owner, again }} />, client);
}

type Screen = Awaited<ReturnType<typeof open>>;
const send = (screen: Screen) => screen.getByRole('button', { name: 'Send Invite' }).click();
const placeText = (screen: Screen) => {
  const link = screen.getByRole('link', { name: /^WhatsApp/ }).query() as HTMLAnchorElement | null;
  return link && new URL(link.href).searchParams.get('text');
};

/** Shows the invitation, and leaves the page. Returns what the page remembers of it. */
async function seenBefore() {
  const client = new QueryClient();
  const before = await open({ client });
  await expect.poll(() => placeText(before)).toBe(withLink(kept));
  await before.unmount();
  return client;
}

test('A party planned again begins with the settings of the former, before its link is seen. @10.350', async () => {
  const again = { ...cakeDay, id: '00000000-0000-4000-8000-0000000000f9' };
  const settings = { place_for: 'yes', guest_list: 'names', most_people: 9, bring_list: ['Balls'], message: 'Hello' };
  const former = {
    ...invitation,
    ...settings,
    id: 'i0',
    party_id: again.id,
    link_token: kept,
    answer_until: '2025-06-01',
  };
  const { requests } = answerWith([{ ...former, thanks: 'What a day!' }]);
  const screen = await open({ isNew: true, again });
  await expect.element(screen.getByText('Only those who say yes see the place.')).toBeVisible();
  const changes = () => requests.filter(({ method }) => method === 'PATCH');
  expect(changes().map(({ path }) => path)).toEqual([expect.stringContaining('id=eq.i1')]);
  expect(changes()[0]?.body).toMatchObject({ ...settings, answer_until: null });
  expect(changes()[0]?.body).not.toHaveProperty('thanks');
  expect(placeText(screen)).toBe(withLink(made, ''));
  await screen.unmount();

  takesChanges = false;
  const { rows } = answerWith([former]);
  deviceStorage.keepText(againKey(ownerId, cakeDay.id), again.id);
  const lost = await open({ isNew: true, again });
  await expect.element(lost.getByText('Could not copy who sees what from last time.')).toBeInTheDocument();
  await send(lost);
  await expect.element(lost.getByRole('button', { name: 'Send Invite' })).toHaveAttribute('aria-busy', 'false');
  expect(share).not.toHaveBeenCalled();
  takesChanges = true;
  await expect.poll(() => rows('party_invitations').length).toBe(2);
  await send(lost);
  await expect.element(lost.getByText('Only those who say yes see the place.')).toBeVisible();
  expect(rows('party_invitations').find(({ id }) => id === 'i1')).toMatchObject(settings);
  expect(deviceStorage.readText(againKey(ownerId, cakeDay.id))).toBeNull();
  await lost.unmount();

  takesChanges = false;
  answerWith([former]);
  deviceStorage.keepText(againKey(ownerId, cakeDay.id), again.id);
  dismissToasts();
  const checking = await open({ again });
  await expect.element(checking.getByText('Could not copy who sees what from last time.')).toBeInTheDocument();
  await checking.getByRole('button', { name: 'Change who sees what' }).click();
  await expect.element(checking.getByLabelText('Who sees the place?')).toHaveValue('all');
  // From here on the host decides.
  expect(deviceStorage.readText(againKey(ownerId, cakeDay.id))).toBeNull();
});

test.for([390, 1280])(
  'In a window %i wide each way to share carries the link of a new party at its first press. @2.78 @2.79 @10.267',
  async (width) => {
    await page.viewport(width, 844);
    const { linksMade, requests } = answerWith([]);
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    const screen = await open({ isNew: true });
    const text = withLink(made);
    // Nobody has pressed anything. The places are seen once the link is there.
    await expect.element(screen.getByRole('link', { name: /^WhatsApp/ })).toBeVisible();
    expect(linksMade()).toBe(1);
    expect(requests.find(({ path }) => path.includes('make_invitation_link'))?.body).toEqual({
      party_id: cakeDay.id,
      zone: expect.any(String),
    });
    expect(placeText(screen)).toBe(text);
    const opened: URL[] = [];
    const record = (press: MouseEvent) => {
      if (press.target instanceof Element && !press.defaultPrevented) {
        const link = press.target.closest('a');
        if (link) opened.push(new URL(link.href));
      }
      press.preventDefault();
    };
    window.addEventListener('click', record);
    onTestFinished(() => window.removeEventListener('click', record));
    for (const name of [/^WhatsApp/, /^X/, /^Facebook/]) await screen.getByRole('link', { name }).click();
    const told = opened.map(({ host, searchParams }) => [host, searchParams.get('text'), searchParams.get('u')]);
    expect(told).toEqual([
      ['wa.me', text, null],
      ['twitter.com', `${sentence(' · Dog Park')}:`, null],
      ['www.facebook.com', null, addressOf(made)],
    ]);
    expect(opened[1]?.searchParams.get('url')).toBe(addressOf(made));
    expect(opened[2]?.searchParams.get('quote')).toBe(text);
    await screen.getByRole('button', { name: 'Instagram' }).click();
    await screen.getByRole('button', { name: 'Copy', exact: true }).click();
    // Facebook's text is copied, too.
    await expect.poll(() => write.mock.calls).toEqual([[text], [text], [text]]);
    // WhatsApp, X, Facebook and what it is given, Instagram, Copy.
    await expect.poll(() => shared.mock.calls.length).toBe(6);
    await send(screen);
    await expect
      .poll(() => share.mock.calls)
      // Neither a picture nor an address of its own: the preview of the link is the picture.
      .toEqual([[{ title: 'Cake Day', text }]]);
    expect(linksMade()).toBe(1);
  },
);

test('Of a party that was planned before, the link is made once it is known that there is none. @10.267', async () => {
  const { linksMade } = answerWith([]);
  const reading = Promise.withResolvers<void>();
  held = reading.promise;
  const screen = await open();
  expect([placeText(screen), linksMade()]).toEqual([null, 0]);
  reading.resolve();
  await expect.poll(() => placeText(screen)).toBe(withLink(made));
  expect(linksMade()).toBe(1);
});

test('A link that is made while guests are first being read has them read again, so that answers are asked for. @10.266', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  const { linksMade, requests } = answerWith([]);
  const client = new QueryClient();
  void client.fetchQuery(guestBookQuery(ownerId));
  await expect.poll(() => requests.some(({ path }) => path.includes('/party_invitations'))).toBe(true);
  const screen = await open({ isNew: true, client });
  await expect.poll(() => placeText(screen)).toBe(withLink(made));
  held = null;
  resolve();
  await expect.poll(() => client.getQueryData(guestBookQuery(ownerId).queryKey)?.has(cakeDay.id)).toBe(true);
  expect(linksMade()).toBe(1);
});

test('A host reads that answers are closed once their last day is over.', async () => {
  answerWith([{ ...invitation, answer_until: '2026-06-14' }]);
  const screen = await open();
  await expect.element(screen.getByText(/^Answers closed on June 14, 2026\./)).toBeVisible();
});

test('A link that the host has turned off stays off, which is said, until an invite is sent. @10.272', async () => {
  const { linksMade } = answerWith([{ ...invitation, has_link: false, link_token: null }]);
  const screen = await open();
  await expect.element(screen.getByText(/^The link is turned off\. Send Invite makes a new one\./)).toBeVisible();
  expect([placeText(screen), linksMade()]).toEqual([withPlace, 0]);
  await send(screen);
  await expect.poll(() => share.mock.lastCall?.[0].text).toContain(`: ${addressOf(made)}`);
  await expect.element(screen.getByText(/^Anyone with the link can answer\./)).toBeVisible();
  expect(linksMade()).toBe(1);
});

test.for([
  ['that was made on another device is shared as it is', kept, kept, 0],
  ['whose token is not known gives way to another one, without a word', null, made, 1],
] as const)('A link %s. @10.267', async ([, link_token, token, count]) => {
  const { linksMade } = answerWith([{ ...invitation, link_token }]);
  const screen = await open();
  await expect.poll(() => placeText(screen)).toBe(withLink(token));
  await send(screen);
  await expect.poll(() => share.mock.lastCall?.[0].text).toContain(`: ${addressOf(token)}`);
  expect(linksMade()).toBe(count);
});

test('Without network nothing is said of a link that this device has not seen.', async () => {
  answerWith([]);
  goOffline();
  const screen = await open({ isNew: true });
  await expect.element(screen.getByText(/^No network right now\. Your party is safe/)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: /^WhatsApp/ })).toBeVisible();
  await expect.element(screen.getByText(/with the link can answer/)).not.toBeInTheDocument();
});

test('A link is there although nobody can say which emails to its guests wait.', async () => {
  answerWith([invitation]);
  const client = new QueryClient();
  const queryKey = [...guestBookQuery(ownerId).queryKey, 'mails', 'i1'];
  const queryFn = () => Promise.reject(new Error('no mails'));
  onTestFinished(new QueryObserver(client, { queryKey, queryFn, retry: false }).subscribe(() => undefined));
  const screen = await open({ client });
  await expect.poll(() => placeText(screen)).toBe(withLink(kept));
});

test.each([
  [
    'the server fails',
    () => Response.json({ message: 'no' }, { status: 500 }),
    /^We can't get the link just now, so only the words are shared\./,
    /^Could not make the link/,
  ],
  [
    'the party is not saved yet',
    () => Response.json({ code: '23503', message: 'no party' }, { status: 409 }),
    /^Your party isn't saved on our side yet\./,
    /^This party is not saved on our side yet/,
  ],
])(
  'Where %s that is said, no address is shared, and a press on Send Invite tries again. @10.270',
  async (_, refuse, said, toast) => {
    let make: () => unknown = refuse;
    const { linksMade } = answerWith([], () => make());
    const screen = await open({ isNew: true });
    await expect.element(screen.getByText(said)).toBeVisible();
    expect(placeText(screen)).toBe(withPlace);
    const facebook = screen.getByRole('link', { name: /^Facebook/ }).element() as HTMLAnchorElement;
    // Facebook takes nothing without an address.
    expect(new URL(facebook.href).searchParams.get('u')).toBe(`${window.location.origin}/`);
    await send(screen);
    await expect.element(screen.getByText(toast)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Send Invite' })).toHaveAttribute('aria-busy', 'false');
    expect(share).not.toHaveBeenCalled();
    expect(linksMade()).toBe(2);
    make = () => made;
    await send(screen);
    await expect.poll(() => share.mock.lastCall?.[0].text).toContain(`: ${addressOf(made)}`);
    await expect.poll(() => placeText(screen)).toBe(withLink(made));
    expect(screen.getByText(said).query()).toBeNull();
  },
);

test('Without network that is said, a press shares nothing, and the next one with network does. @10.270', async () => {
  const { linksMade } = answerWith([invitation]);
  const client = await seenBefore();
  const goOnline = goOffline();
  const screen = await open({ client });
  await expect.element(screen.getByText(/^No network right now\. Your party is safe/)).toBeVisible();
  // The link may have ended meanwhile, so nobody gets it before it is checked.
  await expect.poll(() => placeText(screen)).toBe(withPlace);
  await send(screen);
  await expect.element(screen.getByText("You're offline")).toBeVisible();
  expect(share).not.toHaveBeenCalled();
  dismissToasts();
  goOnline();
  window.dispatchEvent(new Event('online'));
  await send(screen);
  await expect.poll(() => share.mock.lastCall?.[0].text).toContain(`: ${addressOf(kept)}`);
  expect(linksMade()).toBe(0);
});

test('A link that another device has ended is shared by no press; there is another one. @10.272', async () => {
  const backend = answerWith([invitation]);
  const client = await seenBefore();
  backend.change('party_invitations', 'i1', { has_link: false, link_token: null });
  const slow = Promise.withResolvers<void>();
  held = slow.promise;
  const screen = await open({ client });
  await send(screen);
  slow.resolve();
  await expect.poll(() => share.mock.calls.map(([{ text }]) => text)).toEqual([withLink(made)]);
});

test('A place that another device has hidden is told by no press, not even by the first. @10.273', async () => {
  const backend = answerWith([invitation]);
  const client = await seenBefore();
  backend.change('party_invitations', 'i1', { place_for: 'yes' });
  const slow = Promise.withResolvers<void>();
  held = slow.promise;
  const screen = await open({ client });
  await screen.getByRole('button', { name: 'Send Invite' }).click();
  await expect.element(screen.getByRole('button', { name: 'Getting it ready...' })).toBeVisible();
  expect(placeText(screen)).toBeNull();
  slow.resolve();
  await expect.element(screen.getByText('All ready! Press once more to send it.')).toBeVisible();
  expect(share).not.toHaveBeenCalled();
  await send(screen);
  await expect.poll(() => share.mock.calls.map(([{ text }]) => text)).toEqual([withLink(kept, '')]);
  expect(placeText(screen)).toBe(withLink(kept, ''));
});

test('A hidden place stays hidden after the end of the link. @10.273', async () => {
  answerWith([{ ...invitation, place_for: 'yes', has_link: false, link_token: null }]);
  const screen = await open();
  await expect.element(screen.getByText(/Only those who say yes see the place\./)).toBeVisible();
  await expect.poll(() => placeText(screen)).toBe(words);
});

test('As long as the settings are not known, the place is left out, but of a party that is planned just now. @10.273', async () => {
  const away = () => Response.json({ message: 'no' }, { status: 500 });
  answerAsBackend({}, ({ path }) => (path.includes('/party_invitations') ? away() : undefined));
  const screen = await open();
  await expect.poll(() => placeText(screen)).toBe(words);
  await screen.unmount();
  const planned = await open({ isNew: true });
  await expect.poll(() => placeText(planned)).toBe(withPlace);
});

test('Of a party that has been a memory is shared, and no link is made for it.', async () => {
  const { linksMade } = answerWith([{ ...invitation, link_token: null }]);
  const screen = await open({ party: { ...cakeDay, celebrationDate: date('2026-06-14') } });
  await expect.poll(() => placeText(screen)).toMatch(/^We celebrated Rex!/);
  await screen.getByRole('button', { name: 'Share', exact: true }).click();
  await expect.poll(() => share.mock.lastCall?.[0].text).toMatch(/^We celebrated Rex!/);
  expect(share.mock.lastCall?.[0].text).not.toContain('/i/');
  expect(linksMade()).toBe(0);
});

test('Who may see what is changed before anybody is invited, and nothing is sent by it. @10.271', async () => {
  const { linksMade, rows } = answerWith([]);
  const screen = await open({ isNew: true });
  await expect.poll(() => placeText(screen)).toBe(withLink(made));
  await screen.getByRole('button', { name: 'Change who sees what' }).click();
  await screen.getByLabelText('Who sees the place?').selectOptions('yes');
  await screen.getByRole('button', { name: 'Save Settings' }).click();
  await expect.poll(() => placeText(screen)).toBe(withLink(made, ''));
  expect(rows('party_invitations')[0]).toMatchObject({ place_for: 'yes' });
  expect([linksMade(), share.mock.calls.length]).toEqual([1, 0]);
});

test('A host without a name is asked for one beside the invite, and it is saved with it.', async () => {
  const backend = answerWith([invitation]);
  const screen = await open({ owner: { ...maria, name: null } });
  await expect.poll(() => placeText(screen)).toContain(addressOf(kept));
  await screen.getByLabelText('Your name').fill('  Robin ');
  await send(screen);
  await expect.poll(() => share.mock.lastCall?.[0].text).toContain(`: ${addressOf(kept)}`);
  const saved = () => backend.requests.find(({ method, path }) => method === 'PUT' && path.includes('/auth/v1/user'));
  await expect.poll(() => saved()?.body).toMatchObject({ data: { name: 'Robin' } });
  await screen.unmount();
  const named = await open();
  await expect.element(named.getByRole('button', { name: 'Send Invite' })).toBeVisible();
  expect(named.getByLabelText('Your name').query()).toBeNull();
});
