import type { DogSize } from '../../domain/dogs/size.ts';

/** The dog of a size, drawn in a 200 × 200 box inside an `<svg>`. The page needs the `Cast` somewhere. */
export function CastFigure({ size, className }: { size: DogSize; className?: string | undefined }) {
  return <use href={`#dog-${size}`} className={className} />;
}

/** How much of its box each dog fills, so that the Dane towers over the terrier. */
const scales: Record<DogSize, number> = { small: 0.8, medium: 0.87, large: 0.95, giant: 1 };

type Posed = { size: DogSize; scale?: number; className?: string };

/** Head and shoulders of the dog of a size, on the lower edge of its box. Decorative. The page needs the `Cast` somewhere. */
export function CastDog({ size, scale = scales[size], className }: Posed) {
  const side = Math.round(200 / scale);
  return (
    <svg
      viewBox={`${100 - side / 2} ${200 - side} ${side} ${side}`}
      className={className}
      aria-hidden="true"
      stroke="var(--art-ink)"
      strokeWidth={Number((6 / scale).toFixed(1))}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <CastFigure size={size} />
    </svg>
  );
}
