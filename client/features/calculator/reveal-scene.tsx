import { memo } from 'react';
import type { DogSize } from '../../../domain/dogs/size.ts';
import { Dog } from '../../art/dog-portrait.tsx';
import type { RevealedLife } from './reveal-at.ts';

/** The foot of the picture of a dog's placeholder, whose measures this scene has. */
const ground = 234;

/** The length of the way through a life, and the least distance of two birthdays on it. */
const wayLength = 1100;
const leastStep = 90;

const flags = ['raspberry', 'butter', 'sky', 'leaf', 'apricot'] as const;

/** A flag for each birthday on the way. */
const Way = memo(function Way({ birthdays, step }: { birthdays: number; step: number }) {
  return (
    <>
      <path
        d={`M-700 ${ground - 9}${'q50-14 100 0t100 0'.repeat(Math.ceil((birthdays * step + 1400) / 200))}`}
        fill="none"
        strokeDasharray="46 16"
      />
      {Array.from({ length: birthdays }, (_, index) => index + 1).map((birthday) => (
        <g key={birthday} transform={`translate(${100 + birthday * step} 0)`}>
          <path d={`M0 ${ground - 10}V112`} fill="none" />
          <path d="M1 112Q26 104 46 118Q50 132 45 147Q24 134 1 146Z" fill={`var(--art-${flags[birthday % 5]})`} />
          <text
            x="22"
            y="137"
            textAnchor="middle"
            fontSize="20"
            fontWeight="700"
            stroke="none"
            className="fill-(--art-tag-ink) font-display"
          >
            {birthday}
          </text>
        </g>
      ))}
    </>
  );
});

const StandingDog = memo(Dog);

/** A dog on its way past the birthdays of its life. Decorative. */
export function RevealScene({
  size,
  years,
  life,
  className,
}: {
  size: DogSize;
  /** The dog's age today. */
  years: number;
  life: RevealedLife;
  className: string;
}) {
  const step = Math.max(leastStep, wayLength / Math.max(1, years));
  return (
    <svg viewBox="0 -6 200 240" preserveAspectRatio="xMidYMax meet" className={className} aria-hidden="true">
      <g
        transform={`translate(${-life.years * step})`}
        stroke="var(--art-ink)"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <Way birthdays={Math.ceil(years) + 1} step={step} />
      </g>
      <g
        transform={`translate(100 ${ground - life.hop * 16}) rotate(${life.lean * 5}) scale(${life.height}) translate(-100 ${-ground})`}
      >
        <StandingDog size={size} />
      </g>
    </svg>
  );
}
