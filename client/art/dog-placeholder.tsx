import { type DogSize, dogSizes } from '../../domain/dogs/size.ts';
import { graphemes } from '../../domain/text/text.ts';
import { type Coat, coatOf } from './coats.ts';
import { Dog } from './dog-portrait.tsx';

/** The first letter of a name as a reader sees it, in capitals; an emoji stays whole. */
export function initialOf(name: string): string {
  const [first] = graphemes.segment(name);
  return (first?.segment ?? '').toLocaleUpperCase('en');
}

export const placeholderGround = {
  small: 'bg-(--art-ground-small)',
  medium: 'bg-(--art-ground-medium)',
  large: 'bg-(--art-ground-large)',
  giant: 'bg-(--art-ground-giant)',
} satisfies Record<DogSize, string>;

/** Returns the background of a dog's picture. In a pack it goes by the name, so that two dogs of one size and coat look different. */
function groundOf({ name, size, breed }: { name: string; size: DogSize; breed?: string | null }): string {
  if (breed === undefined) return placeholderGround[size];
  const code = [...name].reduce((sum, letter) => (sum * 3 + (letter.codePointAt(0) ?? 0)) % 1009, 0);
  return placeholderGround[dogSizes[code % dogSizes.length] ?? size];
}

/** Where specks of confetti lie, in percent of the picture, and how they are turned. */
const specks = [
  [9, 14, 35],
  [26, 9, -45],
  [72, 10, 130],
  [91, 17, -40],
  [16, 33, 130],
  [84, 37, 45],
  [7, 50, -30],
  [93, 56, 30],
  [14, 70, 20],
  [94, 68, 80],
] as const;

/** By night raspberry is lost on plum. */
const speckColours = ['light-dark(var(--art-raspberry), var(--art-butter))', 'var(--art-butter)', 'var(--art-white)'];

/**
 * Confetti behind the dog. It lies in parts of the picture, so that no shape of the picture cuts a speck. The first four lie `drop` percent lower, below bunting.
 */
function Specks({ drop }: { drop: number }) {
  return specks.map(([x, y, turn], index) => (
    <svg key={x} className="speck" x={`${x}%`} y={`${y < 20 ? y + drop : y}%`} overflow="visible" aria-hidden="true">
      <path
        d="M-5 0H5"
        transform={`rotate(${turn})`}
        stroke={speckColours[index % speckColours.length]}
        strokeWidth="7"
        strokeLinecap="round"
      />
    </svg>
  ));
}

function Tag({ name }: { name: string }) {
  return (
    <>
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
    </>
  );
}

function Collar() {
  return (
    <>
      <path d="M-37-20Q0-4 38-21" fill="none" strokeWidth="15" />
      <path d="M-36-20Q0-4 37-21" fill="none" stroke="var(--art-raspberry)" strokeWidth="6" />
    </>
  );
}

type DogPlaceholderProps = {
  dog: { name: string; size: DogSize; breed?: string | null; coat?: Coat | null };
  className: string;
  isSmall?: boolean;
  isCelebrating?: boolean;
};

/**
 * Replaces a missing photo: the dog of the size on a coloured ground, with the initial of its name on a tag. Fills a box of any
 * shape; the whole dog stands on the lower edge. `isSmall`: for a picture of thumbnail size, without specks and hat, and with a
 * tag that can be read. `isCelebrating`: on the day of a celebration a dog wears its hat. Decorative.
 */
export function DogPlaceholder({ dog, className, isSmall = false, isCelebrating = false }: DogPlaceholderProps) {
  const { name, size } = dog;
  const hasHat = isCelebrating && !isSmall;
  // The drawings of the others wear a scarf.
  const hasCollar = size === 'small' || size === 'giant';
  return (
    <svg className={`${groundOf(dog)} ${hasHat ? '[--hat:inline]' : '[--hat:none]'} ${className}`} aria-hidden="true">
      {!isSmall && <Specks drop={isCelebrating ? 17 : 0} />}
      <svg
        viewBox={isSmall ? '-8 -14 216 234' : hasHat ? '0 -40 200 274' : '0 -6 200 240'}
        preserveAspectRatio="xMidYMax meet"
        aria-hidden="true"
      >
        <Dog size={size} coat={coatOf(dog)} />
        <g
          transform={isSmall ? 'translate(100 184) scale(1.35)' : 'translate(100 205)'}
          stroke="var(--art-ink)"
          strokeWidth="5"
          strokeLinecap="round"
        >
          {hasCollar && !isSmall && <Collar />}
          <Tag name={name} />
        </g>
      </svg>
    </svg>
  );
}
