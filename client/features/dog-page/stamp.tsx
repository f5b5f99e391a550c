import type { ReactNode } from 'react';
import type { Celebration } from '../../../domain/celebrations/celebrations.ts';

/** A celebration's figure: its human years, at half a year those of the product's table, on a gotcha day the years at home. */
export function figureOf(celebration: Celebration): string {
  if (celebration.kind === 'puppy graduation') return '7½';
  return String(celebration.kind === 'gotcha day' ? celebration.anniversary : celebration.humanYears);
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
