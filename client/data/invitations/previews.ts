/** The pictures that chats show for links to invitations, in their bucket. */
import { supabase } from '../client.ts';
import { unwrap } from '../errors.ts';
import { removeFiles } from '../photos/photos.ts';

export const previewBucket = 'invitation-previews';

const table = 'party_invitations';

type Previewed = { id: string; preview: string | null };

/** FNV-1a in 64 bits. It only has to differ where what is shown differs. */
function digestOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}

/**
 * The name of the preview that shows this. Chats keep a picture for as long as its name is the same, so each content has a name of its
 * own, and every device gives it the same one.
 */
export function previewName(ownerId: string, invitationId: string, shown: unknown): string {
  return `${ownerId}/${invitationId}-${digestOf(JSON.stringify(shown))}.jpg`;
}

/**
 * Keeps the preview of an invitation under `name`, in the place of the one it has. An invitation whose links were revoked meanwhile gets
 * none.
 * @throws BackendError
 */
export async function savePreview({ id, preview }: Previewed, name: string, picture: Blob): Promise<void> {
  const client = await supabase();
  const answer = await client.storage
    .from(previewBucket)
    .upload(name, picture, { contentType: 'image/jpeg', cacheControl: '31536000', upsert: false });
  // Another device of the owner was quicker with the same picture.
  if (!answer.error?.message.match(/already exists/i)) unwrap(answer);
  const rows = unwrap(await client.from(table).update({ preview: name }).match({ id, has_link: true }).select('id'));
  if (rows.length === 0) await removeFiles(previewBucket, [name]);
  else if (preview !== null && preview !== name) await removePreview(preview);
}

/** Removes a preview that its invitation shows no more. @throws BackendError */
export async function removePreview(name: string): Promise<void> {
  await removeFiles(previewBucket, [name]);
}
