import { homePage } from '../../../addresses/addresses.ts';
import { describeBrowser } from '../../../domain/accounts/describe-browser.ts';
import { anyObject, flag, instant, listOf, objectOf, optional, text } from '../../../domain/parse.ts';
import { BackendError, readAnswer, unwrap } from '../backend-error.ts';
import { separateClient, supabase } from '../client.ts';
import { previewBucket } from '../invitations/previews.ts';
import { registered } from '../offline/registry.ts';
import { currentPhotoUrl } from '../photos/photo-address.ts';
import { photoBucket, readPhoto, removeAllFiles } from '../photos/saved-photos.ts';
import { calendars } from '../records/calendars.ts';
import { guests } from '../records/guests.ts';
import { invitations } from '../records/invitations.ts';
import type { RecordType } from '../records/record.ts';
import { rowsWith } from '../records/rows.ts';
import { endPasswordRecovery, leaveDevice, type Owner } from './session.ts';
import { storedOwnerId } from './session-store.ts';
import { refreshNow } from './token-refresh.ts';

/** Saves the owner's name. If it is empty, the app shows the e-mail address. @throws BackendError */
export async function changeName(name: string): Promise<void> {
  const { auth } = await supabase();
  unwrap(await auth.updateUser({ data: { name: name || null } }));
}

/**
 * Changes the password of the signed-in owner.
 * @throws BackendError of kind 'wrong password' when `current` is wrong, 'same password' when the new password is the current one.
 */
export async function changePassword(current: string, next: string): Promise<void> {
  const { auth } = await supabase();
  unwrap(await auth.updateUser({ password: next, current_password: current }));
}

/** Sets a new password after a recovery link and opens the pack. @throws BackendError of kind 'same password' */
export async function chooseNewPassword(password: string): Promise<void> {
  const { auth } = await supabase();
  unwrap(await auth.updateUser({ password }));
  endPasswordRecovery();
}

async function exportedReminders(ownerId: string) {
  const client = await supabase();
  const [settings, devices] = await Promise.all([
    client.from('reminder_settings').select('*').eq('user_id', ownerId),
    client.from('push_subscriptions').select('device,endpoint,created_at,last_success_at').eq('user_id', ownerId),
  ]);
  const rows = listOf(anyObject);
  return {
    settings: readAnswer(rows, 'reminder_settings', settings)[0] ?? null,
    devices: readAnswer(rows, 'push_subscriptions', devices),
  };
}

/** Yields the files of the export one by one, so that only one photo is in memory at a time. */
async function* exportedFiles(owner: Owner, exportedOn: string) {
  const lists = [...registered.values(), invitations, guests, calendars].map(
    async ({ table, columns, exportedAs }: RecordType) => {
      const rows = await rowsWith(supabase, table, { user_id: owner.id }, columns);
      // The oldest first.
      rows.sort((one, other) => Date.parse(String(one.created_at)) - Date.parse(String(other.created_at)));
      return [exportedAs, rows] as const;
    },
  );
  const [devices, reminders, ...records] = await Promise.all([listSessions(), exportedReminders(owner.id), ...lists]);
  const saved = Object.fromEntries(records);
  // `address` is the URL of a photo, `file` its path in the archive; null when the photo no longer exists.
  const photos: { address: string; file: string | null }[] = [];
  const addresses = Object.values(saved)
    .flat()
    .map(({ photo_url, memory_photo_url }) => photo_url ?? memory_photo_url)
    .filter((url) => typeof url === 'string');
  for (const address of new Set(addresses.map(currentPhotoUrl))) {
    const photo = await readPhoto(address);
    const file = photo && `photos/${address.split('/').at(-1)}`;
    photos.push({ address, file });
    if (file) yield { name: file, input: photo };
  }
  const content = { exportedOn, owner, ...saved, reminders, photos, devices };
  yield { name: 'wagday.json', input: JSON.stringify(content, null, 2) };
}

/**
 * Exports all stored data of an owner as a ZIP archive of `wagday.json` and the photos.
 * @param exportedOn the owner's local date
 * @throws BackendError, or TypeError when a photo cannot be reached
 */
export async function exportAccount(owner: Owner, exportedOn: string): Promise<Blob> {
  const { downloadZip } = await import('client-zip');
  return downloadZip(exportedFiles(owner, exportedOn)).blob();
}

/**
 * Opens a second session, because the backend allows some changes only soon after a sign-in. `end` ends that session.
 * @throws BackendError of kind 'wrong password' when the password is not the owner's
 */
async function proveOwner(owner: Owner, password: string) {
  const client = await separateClient();
  const answer = await client.auth.signInWithPassword({ email: owner.email, password });
  if (answer.error?.code === 'invalid_credentials') throw new BackendError('wrong password', answer.error.message);
  const { user } = unwrap(answer);
  const end = async () => {
    await client.auth.signOut({ scope: 'local' }).catch(() => undefined);
  };
  if (user.id === owner.id) return { client, end };
  // The e-mail address now belongs to another account.
  await end();
  throw new BackendError('wrong password', 'This is the password of another account.');
}

/**
 * Mails a link to a new address. The account moves to that address when the owner follows the link.
 * @throws BackendError of kind 'wrong password' when the password is not the owner's; 'account exists' if the backend reveals it
 */
export async function changeEmail(owner: Owner, password: string, email: string): Promise<void> {
  const { client, end } = await proveOwner(owner, password);
  try {
    unwrap(await client.auth.updateUser({ email }, { emailRedirectTo: `${window.location.origin}/auth` }));
  } finally {
    await end();
  }
  // Loads the pending new address into this page's session.
  await refreshNow();
}

/**
 * Uses up the link that was mailed to a new address. The page's session, if any, does not change.
 * @returns whether the account has moved. With Supabase's secure email change, the link in the other mail is needed, too.
 * @throws BackendError of kind 'link expired' when the token is old, used or wrong; of kind 'account exists' when the address was
 * taken meanwhile
 */
export async function confirmEmail(tokenHash: string): Promise<'moved' | 'one link to go'> {
  const client = await separateClient();
  const { user, session } = unwrap(await client.auth.verifyOtp({ type: 'email_change', token_hash: tokenHash }));
  // Hosted Supabase opens a session when the link is followed.
  if (session) await client.auth.signOut({ scope: 'local' }).catch(() => undefined);
  if (!user?.email) return 'one link to go';
  if (storedOwnerId() === user.id) await refreshNow();
  return 'moved';
}

export type OwnSession = {
  id: string;
  signedInAt: Date;
  lastUsedAt: Date;
  /** In plain words, such as 'Firefox on Windows'. */
  browser: string;
  isCurrent: boolean;
};

const sessionRow = objectOf({
  id: text,
  created_at: instant,
  last_used_at: instant,
  user_agent: optional(text),
  is_current: flag,
});

/** The devices on which the owner is signed in, this one first. @throws BackendError */
export async function listSessions(): Promise<OwnSession[]> {
  const client = await supabase();
  const name = 'list_own_sessions';
  const rows = readAnswer(listOf(sessionRow), name, await client.rpc(name));
  return rows.map(({ id, created_at, last_used_at, user_agent, is_current }) => ({
    id,
    signedInAt: new Date(created_at),
    lastUsedAt: new Date(last_used_at),
    browser: describeBrowser(user_agent),
    isCurrent: is_current,
  }));
}

export async function endSession(id: string): Promise<void> {
  const client = await supabase();
  unwrap(await client.rpc('end_own_session', { session_id: id }));
}

export async function endOtherSessions(): Promise<void> {
  const { auth } = await supabase();
  const { error } = await auth.signOut({ scope: 'others' });
  if (error) unwrap({ data: null, error });
}

/**
 * Deletes the account with all its dogs, parties and photos. It is safe to call again after a failure.
 * @throws BackendError of kind 'wrong password', with nothing deleted, when the password is not the owner's; 'sign-in too old'
 */
export async function deleteAccount(owner: Owner, password: string): Promise<void> {
  const { client, end } = await proveOwner(owner, password);
  try {
    for (const bucket of [photoBucket, previewBucket]) await removeAllFiles(bucket, owner.id);
    unwrap(await client.rpc('delete_own_account'));
  } catch (error) {
    await end();
    throw error;
  }
  // The next to sign in on this device begins with their own pack.
  window.history.replaceState(null, '', homePage);
  // The server has ended all sessions of the account.
  await leaveDevice(owner.id);
}
