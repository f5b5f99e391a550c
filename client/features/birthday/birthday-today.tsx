import { type ReactNode, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { DogPicture } from '../../art/dog-picture.tsx';
import { deviceStorage } from '../../data/drafts/web-storage.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { Button } from '../../ui/button.tsx';
import { CakeIcon } from '../../ui/icons.tsx';
import { BirthdayHero } from './birthday-hero.tsx';
import { type BirthdayDog, celebratingOn, headlineOf } from './birthday-words.ts';
import { CardButton, usePartyCards } from './use-party-cards.tsx';

/** Pictures at most this many dogs. */
const picturedCount = 3;

/** Today's party in one line, once it was celebrated or put off. */
function BirthdayBanner({
  celebrating,
  today,
  takesFocus,
  onFocusTaken,
  onLight,
}: {
  celebrating: readonly BirthdayDog[];
  today: CalendarDate;
  /** Whether this has just replaced the hero, which had the focus. */
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
        <Button ref={button} variant="secondary" onClick={onLight}>
          <CakeIcon />
          Light the Candles
        </Button>
        <CardButton count={celebrating.length} isNext={false} onOpen={openCards} />
      </div>
      {cards}
    </section>
  );
}

function keyOf(ownerId: string): string {
  return `wagday-celebrated-${ownerId}`;
}

/** Returns whether the owner has celebrated or put off the birthdays of this day on this device. */
function isCelebrated(ownerId: string, today: CalendarDate): boolean {
  return deviceStorage.read(keyOf(ownerId)) === today;
}

/** Remembers that the owner has celebrated today. Keeps only the latest day. */
function keepCelebrated(ownerId: string, today: CalendarDate) {
  deviceStorage.keep(keyOf(ownerId), today);
}

type View = 'full' | 'lit again' | 'small' | 'small again';

type Party = { party: ReactNode; isFull: boolean };

/**
 * Returns today's birthdays and gotcha days, for the top of the pack; `party` is null when there are none. They replace what is next
 * (`isFull`) until the owner has celebrated them or put them off, once per day and device, and are small afterwards.
 */
export function useBirthdayToday(ownerId: string, dogs: readonly Dog[], today: CalendarDate): Party {
  const celebrating = useMemo(() => celebratingOn(today, dogs), [today, dogs]);
  const begin = (): { day: CalendarDate; view: View } => ({
    day: today,
    view: isCelebrated(ownerId, today) ? 'small' : 'full',
  });
  const [{ day, view }, setShown] = useState(begin);
  if (day !== today) setShown(begin());

  // Memoized, because a new value renders a large pack again.
  return useMemo(() => {
    const show = (next: View) => setShown({ day: today, view: next });
    const isFull = celebrating.length > 0 && (view === 'full' || view === 'lit again');
    if (celebrating.length === 0) return { party: null, isFull };
    const party = isFull ? (
      <BirthdayHero
        key={today}
        celebrating={celebrating}
        today={today}
        isLitAtOnce={view === 'lit again'}
        onCelebrated={() => keepCelebrated(ownerId, today)}
        onClose={() => {
          keepCelebrated(ownerId, today);
          show('small again');
        }}
      />
    ) : (
      <BirthdayBanner
        celebrating={celebrating}
        today={today}
        takesFocus={view === 'small again'}
        onFocusTaken={() => show('small')}
        onLight={() => show('lit again')}
      />
    );
    return { party, isFull };
  }, [ownerId, celebrating, today, view]);
}
