import type { SupabaseClient } from '@supabase/supabase-js';
import { separateClient, supabase } from './client.ts';
import { BackendError, unwrap } from './errors.ts';
import { forgetAllDrafts } from './kept-drafts.ts';
import { forgetPackOnDevice } from './offline/forget.ts';
import { currentPhotoUrl, readPhoto, removeAllPhotos } from './photos.ts';
import { announceSignOut, endPasswordRecovery, forgetSession, type Owner } from './session.ts';

/**
 * Saves how the owner wants to be called; empty means by the e-mail. The session state changes by itself.
 * @throws BackendError
 */
export async function changeName(name: string): Promise<void> {
  const { auth } = await supabase();
  unwrap(await auth.updateUser({ data: { name: name || null } }));
}

/**
 * Changes the password of the signed-in owner.
 * @throws BackendError of kind 'wrong password' when `current` is not the one in use, 'same password' when nothing changes.
 */
export async function changePassword(current: string, next: string): Promise<void> {
  const { auth } = await supabase();
  unwrap(await auth.updateUser({ password: next, current_password: current }));
}

/**
 * Chooses a new password after a recovery link; the pack opens.
 * @throws BackendError of kind 'same password' when it is the one already in use.
 */
export async function chooseNewPassword(password: string): Promise<void> {
  const { auth } = await supabase();
  unwrap(await auth.updateUser({ password }));
  endPasswordRecovery();
}

type Row = Record<string, unknown>;

/** What one call may answer; hosted Supabase gives no more than this. */
const pageSize = 1000;

async function allRows(table: 'dogs' | 'birthday_celebrations', ownerId: string): Promise<Row[]> {
  const client = await supabase();
  const rows: Row[] = [];
  for (;;) {
    const query = client.from(table).select('*').eq('user_id', ownerId).order('created_at').order('id');
    const page = unwrap(await query.range(rows.length, rows.length + pageSize - 1)) as Row[];
    rows.push(...page);
    if (page.length < pageSize) return rows;
  }
}

/** A photo of the export: where it is on the web, and where in the archive. `file` is null when it is no longer there. */
type ExportedPhoto = { address: string; file: string | null };

/** One file of the archive. */
type ArchivedFile = { name: string; input: Response | string };

/** The files of the export one by one, so that no more than one photo is under way at a time. */
async function* exportedFiles(owner: Owner, exportedOn: string): AsyncGenerator<ArchivedFile> {
  const [dogs, celebrations] = await Promise.all([
    allRows('dogs', owner.id),
    allRows('birthday_celebrations', owner.id),
  ]);
  const photos: ExportedPhoto[] = [];
  const addresses = dogs.map(({ photo_url }) => photo_url).filter((url) => typeof url === 'string');
  for (const address of new Set(addresses.map(currentPhotoUrl))) {
    const photo = await readPhoto(address);
    const file = photo && `photos/${address.split('/').at(-1)}`;
    photos.push({ address, file });
    if (file) yield { name: file, input: photo };
  }
  const content = { exportedOn, owner, dogs, celebrations, photos };
  yield { name: 'wagday.json', input: JSON.stringify(content, null, 2) };
}

/**
 * Everything that is saved about an owner, as it is saved: a ZIP archive of `wagday.json` and the photos.
 * @param exportedOn the owner's date
 * @throws BackendError, or TypeError when a photo cannot be reached
 */
export async function exportAccount(owner: Owner, exportedOn: string): Promise<Blob> {
  const { downloadZip } = await import('client-zip');
  return downloadZip(exportedFiles(owner, exportedOn)).blob();
}

/** A session that has just begun with the owner's password, and the way to end it. */
type Proof = { client: SupabaseClient; end: () => Promise<void> };

/**
 * Signs in once more, beside the session of the page: some things the backend allows only soon after a sign-in.
 * @throws BackendError of kind 'wrong password' when it is not the owner's
 */
async function proveOwner(owner: Owner, password: string): Promise<Proof> {
  const client = await separateClient();
  const answer = await client.auth.signInWithPassword({ email: owner.email, password });
  if (answer.error?.code === 'invalid_credentials') throw new BackendError('wrong password', answer.error.message);
  const { user } = unwrap(answer);
  const end = async () => {
    await client.auth.signOut({ scope: 'local' }).catch(() => undefined);
  };
  if (user.id === owner.id) return { client, end };
  // The address has moved to somebody else since this page was opened.
  await end();
  throw new BackendError('wrong password', 'This is the password of another account.');
}

/**
 * Deletes the account with all its dogs, celebrations and photos, for ever. May be called again after a failure.
 * @throws BackendError of kind 'wrong password' when it is not the owner's, and then nothing is deleted; of kind 'sign-in too old'
 */
export async function deleteAccount(owner: Owner, password: string): Promise<void> {
  const { client, end } = await proveOwner(owner, password);
  try {
    await removeAllPhotos(owner.id);
    unwrap(await client.rpc('delete_own_account'));
  } catch (error) {
    await end();
    throw error;
  }
  // There is nobody left whom the server could sign out.
  announceSignOut();
  forgetAllDrafts();
  forgetSession();
  await forgetPackOnDevice(owner.id);
}
