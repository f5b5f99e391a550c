import { type ReactNode, useId } from 'react';
import type { Celebration } from '../../domain/celebrations/celebrations.ts';
import { type CalendarDate, calendarLeaf } from '../../domain/dates/calendar-date.ts';
import { PawPrint } from '../art/paw-print.tsx';
import { CameraIcon } from '../ui/icons.tsx';
import './stamp.css';

/** A celebration's figure: its human years, at half a year those of the product's table, on a gotcha day the years at home. */
export function figureOf(celebration: Celebration): string {
  if (celebration.kind === 'puppy graduation') return '7½';
  return String(celebration.kind === 'gotcha day' ? celebration.anniversary : celebration.humanYears);
}

type PawStampProps = {
  figure?: string;
  /** Its photo, or what is faintly there until it has one. */
  photo: ReactNode;
  isEmpty?: boolean;
  postmark?: CalendarDate | false;
  className: string;
};

/**
 * A stamp in a ring of paws with its figure, if that is not beside it, and with the postmark of a day. Until its photo is on it the ring is faint,
 * and a camera is at its foot.
 */
export function PawStamp({ figure, photo, isEmpty = !photo, postmark = false, className }: PawStampProps) {
  return (
    <span className={`relative shrink-0 text-(--art-tag-ink) ${className}`}>
      {photo && <span className="absolute inset-[12%] overflow-hidden rounded-full *:size-full">{photo}</span>}
      <svg viewBox="0 0 200 200" aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
        <PawRing isEmpty={isEmpty} />
      </svg>
      {figure && (
        <span
          aria-hidden="true"
          className="absolute start-[calc(12%-1.1rem)] top-[calc(12%-0.9rem)] w-fit rounded-pill border-3 border-current bg-(--art-white) px-3 font-display text-title leading-tight font-bold"
        >
          {figure}
        </span>
      )}
      {figure && isEmpty && (
        <CameraIcon className="absolute end-0 bottom-0 size-[max(25%,2rem)] rounded-full border-3 bg-(--art-white) p-[4%]" />
      )}
      {postmark && (
        <Postmark
          words={Object.values(calendarLeaf(postmark)).join(' ').toUpperCase()}
          className="-end-[10%] -top-[20%] w-1/2"
        />
      )}
    </span>
  );
}

export function PawRing({ isEmpty = false }: { isEmpty?: boolean }) {
  const ring = isEmpty
    ? 'stroke-stamp [--art-print:var(--color-stamp)]'
    : 'stroke-ring [--art-print:var(--art-tag-ink)]';
  return (
    <g className={`fill-none ${ring}`} strokeWidth="6">
      <path
        d="M100 4C153 3 198 47 197 101S153 197 100 197S3 154 4 100S47 4 100 4ZM100 26C55 26 26 60 26 100S57 175 100 175S175 143 175 101S147 25 100 26Z"
        fillRule="evenodd"
        className={isEmpty ? 'fill-field' : 'fill-lamp stroke-(--art-tag-ink)'}
      />
      <path d="M100 4C153 3 198 47 197 101S153 197 100 197S3 154 4 100S47 4 100 4Z" />
      {[20, 60, 100, 140, 220, 260, 300, 340].map((turn) => (
        <PawPrint key={turn} transform={`rotate(${turn} 100 100) translate(100 14) scale(.38)`} />
      ))}
    </g>
  );
}

type StampRingProps = {
  turn: number;
  strokeWidth: number;
  className?: string;
  children?: ReactNode;
};

/** The ring of a stamp in a box of 200 × 200, with what is drawn in it. Turned by some degrees, so that no two neighbors are alike. */
export function StampRing({ turn, strokeWidth, className, children }: StampRingProps) {
  return (
    <g transform={`rotate(${turn} 100 100)`} strokeWidth={strokeWidth}>
      <path d="M100 10C155 9 192 50 191 101S155 191 100 191S9 155 10 100S46 10 100 10Z" className={className} />
      {children}
    </g>
  );
}

/** The postmark of a day that has been celebrated, by night in the ink of the day, as what it is on is of paper. Decorative. */
export function Postmark({ words, className }: { words: string; className: string }) {
  const arc = useId();
  return (
    <svg viewBox="-60 -60 120 120" className={`postmark absolute rotate-12 ${className}`} aria-hidden="true">
      <path id={arc} d="M-37 0A37 37 0 0 1 37 0" fill="none" />
      <circle r="56" fill="var(--art-white)" />
      <g stroke="var(--color-raspberry-ink)" strokeWidth="3.5" strokeLinecap="round" className="scheme-light">
        <path d="M2-56C34-57 57-32 56 1S32 57-1 56S-57 30-56-2S-30-55 2-56Z" fill="none" />
        <path d="M0-28C17-29 29-17 28 1S16 29-1 28S-29 15-28-1S-16-27 0-28Z" fill="none" strokeWidth="2.5" />
        <path d="M-34 26l4 3M-26 36l5 2M-14 42l5 1M34 26l-4 3M26 36l-5 2M14 42l-5 1M-1 44h2" fill="none" />
      </g>
      <text fontSize="13" fontWeight="700" letterSpacing="1.2" className="scheme-light fill-raspberry-ink font-display">
        <textPath href={`#${arc}`} startOffset="50%" textAnchor="middle">
          {words}
        </textPath>
      </text>
      <g className="scheme-light [--art-print:var(--color-raspberry-ink)]">
        <PawPrint transform="translate(0 3)" />
      </g>
    </svg>
  );
}
