import type { ReactNode } from 'react';
import type { DogSize } from '../../../domain/size.ts';
import { Cake } from '../art/cake.tsx';
import { Dog } from '../art/dog-portrait.tsx';
import { PartyHat } from '../art/features.tsx';
import { Balloon, Bunting, Gift, Paws, TableCloth } from '../art/party-table.tsx';
import type { CardLayout } from './layout.ts';

const pawColors = {
  small: 'var(--art-cream)',
  medium: 'var(--art-white)',
  large: 'var(--art-tan)',
  giant: 'var(--art-slate)',
} satisfies Record<DogSize, string>;

const confettiColors = ['raspberry', 'butter', 'sky', 'leaf', 'apricot'] as const;

type Piece = { x: number; y: number; turn: number; isDot: boolean; color: string };

/** Confetti on the wall, scattered without a visible pattern, and never behind words. */
function confettiOn({ width, wallTop, tableTop, words }: CardLayout): Piece[] {
  const height = tableTop - 60 - wallTop;
  const count = Math.round(height / 17);
  return Array.from({ length: count }, (_, index) => ({
    x: ((index * 0.618_034) % 1) * width,
    y: wallTop + ((index + 0.5) / count) * height,
    turn: (index * 137) % 180,
    isDot: index % 3 === 0,
    color: confettiColors[index % confettiColors.length] ?? 'raspberry',
  })).filter(({ x, y }) => {
    const isBeside = x < words.x - 20 || x > words.x + words.width + 20;
    return isBeside || y < words.y - 20 || y > words.y + words.height + 24;
  });
}

function WallConfetti({ layout }: { layout: CardLayout }) {
  return (
    <g fill="none" strokeWidth="13" strokeLinecap="round">
      {confettiOn(layout).map(({ x, y, turn, isDot, color }) => (
        <path
          key={`${x} ${y}`}
          d={isDot ? 'M0 0v.1' : 'M-9 0Q0-6 10 1'}
          transform={`translate(${x} ${y}) rotate(${turn})`}
          stroke={`var(--art-${color})`}
        />
      ))}
    </g>
  );
}

/** Dots on the lower part of a tall table cloth, where a story has no words. */
function ClothDots({ layout }: { layout: CardLayout }) {
  const top = layout.cloth.y + layout.cloth.height + 40;
  const rows = Math.max(0, Math.floor((layout.height - top) / 60));
  const dots = Array.from({ length: rows * 12 }, (_, index) => {
    const row = Math.floor(index / 12);
    return `M${45 + (index % 12) * 90 + (row % 2) * 45} ${top + row * 60}v.1`;
  });
  return <path d={dots.join('')} fill="none" stroke="var(--art-white)" strokeWidth="12" />;
}

function Spotlight({ layout, size }: { layout: CardLayout; size: DogSize }) {
  const { x, y, width, height } = layout.picture;
  return (
    <g transform={`translate(${x + width / 2} ${y + height / 2}) scale(${width / 200} ${height / 200})`} stroke="none">
      <path
        d="M-4-99C44-102 92-66 98-10C103 42 70 96 8 100C-48 104-98 62-100 6C-102-50-58-96-4-99Z"
        fill={`var(--art-ground-${size})`}
      />
    </g>
  );
}

/** A drawing as large as the card. It becomes an image, which needs its size and the namespace. */
function Sheet({ layout: { width, height }, children }: { layout: CardLayout; children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      <g stroke="var(--art-ink)" strokeWidth="6" strokeLinecap="round" strokeLinejoin="round">
        {children}
      </g>
    </svg>
  );
}

/** The layer behind the words and the photo: bunting, confetti, and the size's dog where there is no photo. */
export function Backdrop({ layout, size }: { layout: CardLayout; size: DogSize | null }) {
  const { width, tableTop, picture } = layout;
  const dogScale = (Math.min(picture.width, picture.height * 1.02) / 200) * 1.04;
  return (
    <Sheet layout={layout}>
      <WallConfetti layout={layout} />
      <g transform={`translate(0 ${layout.buntingTop}) scale(${width / 1208} 1.35)`}>
        <Bunting />
      </g>
      <Balloon transform={`translate(90 ${tableTop - 330}) scale(1.5)`} fill="var(--art-sky)" />
      <Balloon
        transform={`translate(${width - 86} ${tableTop - 350}) rotate(4) scale(1.5)`}
        fill="var(--art-apricot)"
      />
      {size && (
        <>
          <Spotlight layout={layout} size={size} />
          <g transform={`translate(${width / 2 - 100 * dogScale} ${tableTop - 196 * dogScale}) scale(${dogScale})`}>
            <Dog size={size} />
          </g>
        </>
      )}
    </Sheet>
  );
}

/** The layer in front of them: the laid table with the cake, and on a framed photo a party hat. */
export function Foreground({ layout, size }: { layout: CardLayout; size: DogSize | null }) {
  const { width, tableTop, picture } = layout;
  const clothScale = 1.5;
  return (
    <Sheet layout={layout}>
      {!size && (
        <PartyHat
          transform={`translate(${picture.x + 62} ${picture.y + 24}) rotate(-24) scale(1.55)`}
          fill="var(--art-sky)"
          trim="var(--art-raspberry)"
        />
      )}
      <g transform={`translate(${width / 2 - 600 * clothScale} ${tableTop - 306 * clothScale}) scale(${clothScale})`}>
        <TableCloth />
        <rect x="-400" y="389" width="2000" height="600" fill="var(--art-raspberry)" stroke="none" />
        {size && <Paws x={600} fill={pawColors[size]} />}
      </g>
      <ClothDots layout={layout} />
      <Gift
        transform={`translate(170 ${tableTop + 26}) rotate(-3) scale(1.65)`}
        fill="var(--art-leaf)"
        ribbon="var(--art-butter)"
      />
      <Cake transform={`translate(${width - 165} ${tableTop + 30}) scale(1.6)`} />
    </Sheet>
  );
}
