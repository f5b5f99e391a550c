import { type ReactNode, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { isInMemory } from '../../../domain/dogs/life.ts';
import { manyDogs } from '../../../domain/dogs/pack-order.ts';
import { DogPicture } from '../../art/dog-picture.tsx';
import { Tier } from '../../art/icing.tsx';
import { deviceStorage } from '../../data/drafts/web-storage.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { Button } from '../../ui/button.tsx';
import { CakeIcon } from '../../ui/icons.tsx';
import { BirthdayHero } from './birthday-hero.tsx';
import { type BirthdayDog, celebratingOn, headlineOf } from './birthday-words.ts';
import { CardLinks } from './card-links.tsx';

const picturedCount = 3;

type BirthdayBannerProps = {
  celebrating: readonly BirthdayDog[];
  takesFocus: boolean;
  onFocusTaken: () => void;
  onLight: () => void;
};

/** Today's party in one line: above many dogs, or once it was celebrated. */
function BirthdayBanner({ celebrating, takesFocus, onFocusTaken, onLight }: BirthdayBannerProps) {
  const headingId = useId();
  const size = celebrating.length > 1 ? 'size-14 sm:size-18' : 'size-18 sm:size-24';
  const button = useRef<HTMLButtonElement>(null);
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
      className="relative mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-(--art-wall) px-4 pt-4 pb-15 shadow-card sm:mb-6 sm:gap-x-4 sm:px-7"
    >
      {/* A hat stands out above the card, so the icing is cut off on its own. */}
      <span className="absolute inset-0 flex items-end overflow-hidden rounded-[inherit]">
        {[0, 1, 2].map((tier) => (
          <Tier key={tier} colour="apricot" className="h-14 w-168 shrink-0" />
        ))}
      </span>
      <span className="relative flex -space-x-6 sm:-space-x-3">
        {celebrating.slice(0, picturedCount).map(({ dog }) => (
          <DogPicture key={dog.id} dog={dog} isCelebrating className={`mt-3 sm:mt-5 ${size}`} />
        ))}
      </span>
      <div className="relative flex min-w-56 flex-1 flex-wrap items-center gap-x-3 gap-y-2 max-sm:[&_a_span_span]:sr-only">
        <h2
          id={headingId}
          className="text-title leading-tight wrap-anywhere max-sm:w-full sm:flex-1 sm:text-heading lg:text-number"
        >
          {headlineOf(celebrating)}
        </h2>
        <div className="flex w-full items-center justify-between gap-x-1 has-[p]:flex-wrap sm:contents">
          <CardLinks celebrating={celebrating} variant="quiet" />
          <Button ref={button} className="max-sm:ps-3! max-sm:pe-4!" onClick={onLight}>
            <CakeIcon />
            <span>
              <span className="max-sm:sr-only">Light the </span>Candles
            </span>
          </Button>
        </div>
      </div>
    </section>
  );
}

type View = 'full' | 'lit again' | 'small' | 'small again';

/**
 * Returns today's birthdays and gotcha days, for the top of the pack. They replace what is next until the owner has celebrated them,
 * once per day and device, and are small afterwards. Above many dogs they are small from the beginning.
 */
export function useBirthdayToday(ownerId: string, dogs: readonly Dog[], today: CalendarDate) {
  const isMany = dogs.filter((dog) => !isInMemory(dog)).length >= manyDogs;
  const celebrating = useMemo(() => celebratingOn(today, dogs), [today, dogs]);
  /** Keeps the latest day on which the owner has celebrated on this device. */
  const celebratedKey = `wagday-celebrated-${ownerId}`;
  const begin = (): { day: CalendarDate; view: View; round: number } => ({
    day: today,
    view: deviceStorage.read(celebratedKey) === today ? 'small' : 'full',
    round: 0,
  });
  const [{ day, view, round }, setShown] = useState(begin);
  if (day !== today) setShown(begin());

  // Memoized, because a new value renders every card of a large pack again.
  return useMemo(() => {
    const show = (next: View) => setShown({ day: today, view: next, round: round + 1 });
    const [first, ...others] = celebrating;
    const isFull = first !== undefined && ((view === 'full' && !isMany) || view === 'lit again');
    return {
      celebrating,
      view,
      show,
      key: `${today} ${round}`,
      keepCelebrated: () => deviceStorage.keep(celebratedKey, today),
      isFull,
      /** The dog whose card it is, so that the pack shows no second one. */
      shownDogId: isFull && others.length === 0 ? first.dog.id : null,
      light: () => show('lit again'),
    };
  }, [celebratedKey, celebrating, isMany, today, view, round]);
}

/** Today's celebration in full, with the facts of the only dog as its children, or in one line. Nothing on an ordinary day. */
export function BirthdayToday({
  party: { celebrating, view, show, key, keepCelebrated, isFull, light },
  question,
  children,
}: {
  party: ReturnType<typeof useBirthdayToday>;
  /** What is asked about the day: within the celebration in full, or below it. */
  question?: ReactNode;
  children: ReactNode;
}) {
  if (celebrating.length === 0) return null;
  if (!isFull)
    return (
      <>
        <BirthdayBanner
          celebrating={celebrating}
          takesFocus={view === 'small again'}
          onFocusTaken={() => show('small')}
          onLight={light}
        />
        <div className="mb-4 empty:hidden sm:mb-6">{question}</div>
      </>
    );
  return (
    <BirthdayHero
      key={key}
      celebrating={celebrating}
      isLitAtOnce={view === 'lit again'}
      onCelebrated={keepCelebrated}
      onClose={() => show('small again')}
      question={question}
    >
      {children}
    </BirthdayHero>
  );
}
