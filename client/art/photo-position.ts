import type { PhotoFocus } from '../../domain/dogs/photo-focus.ts';

function along(percent: number, unit: 'cqw' | 'cqh'): string {
  // In an object position 100% is how much larger the box is than the photo, so it is never above zero.
  return `clamp(100%, ${50 - percent}${unit} + ${percent}%, 0%)`;
}

/**
 * The CSS object position with which a photo that covers its box has the face as near to the middle of the box as the photo allows.
 * The photo fills a size container (`container-type: size`), because the units count in the container's size.
 */
export function focusPosition({ x, y }: PhotoFocus): string {
  return `${along(x, 'cqw')} ${along(y, 'cqh')}`;
}
