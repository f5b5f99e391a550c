/** Saves and removes the pictures that chats show for links to invitations. */

import { unwrap } from '../backend-error.ts';
import { supabase } from '../client.ts';
import { removeFiles } from '../photos/saved-photos.ts';

export const previewBucket = 'invitation-previews';

const table = 'party_invitations';

type Previewed = { id: string; preview: string | null };

/** A 64-bit FNV-1a hash. It needs no security: different content only has to give different names. */
function digestOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}

/** Returns the file name of the preview with this content, the same on every device. Chats cache a picture by its name. */
export function previewName(ownerId: string, invitationId: string, shown: unknown): string {
  return `${ownerId}/${invitationId}-${digestOf(JSON.stringify(shown))}.jpg`;
}

/**
 * Uploads the preview of an invitation as `name` and replaces the old one. If the links were revoked meanwhile, the new one is removed
 * again.
 * @throws BackendError
 */
export async function savePreview({ id, preview }: Previewed, name: string, picture: Blob): Promise<void> {
  const client = await supabase();
  const answer = await client.storage
    .from(previewBucket)
    .upload(name, picture, { contentType: 'image/jpeg', cacheControl: '31536000', upsert: false });
  // Another device of the owner has already uploaded the same picture.
  if (!answer.error?.message.match(/already exists/i)) unwrap(answer);
  const rows = unwrap(await client.from(table).update({ preview: name }).match({ id, has_link: true }).select('id'));
  if (rows.length === 0) await removeFiles(previewBucket, [name]);
  else if (preview !== null && preview !== name) await removePreview(preview);
}

export async function removePreview(name: string): Promise<void> {
  await removeFiles(previewBucket, [name]);
}
