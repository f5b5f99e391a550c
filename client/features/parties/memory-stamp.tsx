import { useId } from 'react';
import { PawPrint } from '../../art/paw-print.tsx';

/** The stamp on the invitation of a party that has been. Decorative: words beside it say so. */
export function MemoryStamp({ className }: { className: string }) {
  const arc = useId();
  return (
    <svg viewBox="-60 -60 120 120" className={className} aria-hidden="true">
      <path id={arc} d="M-37 0A37 37 0 0 1 37 0" fill="none" />
      <g stroke="var(--color-raspberry)" strokeWidth="3.5" strokeLinecap="round">
        <path d="M2-56C34-57 57-32 56 1S32 57-1 56S-57 30-56-2S-30-55 2-56Z" fill="var(--color-card)" />
        <path d="M0-28C17-29 29-17 28 1S16 29-1 28S-29 15-28-1S-16-27 0-28Z" fill="none" strokeWidth="2.5" />
        <path d="M-34 26l4 3M-26 36l5 2M-14 42l5 1M34 26l-4 3M26 36l-5 2M14 42l-5 1M-1 44h2" fill="none" />
      </g>
      <text fontSize="13" fontWeight="700" letterSpacing="1.2" className="fill-raspberry font-display">
        <textPath href={`#${arc}`} startOffset="50%" textAnchor="middle">
          CELEBRATED
        </textPath>
      </text>
      <g className="[--art-print:var(--color-raspberry)]">
        <PawPrint transform="translate(0 3)" />
      </g>
    </svg>
  );
}
