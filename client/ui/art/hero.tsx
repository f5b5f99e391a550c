import { Cake } from './cake.tsx';
import { Dane } from './dane.tsx';
import type { Gaze } from './features.tsx';
import { Balloon, Bunting, Gift, Lamp, Paws, Picture, TableCloth, Window } from './party-table.tsx';
import { Shepherd } from './shepherd.tsx';
import { Spaniel } from './spaniel.tsx';
import { Terrier } from './terrier.tsx';

const LINE = 5.5;
const TABLE_TOP = 312;

function Guest({
  dog: Figure,
  centre,
  scale,
  gaze,
}: {
  dog: (props: { gaze: Gaze }) => React.ReactNode;
  centre: number;
  scale: number;
  gaze: Gaze;
}) {
  return (
    <g
      transform={`translate(${centre - 100 * scale} ${TABLE_TOP - 200 * scale}) scale(${scale})`}
      strokeWidth={LINE / scale}
    >
      <Figure gaze={gaze} />
    </g>
  );
}

function CaughtTerrier({ gaze }: { gaze: Gaze }) {
  return <Terrier gaze={gaze} isCaught />;
}

/**
 * Four dogs round a kitchen table with a birthday cake. They are in the middle 640 units. A box of 8 to 5 shows only these; a
 * wider box also shows walls.
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
        <Picture />
        <Bunting />
        <Lamp />
        <Balloon transform="translate(262 122) rotate(-6)" fill="var(--art-raspberry)" />
        <Balloon transform="translate(950 132) rotate(7)" fill="var(--art-sky)" />
        <Balloon transform="translate(1014 98) rotate(12)" fill="var(--art-butter)" />
        <Guest dog={Dane} centre={384} scale={1.3} gaze={{ x: 1, y: 0.7 }} />
        <Guest dog={Shepherd} centre={720} scale={1.05} gaze={{ x: -1, y: 0.4 }} />
        <Guest dog={Spaniel} centre={838} scale={0.92} gaze={{ x: -1, y: 0.2 }} />
        <Guest dog={CaughtTerrier} centre={493} scale={0.83} gaze={{ x: 0, y: -0.5 }} />
        <TableCloth />
        <Paws x={354} fill="var(--art-white)" />
        <Paws x={478} fill="var(--art-tan)" />
        <Paws x={838} fill="var(--art-white)" />
        <Cake transform="translate(603 330)" />
        <Gift transform="translate(206 326)" fill="var(--art-leaf)" ribbon="var(--art-raspberry)" />
        <Gift transform="translate(986 326)" fill="var(--art-apricot)" ribbon="var(--art-sky)" />
      </g>
    </svg>
  );
}
