import type { ReactNode } from 'react';
import type { DogSize } from '../../domain/dogs/size.ts';
import { Cake } from './cake.tsx';
import { CastFigure } from './cast-dog.tsx';
import { Bunting, Lamp, Paws, TableCloth } from './party-room.tsx';
import { StolenCake } from './terrier.tsx';

const LINE = 5.5;
const TABLE_TOP = 312;

type GuestProps = {
  size: DogSize;
  centre: number;
  scale: number;
  gaze: string;
  children?: ReactNode;
};

function Guest({ size, centre, scale, gaze, children }: GuestProps) {
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

/** Four dogs round a kitchen table with a birthday cake, 8 to 5. The page needs the `Cast` somewhere. */
export function Hero({ className, title }: { className: string; title: string }) {
  return (
    <svg viewBox="280 0 640 460" preserveAspectRatio="xMidYMax" className={className} role="img" aria-label={title}>
      <g stroke="var(--art-ink)" strokeWidth={LINE} strokeLinecap="round" strokeLinejoin="round">
        <path d="M-400-300H1600V420H-400Z" fill="var(--art-wall)" stroke="none" />
        <circle cx="604" cy="208" r="208" fill="var(--art-glow)" stroke="none" />
        <Bunting />
        <Lamp />
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
      </g>
    </svg>
  );
}
