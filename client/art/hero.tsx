import type { ReactNode } from 'react';
import type { DogSize } from '../../domain/dogs/size.ts';
import { Cake } from './cake.tsx';
import { CastFigure } from './cast-dog.tsx';
import { Balloon, Bunting, Gift, Lamp, Paws, TableCloth, Window } from './party-room.tsx';
import { StolenCake } from './terrier.tsx';

const LINE = 5.5;
const TABLE_TOP = 312;

function Guest({
  size,
  centre,
  scale,
  gaze,
  children,
}: {
  size: DogSize;
  centre: number;
  scale: number;
  gaze: string;
  children?: ReactNode;
}) {
  return (
    <g
      transform={`translate(${centre - 100 * scale} ${TABLE_TOP - 200 * scale}) scale(${scale})`}
      strokeWidth={Number((LINE / scale).toFixed(1))}
    >
      <CastFigure size={size} className={gaze} />
      {children}
    </g>
  );
}

/**
 * Four dogs round a kitchen table with a birthday cake. They are in the middle 640 units. A box of 8 to 5 shows only these; a
 * wider box also shows walls. The page needs the `Cast` somewhere.
 */
export function Hero({ className, title }: { className: string; title: string }) {
  return (
    <svg
      viewBox="-360 0 1920 400"
      preserveAspectRatio="xMidYMid slice"
      className={className}
      role="img"
      aria-label={title}
    >
      <g stroke="var(--art-ink)" strokeWidth={LINE} strokeLinecap="round" strokeLinejoin="round">
        <path d="M-400-20H1600V420H-400Z" fill="var(--art-wall)" stroke="none" />
        <path
          d="M604 2C744-2 868 92 872 212S760 414 606 415S334 330 335 206S464 6 604 2Z"
          fill="var(--art-glow)"
          stroke="none"
        />
        <Window />
        <Bunting />
        <Lamp />
        <Balloon transform="translate(230 122) rotate(-6)" fill="var(--art-raspberry)" />
        <Balloon transform="translate(966 132) rotate(7)" fill="var(--art-sky)" />
        <Balloon transform="translate(1034 98) rotate(12)" fill="var(--art-butter)" />
        <Guest size="giant" centre={384} scale={1.3} gaze="[--gaze:3px_2px]" />
        <Guest size="large" centre={720} scale={1.05} gaze="[--gaze:-3px_1px]" />
        <Guest size="medium" centre={830} scale={0.92} gaze="[--gaze:-3px_1px]" />
        <Guest size="small" centre={493} scale={0.83} gaze="[--gaze:0_-2px]">
          <StolenCake />
        </Guest>
        <TableCloth />
        <Paws x={354} fill="var(--art-white)" />
        <Paws x={478} fill="var(--art-tan)" />
        <Paws x={830} fill="var(--art-white)" />
        <Cake transform="translate(603 330)" />
        <Gift transform="translate(206 326)" fill="var(--art-leaf)" ribbon="var(--art-raspberry)" />
        <Gift transform="translate(986 326)" fill="var(--art-apricot)" ribbon="var(--art-sky)" />
      </g>
    </svg>
  );
}
