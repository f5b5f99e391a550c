const wax = ['raspberry', 'sky', 'butter', 'leaf'] as const;

/** One candle of 44 × 104 units, with a flame, or with smoke once it is out. Decorative: its button has the name. */
export function CandleArt({ index, isLit }: { index: number; isLit: boolean }) {
  const colour = wax[index % wax.length];
  return (
    <svg viewBox="0 0 44 104" className="size-full overflow-visible" aria-hidden="true">
      <g stroke="var(--art-ink)" strokeWidth="3.5" strokeLinecap="round" strokeLinejoin="round">
        <path d="M13 48Q22 43 31 47L30 104H14Z" fill={`var(--art-${colour})`} />
        <g stroke="var(--art-white)" strokeWidth="5">
          <path d="M17 66L27 57M17 82L27 73M17 98L27 89" />
        </g>
        <path d="M13 48Q22 43 31 47L30 104H14Z" fill="none" />
        <path d="M22 44Q21 39 22 34" fill="none" />
        {isLit ? (
          <>
            <circle cx="22" cy="22" r="22" fill="var(--art-butter)" stroke="none" opacity="0.3" />
            <g className="candle-flame">
              <path d="M22 36C9 30 13 15 23 2C32 15 36 30 22 36Z" fill="var(--art-butter)" />
              <path d="M22 34C16 30 18 22 23 16C27 22 29 30 22 34Z" fill="var(--art-apricot)" stroke="none" />
            </g>
          </>
        ) : (
          <g className="candle-smoke" fill="none">
            <path d="M22 30Q14 22 21 14T20-4" strokeWidth="8" />
            <path d="M22 30Q14 22 21 14T20-4" stroke="var(--art-white)" strokeWidth="4" />
          </g>
        )}
      </g>
    </svg>
  );
}
