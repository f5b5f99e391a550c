import type { DogSize } from '../../domain/dogs/size.ts';
import { type Coat, coatClasses } from './coats.ts';

/** How much of the box each dog fills. */
const SCALE = { small: 0.84, medium: 0.92, large: 0.98, giant: 1.03 } satisfies Record<DogSize, number>;

/** How a dog that is drawn in a 200 × 200 box stands on the lower edge of another. */
export function dogPlace(size: DogSize, scale = SCALE[size]) {
  return {
    transform: `translate(${100 - 100 * scale} ${200 - 200 * scale}) scale(${scale})`,
    stroke: 'var(--art-ink)',
    strokeWidth: 6 / scale,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  } as const;
}

/** The dog of a size on the lower edge of a 200 × 200 box, for use inside an `<svg>`. The page needs the `Cast` (`cast.tsx`). */
export function Dog({ size, coat = 0, scale }: { size: DogSize; coat?: Coat; scale?: number }) {
  return <use href={`#dog-${size}`} className={coatClasses(size, coat)} {...dogPlace(size, scale)} />;
}
