// Every icon is a thick rounded line in the colour of the text. Icons are decorative: each use needs words beside it or an
// accessible name on its control.
import type { ReactNode } from 'react';

/** Makes an icon of what is drawn on its 24 × 24 units. */
export function icon(drawing: ReactNode) {
  return ({ className = 'size-6 shrink-0' }: { className?: string }) => (
    <svg
      viewBox="0 0 24 24"
      className={className}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.3"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawing}
    </svg>
  );
}
