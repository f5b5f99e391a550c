import { useState } from 'react';
import type { PhotoFocus } from '../../domain/dogs/photo-focus.ts';
import type { DogSize } from '../../domain/dogs/size.ts';
import { classNames } from '../ui/class-names.ts';
import { DogPlaceholder } from './dog-placeholder.tsx';
import { focusPosition } from './photo-position.ts';

/**
 * A dog's photo, or the dog of its size as a drawing where there is none or it cannot be shown. The photo is cropped around the
 * dog's face, where the owner has said where that is.
 */
export function DogPhoto({
  dog,
  photo = dog.photoUrl,
  alt = '',
  className,
  loading,
  isSmall = false,
  isCelebrating = false,
}: {
  dog: { name: string; size: DogSize; breed?: string | null; photoUrl?: string | null; photoFocus?: PhotoFocus | null };
  /** In place of the dog's own. */
  photo?: string | null | undefined;
  /** What the picture adds to the words beside it, if anything. */
  alt?: string;
  className: string;
  loading?: 'lazy';
  /** For a thumbnail, whose drawing leaves out what is too small to see. */
  isSmall?: boolean;
  /** On the day of a celebration the drawing wears a hat, and the photo shows all that it has at its top. */
  isCelebrating?: boolean;
}) {
  const [broken, setBroken] = useState<string | null>(null);
  // Bunting, which hangs over the photo on that day, leaves the head free.
  const classes = classNames(className, 'object-cover', isCelebrating ? 'object-top' : 'object-[50%_15%]');
  if (!photo || photo === broken) {
    return <DogPlaceholder dog={dog} className={classes} isSmall={isSmall} isCelebrating={isCelebrating} />;
  }
  const { photoFocus } = dog;
  const picture = { src: photo, alt, loading, onError: () => setBroken(photo) };
  // The styles dim what has the class `photo` a little at night.
  if (!photoFocus) return <img {...picture} alt={alt} className={classNames('photo', classes)} />;
  return (
    <span className={classNames(className, 'overflow-hidden [container-type:size]')}>
      <img
        {...picture}
        alt={alt}
        className="photo block size-full object-cover"
        style={{ objectPosition: focusPosition(photoFocus) }}
      />
    </span>
  );
}
