import { useState } from 'react';
import type { DogSize } from '../../domain/size.ts';
import { DogPlaceholder } from './art/dog-placeholder.tsx';
import { classNames } from './class-names.ts';

/** A dog's photo, or the dog of its size as a drawing where there is none or it cannot be shown. */
export function DogPhoto({
  dog,
  photo,
  alt,
  className,
  loading,
}: {
  dog: { name: string; size: DogSize };
  photo: string | null;
  alt: string;
  className: string;
  loading?: 'lazy';
}) {
  const [broken, setBroken] = useState<string | null>(null);
  const classes = classNames(className, 'object-cover object-[50%_25%]');
  if (!photo || photo === broken) return <DogPlaceholder dog={dog} className={classes} />;
  return <img src={photo} alt={alt} loading={loading} className={classes} onError={() => setBroken(photo)} />;
}
