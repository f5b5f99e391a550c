import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { invitationView, ownAnswer } from '../../domain/testing/invitation-view.ts';
import { answerRequests, type SeenRequest } from '../testing/network.ts';
import { StaticInvitationPage } from './static-invitation-page.tsx';

const token = 'L'.repeat(43);
const own = 'G'.repeat(43);
const guest = { ...ownAnswer, adults: 2, brings: ['Lemonade'] };

let before = '';
beforeEach(() => {
  before = window.location.href;
  window.history.replaceState(null, '', `#${token}`);
});
afterEach(() => {
  window.history.replaceState(null, '', before);
  localStorage.clear();
});

/** Answers the functions of the database, by name. */
function answerWith(calls: Record<string, (body: Record<string, unknown>) => unknown>) {
  return answerRequests(async ({ path, body }: SeenRequest) => {
    const answer = (await calls[path.replace('/rest/v1/rpc/', '')]?.(body as Record<string, unknown>)) ?? null;
    return answer instanceof Response ? answer : Response.json(answer);
  });
}

const open = ({ token: given }: Record<string, unknown>) =>
  given === token ? invitationView : given === own ? { ...invitationView, guest } : null;

test("An invitation opens by the token behind the hash, is answered, and comes back by its guest's own link. @10.263", async () => {
  const accepted = Promise.withResolvers<object>();
  const requests = answerWith({
    open_invitation: open,
    answer_invitation: () => accepted.promise,
  });
  const screen = await render(<StaticInvitationPage />);
  await expect.element(screen.getByRole('heading', { name: "Biscuit's 4th Birthday" })).toBeVisible();
  await screen.getByRole('radio', { name: 'Going' }).click();
  await screen.getByLabelText('Your name').fill('Ada');
  await screen.getByLabelText('Adults (you included)').fill('2');
  await screen.getByRole('button', { name: 'Send RSVP' }).click();
  await expect.element(screen.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  accepted.resolve({ guestToken: own, isWaiting: false, state: 'open' });
  await expect.element(screen.getByRole('heading', { name: "You're in, Ada!" })).toBeVisible();
  expect(document.querySelector('[data-confetti]')).not.toBeNull();
  await expect.element(screen.getByRole('region', { name: "You're in, Ada!" })).toHaveFocus();
  await expect.element(screen.getByRole('button', { name: 'Copy My Link' })).toBeVisible();
  expect(window.location.hash).toBe(`#${own}`);
  const sent = requests.find(({ path }) => path.endsWith('answer_invitation'))?.body;
  expect(sent).toMatchObject({ token, answer: { name: 'Ada', answer: 'yes', adults: 2 } });
  // Only the two functions are called, and no address contains the token.
  expect(requests.map(({ path }) => path)).toEqual(
    ['open_invitation', 'answer_invitation', 'open_invitation'].map((name) => `/rest/v1/rpc/${name}`),
  );
});

test('A link to an invitation that was removed says that it is gone. @10.220', async () => {
  answerWith({ is_invitation_gone: (body) => body.token === token });
  const screen = await render(<StaticInvitationPage />);
  await expect.element(screen.getByRole('heading', { name: 'This invite is gone' })).toBeVisible();
});

test('An answer that is refused comes back with all that was typed, and goes by the same key again. @10.263', async () => {
  const answers = [new Response(null, { status: 503 }), { refused: 'closed' }];
  const requests = answerWith({ open_invitation: open, answer_invitation: () => answers.shift() });
  const screen = await render(<StaticInvitationPage />);
  await screen.getByRole('radio', { name: /Maybe/ }).click();
  await screen.getByLabelText('Your name').fill(' ');
  await screen.getByText('Add a note, allergies').click();
  await screen.getByLabelText(/Note for Maria/).fill('We bring the ball');
  const send = screen.getByRole('button', { name: 'Send RSVP' });
  await send.click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/Almost there/);
  expect(requests).toHaveLength(1);
  // The link to the field leaves the token in the address, so that a reload opens the invitation again.
  await screen
    .getByRole('alert')
    .getByRole('link', { name: /Your name/ })
    .click();
  await expect.element(screen.getByLabelText('Your name')).toHaveFocus();
  expect(window.location.hash).toBe(`#${token}`);
  await screen.getByLabelText('Your name').fill('Ada');
  await send.click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/Nothing you typed is lost/);
  await send.click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/The party has changed/);
  await expect.element(screen.getByLabelText('Your name')).toHaveValue('Ada');
  await expect.element(screen.getByLabelText(/Note for Maria/)).toHaveValue('We bring the ball');
  const keys = requests.flatMap(({ body }) => (body as { answer_key?: string }).answer_key ?? []);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

test('A pressed answer leads to the name, and a form that is closed keeps what is typed. @10.239', async () => {
  answerWith({ open_invitation: open });
  const screen = await render(<StaticInvitationPage />);
  const going = screen.getByRole('radio', { name: 'Going' });
  const name = screen.getByLabelText('Your name');
  await expect.element(going).toBeVisible();
  await expect.element(name).not.toBeVisible();
  await screen.getByText('Going', { exact: true }).click();
  await expect.element(name).toHaveFocus();
  await name.fill('Ada');
  await screen.getByRole('button', { name: 'Close' }).click();
  await expect.element(name).not.toBeVisible();
  await expect.element(going).toHaveFocus();
  // Arrow keys choose among the answers, and so do not lead on.
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(screen.getByRole('radio', { name: 'Maybe' })).toHaveFocus();
  await expect.element(name).toHaveValue('Ada');
  await userEvent.keyboard('{Escape}');
  await expect.element(name).not.toBeVisible();
});

test('A link that never was and one that was revoked look alike, and so does an address without any. @10.263', async () => {
  answerWith({ open_invitation: () => null });
  for (const hash of ['R'.repeat(43), 'short', '']) {
    window.history.replaceState(null, '', `#${hash}`);
    const screen = await render(<StaticInvitationPage />);
    await expect.element(screen.getByRole('heading', { name: "We can't find this invite" })).toBeVisible();
    await screen.unmount();
  }
});

test('The calendar file is in the page, and nothing offers to subscribe to what is not there. @10.263', async () => {
  answerWith({ open_invitation: open });
  const screen = await render(<StaticInvitationPage />);
  await screen.getByText('Add to Calendar').click();
  const file = screen.getByRole('link', { name: /^Apple or Other/ });
  await expect.element(file).toHaveAttribute('download', 'party.ics');
  const href = file.element().getAttribute('href') ?? '';
  expect(decodeURIComponent(href)).toContain("SUMMARY:Biscuit's 4th Birthday");
  await expect.element(screen.getByRole('link', { name: /^Subscribe/ })).not.toBeInTheDocument();
});

test('A guest who waits in line sees where, and no confetti. @10.264', async () => {
  const waiting = { ...guest, isWaiting: true, placeInLine: 2 };
  answerWith({
    open_invitation: ({ token: given }) => ({
      ...invitationView,
      state: 'full',
      guest: given === own ? waiting : null,
    }),
    answer_invitation: () => ({ guestToken: own, isWaiting: true, state: 'full' }),
  });
  const screen = await render(<StaticInvitationPage />);
  await screen.getByRole('radio', { name: 'Waitlist' }).click();
  await screen.getByLabelText('Your name').fill('Ada');
  await screen.getByRole('button', { name: 'Send RSVP' }).click();
  await expect.element(screen.getByRole('region', { name: "You're on the waitlist, Ada" })).toHaveFocus();
  expect(document.querySelector('[data-confetti]')).toBeNull();
});

test('What is out of reach can be tried again, and is tried by itself when the network is back. @10.264', async () => {
  let isThere = false;
  const away = () => new Response(null, { status: 503 });
  const requests = answerWith({ open_invitation: (body) => (isThere ? open(body) : away()) });
  const screen = await render(<StaticInvitationPage />);
  const again = screen.getByRole('button', { name: 'Try Again' });
  await again.click();
  await expect.element(screen.getByRole('heading', { name: 'We cannot open this now' })).toHaveFocus();
  expect(requests).toHaveLength(2);
  isThere = true;
  await again.click();
  await expect.element(screen.getByRole('heading', { name: "Biscuit's 4th Birthday" })).toHaveFocus();
  await screen.unmount();

  isThere = false;
  const later = await render(<StaticInvitationPage />);
  await expect.element(later.getByRole('button', { name: 'Try Again' })).toBeVisible();
  isThere = true;
  window.dispatchEvent(new Event('online'));
  await expect.element(later.getByRole('heading', { name: "Biscuit's 4th Birthday" })).toBeVisible();
});

test('Of two links that are opened one after the other the later one is shown, whichever comes first. @10.264', async () => {
  const late = Promise.withResolvers<Response>();
  answerWith({ open_invitation: (body) => (body.token === token ? late.promise : open(body)) });
  const screen = await render(<StaticInvitationPage />);
  window.location.hash = own;
  const answered = screen.getByRole('region', { name: "You're in, Ada!" });
  await expect.element(answered).toBeVisible();
  const answer = Response.json(invitationView);
  const read = vi.spyOn(answer, 'json');
  late.resolve(answer);
  await vi.waitFor(() => expect(read).toHaveResolved());
  // By the second frame, the late answer would be drawn.
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  await expect.element(answered).toBeVisible();
});

test('Of a party that is called off nothing is promised that no calendar does here. @10.264', async () => {
  answerWith({ open_invitation: () => ({ ...invitationView, state: 'cancelled' }) });
  const screen = await render(<StaticInvitationPage />);
  await expect.element(screen.getByText("If it's on again, you'll see it here. Questions? Ask Maria.")).toBeVisible();
});

test('A device that has answered finds its answer at the link again, and answers there for somebody else. @10.248', async () => {
  const requests = answerWith({
    open_invitation: open,
    answer_invitation: ({ is_another }) => ({
      guestToken: is_another ? 'E'.repeat(43) : own,
      isWaiting: false,
      state: 'open',
    }),
  });
  const answers = () => requests.flatMap(({ path, body }) => (path.endsWith('answer_invitation') ? [body] : []));
  const send = async (screen: Awaited<ReturnType<typeof render>>, nameLabel: string) => {
    await screen.getByRole('radio', { name: 'Going' }).click();
    await screen.getByLabelText(nameLabel).fill('Ada');
    await screen.getByRole('button', { name: 'Send RSVP' }).click();
  };
  const first = await render(<StaticInvitationPage />);
  await send(first, 'Your name');
  await expect.element(first.getByRole('heading', { name: "You're in, Ada!" })).toBeVisible();
  expect(answers()).toMatchObject([{ token, own: null, is_another: false }]);
  await first.unmount();

  window.history.replaceState(null, '', `#${token}`);
  const second = await render(<StaticInvitationPage />);
  await expect.element(second.getByRole('heading', { name: "You're in, Ada!" })).toBeVisible();
  const another = second.getByRole('link', { name: 'Answer for Somebody Else' });
  await expect.element(another).toHaveAttribute('href', `/i/#${token}?somebody-else`);
  // The page of the tests has another path.
  window.location.hash = `#${token}?somebody-else`;
  await expect.element(second.getByRole('region', { name: 'Who else is in?' })).toBeVisible();
  await send(second, 'Their name');
  await expect.poll(answers).toMatchObject([{}, { token, own, is_another: true }]);
  await second.unmount();
  window.history.replaceState(null, '', `#${token}.`);
  const third = await render(<StaticInvitationPage />);
  await expect.element(third.getByRole('heading', { name: "You're in, Ada!" })).toBeVisible();
});

test('A lost link is asked for by the address of the answer. @10.249', async () => {
  const requests = answerWith({ open_invitation: open, ask_for_own_link: () => new Response(null, { status: 204 }) });
  const screen = await render(<StaticInvitationPage />);
  await screen.getByText('Already answered? Change it').click();
  await screen.getByLabelText('The email you answered with').fill('Ada@Wagday.dev');
  await screen.getByRole('button', { name: 'Email Me My Link' }).click();
  await expect.element(screen.getByText(/we'll email its link/)).toBeVisible();
  expect(requests.at(-1)).toMatchObject({
    path: '/rest/v1/rpc/ask_for_own_link',
    body: { token, address: 'ada@wagday.dev' },
  });
});
