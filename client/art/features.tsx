// What all dogs share, drawn in the units of a 200 × 200 box.

/**
 * An eye that can be moved by custom properties, which a drawing that is used again with `<use>` takes from its
 * place too: `--gaze` is where it looks, `--awake: none` with `--asleep: inline` closes it. `--tongue: none` shuts the mouth below it.
 */
export function Eye({ x, y, size = 9 }: { x: number; y: number; size?: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <g display="var(--awake,inline)">
        <ellipse rx={size} ry={size + 1} fill="var(--art-white)" strokeWidth="3" />
        <g className="gaze" stroke="none">
          <ellipse rx={size - 2.5} ry={size - 1.5} fill="var(--art-ink)" />
          <circle cx="-2" cy="-3" r="2.3" fill="var(--art-white)" />
        </g>
      </g>
      <path d="M-11 1Q0 12 11 1" display="var(--asleep,none)" fill="none" />
    </g>
  );
}

export function Nose({ y, size = 1 }: { y: number; size?: number }) {
  return (
    <g transform={`translate(100 ${y}) scale(${size})`} stroke="none">
      <path d="M-15-3C-15-10-7-11 0-11S15-10 15-3C15 4 6 11 0 11S-15 4-15-3Z" fill="var(--art-ink)" />
      <path d="M-8-5Q-4-8 1-7" fill="none" stroke="var(--art-white)" strokeWidth="3" />
    </g>
  );
}

type PartyHatProps = {
  transform: string;
  fill: string;
  trim: string;
  isOnlyAsked?: boolean;
};

/**
 * A paper cone, its brim centred on the origin. `--hat: none` on a drawing takes it off. With `isOnlyAsked`, it is only on where a drawing says
 * `--hat: inline`.
 */
export function PartyHat({ transform, fill, trim, isOnlyAsked = false }: PartyHatProps) {
  return (
    <g transform={transform} display={isOnlyAsked ? 'var(--hat,none)' : 'var(--hat,inline)'}>
      <path d="M-24 0Q1 10 25-1L3-52Z" fill={fill} />
      <path d="M-13-17Q1-10 15-17M-6-33Q2-29 8-33" fill="none" stroke={trim} />
      <path d="M-24 0Q1 10 25-1L3-52Z" fill="none" />
      <path d="M3-63C11-64 13-56 11-52S-1-43-5-49S-4-62 3-63Z" fill={trim} />
    </g>
  );
}
