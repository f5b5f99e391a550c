import type { ReactNode } from 'react';
import { type DogSize, dogSizes } from '../../domain/dogs/size.ts';
import { Dane } from './dane.tsx';
import { Shepherd } from './shepherd.tsx';
import { Spaniel } from './spaniel.tsx';
import { Terrier } from './terrier.tsx';

/** Each dog as it is drawn, for a picture of its own, such as a card. */
export const cast: Record<DogSize, () => ReactNode> = {
  small: Terrier,
  medium: Spaniel,
  large: Shepherd,
  giant: Dane,
};

/**
 * The four dogs, or some of them, drawn once and not shown, for every drawing of a dog on the page, which uses them again. The landing page has it in its HTML, so that the code of
 * the drawings is not sent to a visitor who only wants to see them.
 */
export function Cast({ sizes = dogSizes }: { sizes?: readonly DogSize[] }) {
  return (
    <svg className="hidden" aria-hidden="true">
      <defs>
        {sizes.map((size) => {
          const Figure = cast[size];
          return (
            <g key={size} id={`dog-${size}`}>
              <Figure />
            </g>
          );
        })}
      </defs>
    </svg>
  );
}
