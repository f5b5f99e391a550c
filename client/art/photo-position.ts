import type { PhotoFocus } from '../../domain/dogs/photo-focus.ts';

function along(percent: number, unit: 'cqw' | 'cqh'): string {
  // In `object-position` 100% is the box's size minus the photo's, which is never positive here: so `clamp` goes from 100% to 0%.
  return `clamp(100%, ${50 - percent}${unit} + ${percent}%, 0%)`;
}

/**
 * The CSS object position with which a photo that covers its box has the face as near to the middle of the box as the photo allows.
 * The photo fills a size container (`container-type: size`), because the units count in the container's size.
 */
export function focusPosition({ x, y }: PhotoFocus): string {
  return `${along(x, 'cqw')} ${along(y, 'cqh')}`;
}
