import type { DogSize } from '../../domain/dogs/size.ts';
import { cast } from './cast.tsx';
import { dogPlace } from './dog-portrait.tsx';

/** The dog of a size as `Dog` shows it, drawn anew: for a picture that leaves the page, such as a card, and takes no `Cast` along. */
export function DrawnDog({ size }: { size: DogSize }) {
  const Figure = cast[size];
  return (
    <g {...dogPlace(size)}>
      <Figure />
    </g>
  );
}
