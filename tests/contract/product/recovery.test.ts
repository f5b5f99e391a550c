import { expect, type TestContext, test } from 'vitest';
import { openContractBackend } from '../../support/contract-backend.ts';
import { linkIn, type Mailbox, tokenIn } from '../../support/mailbox.ts';
import { newClient, newEmail, newOwner, type Owner } from '../../support/owners.ts';

const backend = await openContractBackend();

const invalidLink = { status: 403, code: 'otp_expired', message: 'Email link is invalid or has expired' };

function mailboxOr(skip: TestContext['skip']): Mailbox {
  return backend.mailbox ?? skip('the mail of this backend cannot be read');
}

/** Asks for a link as the product does, and reads the token from the mail. */
async function recoveryToken(owner: Owner, mailbox: Mailbox): Promise<string> {
  const { error } = await newClient(backend).auth.resetPasswordForEmail(owner.email, {
    redirectTo: `${backend.url}/auth`,
  });
  expect(error).toBeNull();
  return tokenIn(linkIn(await mailbox.next(owner.email)));
}

test('a forgotten password is replaced by way of the mailed link @4.7', async ({ skip }) => {
  const mailbox = mailboxOr(skip);
  const owner = await newOwner(backend);
  const token_hash = await recoveryToken(owner, mailbox);

  const client = newClient(backend);
  const events: string[] = [];
  client.auth.onAuthStateChange((event) => void events.push(event));
  const opened = await client.auth.verifyOtp({ type: 'recovery', token_hash });
  expect(opened.error).toBeNull();
  expect(opened.data.user?.id).toBe(owner.id);
  expect(events).toContain('PASSWORD_RECOVERY');

  expect((await client.auth.updateUser({ password: 'a brand new one' })).error).toBeNull();
  expect((await newClient(backend).auth.signInWithPassword(owner)).error?.code).toBe('invalid_credentials');
  const { email } = owner;
  expect((await newClient(backend).auth.signInWithPassword({ email, password: 'a brand new one' })).error).toBeNull();
  expect((await owner.client.auth.refreshSession()).error).not.toBeNull();
  expect((await client.auth.refreshSession()).error).toBeNull();
});

test('a link works once', async ({ skip }) => {
  const owner = await newOwner(backend);
  const token_hash = await recoveryToken(owner, mailboxOr(skip));
  expect((await newClient(backend).auth.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull();
  const again = await newClient(backend).auth.verifyOtp({ type: 'recovery', token_hash });
  expect(again.data.session).toBeNull();
  expect(again.error).toMatchObject(invalidLink);
});

test('a session that a link opened still may not take the old password again', async ({ skip }) => {
  const owner = await newOwner(backend);
  const token_hash = await recoveryToken(owner, mailboxOr(skip));
  const client = newClient(backend);
  await client.auth.verifyOtp({ type: 'recovery', token_hash });
  expect((await client.auth.updateUser({ password: owner.password })).error).toMatchObject({
    status: 422,
    code: 'same_password',
  });
  expect((await client.auth.updateUser({ password: 'a brand new one' })).error).toBeNull();
});

test('an address that nobody has gets the answer that the others get', async ({ skip }) => {
  // A hosted project sends a real mail to each, and allows few.
  mailboxOr(skip);
  const { email } = await newOwner(backend);
  const known = await newClient(backend).auth.resetPasswordForEmail(email);
  const unknown = await newClient(backend).auth.resetPasswordForEmail(newEmail());
  expect(known).toEqual({ data: {}, error: null });
  expect(unknown).toEqual(known);
});

test('a token that was never issued opens nothing', async () => {
  const token_hash = 'pkce_or_whatever_somebody_made_up';
  const { data, error } = await newClient(backend).auth.verifyOtp({ type: 'recovery', token_hash });
  expect(data).toEqual({ user: null, session: null });
  expect(error).toMatchObject(invalidLink);
});

test('what is not an address is refused', async () => {
  for (const email of ['nobody', '']) {
    const { error } = await newClient(backend).auth.resetPasswordForEmail(email);
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  }
});
