const drips =
  'q-4 26-22 26t-22-26q-8-9-16 0q-4 14-22 14t-22-14q-8-9-16 0q-4 34-22 34t-22-34q-8-9-16 0q-4 18-22 18t-22-18q-8-9-16 0';

/** A tier of the cake, `colour` below its icing, cut off at the sides of its box. Decorative. */
export function Tier({ colour, className }: { colour: string; className: string }) {
  return (
    <svg viewBox="0 0 1200 100" preserveAspectRatio="xMidYMax slice" className={className} aria-hidden="true">
      <g stroke="var(--art-ink)" strokeWidth="4.5" strokeLinecap="round" strokeLinejoin="round" fill="none">
        <path d="M-10 30H1210V110H-10Z" fill={`var(--art-${colour})`} stroke="none" />
        {[0, 240, 480, 720, 960].map((start) => (
          <g key={start} transform={`translate(${start})`}>
            <path d={`M-1 14h1q30-8 60 0t60 0t60 0t60 0V44${drips}h-1Z`} fill="var(--art-white)" stroke="none" />
            <path d={`M0 14q30-8 60 0t60 0t60 0t60 0M240 44${drips}`} />
            <path d="M26 34l9-5M150 30l8 6M214 38l9-3M88 36l3 8" stroke="var(--art-raspberry)" strokeWidth="6" />
            <path d="M62 30l8 4M118 44l6-7M186 32l2 8" stroke="var(--art-sky)" strokeWidth="6" />
          </g>
        ))}
      </g>
    </svg>
  );
}
