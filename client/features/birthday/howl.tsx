/** A speech bubble with the howl of a happy dog. Decorative: the status tells of it. */
export function Howl({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 220 120" className={className} aria-hidden="true">
      <g stroke="var(--art-ink)" strokeWidth="5" strokeLinecap="round" strokeLinejoin="round">
        <path
          d="M24 14C70 2 150 2 196 12C214 18 215 66 199 78C178 88 130 88 98 86L62 114L66 84C44 83 30 81 22 76C6 64 6 22 24 14Z"
          fill="var(--art-white)"
        />
        <path d="M206 96l8 7M4 92l-8 7M110 106l1 10" fill="none" stroke="var(--art-raspberry)" strokeWidth="6" />
        <text
          x="110"
          y="60"
          textAnchor="middle"
          fontSize="40"
          fontWeight="700"
          stroke="none"
          transform="rotate(-3 110 50)"
          className="fill-(--art-tag-ink) font-display"
        >
          Awoooo!
        </text>
      </g>
    </svg>
  );
}
