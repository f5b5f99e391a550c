import type { DogSize } from '../../../domain/size.ts';
import { initialOf } from '../initial.ts';
import { Dog } from './dog-portrait.tsx';

const GROUND = {
  small: 'bg-(--art-ground-small)',
  medium: 'bg-(--art-ground-medium)',
  large: 'bg-(--art-ground-large)',
  giant: 'bg-(--art-ground-giant)',
} satisfies Record<DogSize, string>;

/**
 * Replaces a missing photo: the dog of the size on a coloured ground, with the initial of its name on a tag. Fills a box of any
 * shape; the whole dog stands on the lower edge. Decorative.
 */
export function DogPlaceholder({ dog, className }: { dog: { name: string; size: DogSize }; className: string }) {
  const { name, size } = dog;
  return (
    <svg
      viewBox="0 -6 200 240"
      preserveAspectRatio="xMidYMax meet"
      className={`${GROUND[size]} ${className}`}
      aria-hidden="true"
    >
      <g fill="none" strokeWidth="7" strokeLinecap="round">
        <path d="M14 34l7 5M-54 60l6-6M172 22l-6 7M240 96l7 4M-70 160l8 2" stroke="var(--art-raspberry)" />
        <path d="M30 78l-6 7M186 74l6 6M-30 104l7-5M224 30l-5 7M258 168l-6 6" stroke="var(--art-butter)" />
        <path d="M8 130l7-4M190 132l-7-4M-44 18l4 7M268 62l-7 3M-92 110l6-6" stroke="var(--art-white)" />
      </g>
      <Dog size={size} />
      <g transform="translate(100 205)" stroke="var(--art-ink)" strokeWidth="5" strokeLinecap="round">
        {size === 'small' || size === 'giant' ? (
          <>
            <path d="M-37-20Q0-4 38-21" fill="none" strokeWidth="15" />
            <path d="M-36-20Q0-4 37-21" fill="none" stroke="var(--art-raspberry)" strokeWidth="6" />
          </>
        ) : null}
        <path d="M0-24C15-24 25-13 24 1S12 24-1 23S-25 13-24-1S-13-24 0-24Z" fill="var(--art-butter)" />
        <text
          y="10"
          textAnchor="middle"
          fontSize="29"
          fontWeight="700"
          stroke="none"
          className="fill-(--art-tag-ink) font-display"
        >
          {initialOf(name)}
        </text>
      </g>
    </svg>
  );
}
