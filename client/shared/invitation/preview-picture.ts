import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { PhotoFocus } from '../../../domain/dogs/photo-focus.ts';
import type { DogSize } from '../../../domain/dogs/size.ts';
import { paintCard, pictureOf } from '../../cards/drawing/draw-card.ts';
import { loadPicture } from '../../cards/drawing/picture.ts';
import { invitationCard } from './invitation-content.ts';

/** The limit of the bucket, because WhatsApp shows no larger pictures. */
const largestPreview = 300 * 1024;

/** Tried in this order, from the best. The first nearly always fits. */
const qualities = [0.9, 0.8, 0.65, 0.5];

/** What the preview of an invitation shows. Everybody in the chat sees it, so it has no place, no guests and no words of the host. */
export type PreviewOf = {
  dog: { name: string; size: DogSize; photoUrl: string | null; photoFocus: PhotoFocus | null };
  party: { title: string; celebrationDate: CalendarDate };
};

/**
 * Draws the picture that chats show for the link to an invitation, a JPEG of 1200 × 630, with its words in the square in the middle.
 * A photo that cannot be loaded is replaced by the drawn dog.
 * @throws when the browser refuses to draw, or draws no picture that is small enough
 */
export async function drawPreview({ dog, party: { title, celebrationDate } }: PreviewOf): Promise<Blob> {
  // Drawn as on the day of the party and before: an invitation, not a memory.
  const content = invitationCard(dog, { title, celebrationDate, time: null, location: null }, false);
  const photo = dog.photoUrl === null ? null : await loadPicture(dog.photoUrl).catch(() => null);
  const canvas = document.createElement('canvas');
  await paintCard(canvas, content, { style: 'table', format: 'preview', photo, focus: dog.photoFocus });
  for (const quality of qualities) {
    const picture = await pictureOf(canvas, quality);
    if (picture.type !== 'image/jpeg') break;
    if (picture.size <= largestPreview) return picture;
  }
  throw new Error('The preview cannot be made small enough.');
}
