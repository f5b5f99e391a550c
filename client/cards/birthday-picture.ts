import type { BirthdayReport } from '../../domain/celebrations/birthday-report.ts';
import type { PhotoFocus } from '../../domain/dogs/photo-focus.ts';
import type { DogSize } from '../../domain/dogs/size.ts';
import { firstStyle } from './card.ts';
import { birthdayCard } from './celebration-cards.ts';
import { drawCard } from './drawing/draw-card.ts';
import { loadPicture } from './drawing/picture.ts';

export type PicturedDog = { name: string; size: DogSize; photoUrl?: string | null; photoFocus?: PhotoFocus | null };

/** The birthday card of a dog as a picture, with its photo if that can be loaded. @throws when the browser refuses to draw. */
export async function birthdayPicture(dog: PicturedDog, report: BirthdayReport): Promise<File> {
  const { content, fileName } = birthdayCard(dog, report, '');
  const photo = dog.photoUrl ? await loadPicture(dog.photoUrl).catch(() => null) : null;
  const blob = await drawCard(content, {
    style: firstStyle(photo),
    format: 'post',
    photo,
    focus: dog.photoFocus ?? null,
  });
  return new File([blob], fileName, { type: blob.type });
}
