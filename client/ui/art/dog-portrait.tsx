import type { DogSize } from '../../../domain/size.ts';
import { Dane } from './dane.tsx';
import type { Gaze } from './features.tsx';
import { Shepherd } from './shepherd.tsx';
import { Spaniel } from './spaniel.tsx';
import { Terrier } from './terrier.tsx';

const AHEAD: Gaze = { x: 0, y: 0 };

const CAST = { small: Terrier, medium: Spaniel, large: Shepherd, giant: Dane } satisfies Record<DogSize, unknown>;

/** How much of the box each dog fills. */
const SCALE = { small: 0.84, medium: 0.92, large: 0.98, giant: 1.03 } satisfies Record<DogSize, number>;

/** The dog of a size on the lower edge of a 200 × 200 box, for use inside an `<svg>`. */
export function Dog({ size }: { size: DogSize }) {
  const Figure = CAST[size];
  const scale = SCALE[size];
  return (
    <g
      transform={`translate(${100 - 100 * scale} ${200 - 200 * scale}) scale(${scale})`}
      stroke="var(--art-ink)"
      strokeWidth={6 / scale}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <Figure gaze={AHEAD} />
    </g>
  );
}

/** Head and shoulders of the dog of a size. Decorative: the text beside it names the size. */
export function DogPortrait({ size, className }: { size: DogSize; className?: string }) {
  return (
    <svg viewBox="0 0 200 200" className={className} aria-hidden="true">
      <Dog size={size} />
    </svg>
  );
}
