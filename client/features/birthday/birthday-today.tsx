import { type ReactNode, useMemo, useState } from 'react';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Dog } from '../../backend/records/dogs.ts';
import { BirthdayBanner } from './birthday-banner.tsx';
import { BirthdayHero } from './birthday-hero.tsx';
import { type BirthdayDog, celebratingOn } from './birthday-words.ts';
import { isCelebrated, keepCelebrated } from './celebrated-day.ts';

function Celebration({
  ownerId,
  celebrating,
  today,
  children,
}: {
  ownerId: string;
  celebrating: readonly BirthdayDog[];
  today: CalendarDate;
  children: ReactNode;
}) {
  const [view, setView] = useState<'full' | 'lit again' | 'small' | 'small again'>(() =>
    isCelebrated(ownerId, today) ? 'small' : 'full',
  );

  if (view === 'full' || view === 'lit again') {
    return (
      <BirthdayHero
        celebrating={celebrating}
        today={today}
        isLitAtOnce={view === 'lit again'}
        onCelebrated={() => keepCelebrated(ownerId, today)}
        onClose={() => {
          keepCelebrated(ownerId, today);
          setView('small again');
        }}
      />
    );
  }
  return (
    <>
      <BirthdayBanner
        celebrating={celebrating}
        today={today}
        takesFocus={view === 'small again'}
        onLight={() => setView('lit again')}
      />
      {children}
    </>
  );
}

/**
 * The birthdays of today. They take the place of `children` until the owner has celebrated them or put them off, once a day and
 * device, and stand small above `children` afterwards.
 */
export function BirthdayToday({
  ownerId,
  dogs,
  today,
  children,
}: {
  ownerId: string;
  dogs: readonly Dog[];
  today: CalendarDate;
  children: ReactNode;
}) {
  const celebrating = useMemo(() => celebratingOn(today, dogs), [today, dogs]);
  if (celebrating.length === 0) return children;
  return (
    <Celebration key={today} ownerId={ownerId} celebrating={celebrating} today={today}>
      {children}
    </Celebration>
  );
}
