import { type ReactNode, useMemo, useState } from 'react';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { BirthdayBanner } from './birthday-banner.tsx';
import { BirthdayHero } from './birthday-hero.tsx';
import { celebratingOn } from './birthday-words.ts';
import { isCelebrated, keepCelebrated } from './celebrated-day.ts';

type View = 'full' | 'lit again' | 'small' | 'small again';

type Party = { party: ReactNode; isFull: boolean };

/**
 * The birthdays and gotcha days of today, for the top of the pack; null when there are none. They take the place of what is next
 * (`isFull`) until the owner has celebrated them or put them off, once a day and device, and are small afterwards.
 */
export function useBirthdayToday(ownerId: string, dogs: readonly Dog[], today: CalendarDate): Party {
  const celebrating = useMemo(() => celebratingOn(today, dogs), [today, dogs]);
  const begin = (): { day: CalendarDate; view: View } => ({
    day: today,
    view: isCelebrated(ownerId, today) ? 'small' : 'full',
  });
  const [{ day, view }, setShown] = useState(begin);
  if (day !== today) setShown(begin());

  // Memoized, because a large pack is rendered again with it.
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
