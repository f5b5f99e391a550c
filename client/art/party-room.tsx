// Everything in the room of the party that is neither dog nor cake.

const FLAGS = [
  { x: 42, y: 27, turn: 15, colour: 'raspberry' },
  { x: 114, y: 44, turn: 11, colour: 'butter' },
  { x: 186, y: 54, turn: 6, colour: 'sky' },
  { x: 257, y: 58, turn: 1, colour: 'leaf' },
  { x: 328, y: 56, turn: -4, colour: 'raspberry' },
  { x: 399, y: 47, turn: -9, colour: 'leaf' },
  { x: 470, y: 32, turn: -14, colour: 'sky' },
];

/** One garland from the left wall to the lamp; the flags stand on the curve of its string. */
export function Garland({ transform }: { transform?: string }) {
  return (
    <g transform={transform} strokeWidth="4.5">
      {FLAGS.map(({ x, y, turn, colour }) => (
        <path
          key={x}
          d="M-21-1Q0 2 21-1L2 40Z"
          transform={`translate(${x} ${y}) rotate(${turn})`}
          fill={`var(--art-${colour})`}
        />
      ))}
      <path d="M-20 8Q290 116 590-8" fill="none" stroke="var(--color-ink)" />
    </g>
  );
}

/** Two garlands that meet at the lamp. */
export function Bunting() {
  return (
    <>
      <Garland />
      <Garland transform="matrix(-1 0 0 1 1208 0)" />
    </>
  );
}

export function Lamp() {
  return (
    <g transform="translate(604 0)" className="max-sm:hidden">
      <path d="M-14-8H14M0-300V22" fill="none" stroke="var(--color-ink)" />
      <path d="M-18 58C-18 86 19 86 19 58Z" fill="#ffd76a" />
      <path d="M-11 22Q0 18 12 22Q40 34 52 61Q0 69-52 62Q-40 34-11 22Z" fill="var(--art-raspberry)" />
    </g>
  );
}

export function Balloon({ transform, fill }: { transform: string; fill: string }) {
  return (
    <g transform={transform}>
      <path d="M0 54Q12 90-2 130T4 220" fill="none" stroke="var(--color-ink)" strokeWidth="3.5" />
      <path d="M0 44C-30 40-42 4-34-22S-8-52 2-51S36-40 38-14S24 42 0 44L-9 56Q1 52 9 56Z" fill={fill} />
      <path d="M-20-22Q-16-35-5-37" fill="none" stroke="var(--art-white)" />
    </g>
  );
}

export function Gift({ transform, fill, ribbon }: { transform: string; fill: string; ribbon: string }) {
  return (
    <g transform={transform}>
      <path d="M-42-58Q0-63 43-59L41 0Q0 4-40 1Z" fill={fill} />
      <path d="M-8-60L9-61L8 2L-7 3Z" fill={ribbon} />
      <path d="M-48-74Q0-80 49-75L48-54Q0-50-47-54Z" fill={fill} />
      <path d="M0-77Q-34-82-30-99Q-12-106 0-77Q14-106 32-97Q34-80 0-77Z" fill={ribbon} />
    </g>
  );
}

/** The upper edge of the cloth and the dots below it: four, each a little different, eight times, because repeats cost the page nothing. */
export const SCALLOPS = 'q30 24 60-2q30 29 60 2q30 26 60-1q30 27 60 1'.repeat(8);
const CLOTH_DOTS = 'v.1m60-1v.1m60-1v.1m60-1v.1m60 3'.repeat(8);

export function TableCloth() {
  return (
    <>
      <path d="M-400 312Q600 298 1600 312V430H-400Z" fill="var(--art-white)" />
      <path d={`M-400 348${SCALLOPS}q50 26 80-2V470H-400Z`} fill="var(--art-raspberry)" />
      <path d={`M-370 384${CLOTH_DOTS}v.1`} fill="none" stroke="var(--art-white)" strokeWidth="8" />
    </>
  );
}

/** Two front paws on the edge of the table, centred at `x`. */
export function Paws({ x, fill }: { x: number; fill: string }) {
  return (
    <g transform={`translate(${x} 312)`} fill={fill}>
      <path d="M-34 2C-36-14-26-20-18-20S-1-14-3 2C-5 11-32 11-34 2ZM4 2C2-13 12-20 20-20S36-13 34 3C32 11 6 11 4 2Z" />
      <path d="M-24 7V0M-14 8V0M14 8V0M24 7V1" fill="none" strokeWidth="4" />
    </g>
  );
}
