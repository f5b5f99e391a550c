/** The tail at its y, and the tip of that, in a box of 24 × 24. */
export const tailPaths = ['M3 21Q14 21 13.5 12Q13 5 19 4.5', 'M15 6.5Q16.5 4.5 19 4.5'] as const;

/** The product's name as its logo: text, with a tail at the y that wags while it is hovered, or as `tail` says. */
export function Wordmark({ className, tail = 'group-hover/mark:animate-wag' }: { className: string; tail?: string }) {
  return (
    <span className={`group/mark inline-flex items-baseline py-1.5 font-display font-bold text-ink ${className}`}>
      Wagday
      <svg
        viewBox="0 0 24 24"
        className={`-ml-[0.12em] size-[0.8em] origin-bottom-left self-start ${tail}`}
        aria-hidden="true"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={tailPaths[0]} stroke="currentColor" strokeWidth="5.5" />
        <path d={tailPaths[1]} stroke="var(--art-apricot)" strokeWidth="4" />
      </svg>
    </span>
  );
}
