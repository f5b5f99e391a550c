import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { PhotoFocus } from '../../../domain/dogs/photo-focus.ts';
import { type DogSize, defaultSize } from '../../../domain/dogs/size.ts';
import { coatsAtTable, dogScales } from '../../art/party-table.tsx';
import { paintCard, pictureOf } from '../../cards/drawing/draw-card.ts';
import { loadPicture } from '../../cards/drawing/picture.ts';
import { invitationCard } from './invitation-content.ts';

/** The limit of the bucket, because WhatsApp shows no larger pictures. */
const largestPreview = 300 * 1024;

/** Tried in this order, from the best. The first nearly always fits. */
const qualities = [0.9, 0.8, 0.65, 0.5];

/**
 * What the preview of an invitation shows. Everybody in the chat sees it, so it has no place, no words of the host, and of the guests only
 * the dogs' heads, where guests may see those.
 */
export type PreviewOf = {
  dog: { name: string; size: DogSize; breed?: string | null; photoUrl: string | null; photoFocus: PhotoFocus | null };
  party: { title: string; celebrationDate: CalendarDate };
  guestDogs?: readonly { size: DogSize | null }[];
};

/**
 * Draws the picture that chats show for the link to an invitation, a JPEG of 1200 × 630, with its words in the square in the middle.
 * A photo that cannot be loaded is replaced by the drawn dog.
 * @throws when the browser refuses to draw, or draws no picture that is small enough
 */
export async function drawPreview({
  dog,
  party: { title, celebrationDate },
  guestDogs = [],
}: PreviewOf): Promise<Blob> {
  // Drawn as on the day of the party and before: an invitation, not a memory.
  const content = invitationCard(dog, { title, celebrationDate, time: null, location: null }, false);
  const photo = dog.photoUrl === null ? null : await loadPicture(dog.photoUrl).catch(() => null);
  const canvas = document.createElement('canvas');
  const coats = coatsAtTable(dog, guestDogs);
  const guests = guestDogs.map(({ size }, index) => {
    const known = size ?? defaultSize;
    return { size: known, coat: coats[index] ?? 0, scale: dogScales[known] };
  });
  await paintCard(canvas, content, { style: 'table', format: 'preview', photo, focus: dog.photoFocus, guests });
  for (const quality of qualities) {
    const picture = await pictureOf(canvas, quality);
    if (picture.type !== 'image/jpeg') break;
    if (picture.size <= largestPreview) return picture;
  }
  throw new Error('The preview cannot be made small enough.');
}
