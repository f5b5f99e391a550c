import type { ReactNode } from 'react';
import type { Celebration } from '../../domain/celebrations/celebrations.ts';
import { PawPrint } from '../art/paw-print.tsx';
import './stamp.css';

/** The day of the stamp that a link led to: the dog's page brings it into view. */
export const soughtStamp = { day: '' };

/** A celebration's figure: its human years, at half a year those of the product's table, on a gotcha day the years at home. */
export function figureOf(celebration: Celebration): string {
  if (celebration.kind === 'puppy graduation') return '7½';
  return String(celebration.kind === 'gotcha day' ? celebration.anniversary : celebration.humanYears);
}

/** A stamp with its figure, if that is not beside it, in a ring of paws once its photo is on it. */
export function PawStamp({ figure, photo, className }: { figure?: string; photo: ReactNode; className: string }) {
  return (
    <span className={`relative grid shrink-0 place-content-center font-display font-bold ${className}`}>
      {photo && <span className="absolute inset-[17%] overflow-hidden rounded-full *:size-full">{photo}</span>}
      <svg viewBox="0 0 200 200" aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
        {photo ? (
          <PawRing />
        ) : (
          <StampRing turn={0} strokeWidth={7} className="fill-card stroke-edge [stroke-dasharray:16_14]" />
        )}
      </svg>
      {figure && (
        <span
          aria-hidden="true"
          className={
            photo
              ? 'absolute inset-x-0 -bottom-1 mx-auto w-fit rounded-pill border-3 border-ink bg-card px-3 text-title leading-tight text-ink'
              : 'relative text-title text-ink-soft'
          }
        >
          {figure}
        </span>
      )}
    </span>
  );
}

export function PawRing() {
  return (
    <g className="[--art-print:var(--color-ink)]">
      <path
        d="M100 4C153 3 198 47 197 101S153 197 100 197S3 154 4 100S47 4 100 4ZM100 34C60 34 34 64 34 100S62 167 100 167S167 138 167 101S142 33 100 34Z"
        fillRule="evenodd"
        strokeWidth="6"
        className="fill-lamp stroke-ink"
      />
      {[20, 60, 100, 140, 220, 260, 300, 340].map((turn) => (
        <PawPrint key={turn} transform={`rotate(${turn} 100 100) translate(100 20) scale(.55)`} />
      ))}
    </g>
  );
}

/** The ring of a stamp in a box of 200 × 200, with what is drawn in it. Turned by some degrees, so that no two neighbors are alike. */
export function StampRing({
  turn,
  strokeWidth,
  className,
  children,
}: {
  turn: number;
  strokeWidth: number;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <g transform={`rotate(${turn} 100 100)`} strokeWidth={strokeWidth}>
      <path d="M100 10C155 9 192 50 191 101S155 191 100 191S9 155 10 100S46 10 100 10Z" className={className} />
      {children}
    </g>
  );
}
