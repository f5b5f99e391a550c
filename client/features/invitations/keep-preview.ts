import { previewName, savePreview } from '../../data/invitations/previews.ts';
import { isReachable } from '../../data/network.ts';
import type { PreviewOf } from '../../shared/invitation/preview-picture.ts';

type Previewed = { id: string; hasLink: boolean; preview: string | null };

/** Raise this when the drawing changes, so that every preview is drawn anew. */
const drawing = 1;

/** How many dogs a preview has room for. A dog more draws it no other way. */
const mostHeads = 4;

function nameOf(ownerId: string, { id }: Previewed, { dog, party, guestDogs = [] }: PreviewOf): string {
  const { name, size, photoUrl, photoFocus } = dog;
  const { title, celebrationDate } = party;
  const heads = guestDogs.slice(0, mostHeads).map((guest) => guest.size);
  return previewName(ownerId, id, [drawing, title, celebrationDate, name, size, photoUrl, photoFocus, ...heads]);
}

/** Previews that are being kept or that failed, by name. Only the next visit tries a failed one again, not the next call. */
const tried = new Map<string, Promise<boolean>>();

/** Returns whether chats would show a picture that no longer fits the invitation. */
export function isPreviewOutdated(ownerId: string, invitation: Previewed, shown: PreviewOf): boolean {
  return invitation.hasLink && invitation.preview !== nameOf(ownerId, invitation, shown);
}

/**
 * Draws the picture that chats show for the link to an invitation, and stores it in place of the former one, unless that shows the
 * same. Never throws, because a link works without its own picture. Resolves to whether the invitation has a new picture now.
 */
export async function keepPreview(ownerId: string, invitation: Previewed, shown: PreviewOf): Promise<boolean> {
  if (!isPreviewOutdated(ownerId, invitation, shown) || !isReachable()) return false;
  const name = nameOf(ownerId, invitation, shown);
  const underWay = tried.get(name) ?? replace(invitation, shown, name);
  tried.set(name, underWay);
  return underWay;
}

async function replace(invitation: Previewed, shown: PreviewOf, name: string): Promise<boolean> {
  try {
    const { drawPreview } = await import('../../shared/invitation/preview-picture.ts');
    await savePreview(invitation, name, await drawPreview(shown));
    tried.delete(name);
    return true;
  } catch {
    return false;
  }
}
