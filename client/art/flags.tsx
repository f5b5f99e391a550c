const FLAGS = [
  { x: 30, y: 12, turn: 12, colour: 'raspberry' },
  { x: 80, y: 20, turn: 7, colour: 'butter' },
  { x: 131, y: 24, turn: 2, colour: 'sky' },
  { x: 182, y: 23, turn: -4, colour: 'leaf' },
  { x: 232, y: 17, turn: -9, colour: 'apricot' },
  { x: 279, y: 8, turn: -13, colour: 'sky' },
];

/** A string of party flags for the upper edge of a box, cut off at its sides. Decorative. */
export function Flags({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 1800 66" preserveAspectRatio="xMidYMin slice" className={className} aria-hidden="true">
      <g stroke="var(--art-ink)" strokeWidth="4.5" strokeLinecap="round" strokeLinejoin="round">
        {[0, 300, 600, 900, 1200, 1500].map((start) => (
          <g key={start} transform={`translate(${start} 5)`}>
            {FLAGS.map(({ x, y, turn, colour }) => (
              <path
                key={x}
                d="M-17-1Q0 2 17-1L1 33Z"
                transform={`translate(${x} ${y}) rotate(${turn})`}
                fill={`var(--art-${colour})`}
              />
            ))}
            <path d="M0-2Q150 52 300-2" fill="none" stroke="var(--color-ink)" />
          </g>
        ))}
      </g>
    </svg>
  );
}
