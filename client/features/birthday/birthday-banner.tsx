import { useEffect, useEffectEvent, useId, useRef } from 'react';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { DogPicture } from '../../art/dog-picture.tsx';
import { Button } from '../../ui/button.tsx';
import { CakeIcon } from '../../ui/icons.tsx';
import { type BirthdayDog, headlineOf } from './birthday-words.ts';
import { CardButton } from './card-button.tsx';
import { usePartyCards } from './use-party-cards.tsx';

/** At most this many dogs are pictured. */
const picturedCount = 3;

/** The party of today in one line, for after it was celebrated or put off. */
export function BirthdayBanner({
  celebrating,
  today,
  takesFocus,
  onFocusTaken,
  onLight,
}: {
  celebrating: readonly BirthdayDog[];
  today: CalendarDate;
  /** The hero, which had the focus, has just become this. */
  takesFocus: boolean;
  onFocusTaken: () => void;
  onLight: () => void;
}) {
  const headingId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [openCards, cards] = usePartyCards({ celebrating, today, isFinished: false, onClose: () => undefined });
  const takeFocus = useEffectEvent(() => {
    button.current?.focus({ preventScroll: true });
    onFocusTaken();
  });
  useEffect(() => {
    if (takesFocus) takeFocus();
  }, [takesFocus]);

  return (
    <section
      aria-labelledby={headingId}
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-card px-5 py-4 shadow-card sm:px-7"
    >
      <span className="flex -space-x-3">
        {celebrating.slice(0, picturedCount).map(({ dog }) => (
          <DogPicture key={dog.id} dog={dog} isCelebrating className="mt-3 size-14" />
        ))}
      </span>
      <h2 id={headingId} className="min-w-40 flex-1 text-title wrap-anywhere">
        {headlineOf(celebrating)}
      </h2>
      <div className="flex flex-wrap gap-3">
        <Button ref={button} look="secondary" onClick={onLight}>
          <CakeIcon />
          Light the Candles
        </Button>
        <CardButton count={celebrating.length} isNext={false} onOpen={openCards} />
      </div>
      {cards}
    </section>
  );
}
