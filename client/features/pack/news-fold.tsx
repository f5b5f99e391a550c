import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { daysToGo, daysToGoText } from '../../../domain/celebrations/celebrations.ts';
import { packMoments } from '../../../domain/celebrations/pack-moments.ts';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { DogPicture } from '../../art/dog-picture.tsx';
import type { Dog } from '../../data/records/dogs.ts';

const phone = window.matchMedia('(max-width: 639px)');

function subscribe(onChange: () => void) {
  phone.addEventListener('change', onChange);
  return () => phone.removeEventListener('change', onChange);
}

/** What is next and planned in a pack of several dogs: on a phone folded behind the next moment, so that the dogs are near. */
export function NewsFold({ dogs, today, children }: { dogs: Dog[]; today: CalendarDate; children: ReactNode }) {
  const isPhone = useSyncExternalStore(subscribe, () => phone.matches);
  const [next] = useMemo(() => packMoments(dogs, today), [dogs, today]);
  if (!isPhone || !next) return children;
  return (
    <details className="group/news mb-4">
      <summary className="flex min-h-14 items-center gap-3 rounded-card bg-card px-4 py-2 shadow-card marker:content-none after:ms-auto after:text-lg after:text-ink-soft after:transition after:duration-quick after:content-['▸'] group-open/news:mb-4 group-open/news:after:rotate-90">
        <DogPicture dog={next.dog} className="size-10" />
        <span className="line-clamp-2 min-w-0 leading-snug wrap-anywhere">
          <strong className="font-display">What's next:</strong> {next.dog.name},{' '}
          {daysToGoText(daysToGo(next.date, today))}
        </span>
      </summary>
      {children}
    </details>
  );
}
