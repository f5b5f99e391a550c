import { supabase } from './client.ts';
import { unwrap } from './errors.ts';
import { forgetAllDrafts } from './kept-drafts.ts';
import { forgetPackOnDevice } from './offline/forget.ts';
import { currentPhotoUrl, removeAllPhotos } from './photos.ts';
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

/** Everything that is saved about an owner, as it is saved. */
export type AccountExport = { owner: Owner; dogs: Row[]; celebrations: Row[]; photos: string[] };

/** @throws BackendError */
export async function exportAccount(owner: Owner): Promise<AccountExport> {
  const [dogs, celebrations] = await Promise.all([
    allRows('dogs', owner.id),
    allRows('birthday_celebrations', owner.id),
  ]);
  const addresses = dogs.map(({ photo_url }) => photo_url).filter((url) => typeof url === 'string');
  return { owner, dogs, celebrations, photos: addresses.map(currentPhotoUrl) };
}

/**
 * Deletes the account with all its dogs, celebrations and photos, for ever. May be called again after a failure.
 * @throws BackendError
 */
export async function deleteAccount(ownerId: string): Promise<void> {
  const client = await supabase();
  await removeAllPhotos(ownerId);
  unwrap(await client.rpc('delete_own_account'));
  // There is nobody left whom the server could sign out.
  announceSignOut();
  forgetAllDrafts();
  forgetSession();
  await forgetPackOnDevice(ownerId);
}
