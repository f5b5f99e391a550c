import type { NamedDog } from '../../../domain/dogs/life.ts';
import type { PhotoFocus } from '../../../domain/dogs/photo-focus.ts';
import type { ChartPhoto } from '../../charts/human-years-chart.tsx';

/** A dog of the calculator, which has no photo, or one of the pack, which may have one. */
export type PicturedDog = NamedDog & {
  /** The address of its photo. */
  photoUrl?: string | null;
  /** Where its face is in that photo. */
  photoFocus?: PhotoFocus | null;
};

/** The photo that stands for the dog on a chart. */
export function chartPhotoOf({ photoUrl, photoFocus }: PicturedDog): ChartPhoto | null {
  return photoUrl ? { url: photoUrl, focus: photoFocus ?? null } : null;
}
