import { dogHash } from '../../../addresses/addresses.ts';
import { daysToGo, daysToGoText } from '../../../domain/celebrations/celebrations.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { loadCalendar } from '../../shared/calendar/load-calendar.ts';
import { whenText } from '../../shared/invitation/invitation-content.ts';
import { useToday } from '../../shared/use-today.ts';
import { linkClasses } from '../../ui/button.tsx';
import { useLoaded } from '../../ui/loaded.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { keepInCalendar } from './parties-in-calendar.ts';

/** When and where a party is, for which dog, and what its host says of it. */
export function PartyFacts({ dog, party }: { dog: Dog; party: Party }) {
  const { location, description } = party;
  const days = daysToGo(party.celebrationDate, useToday());
  return (
    <div className="grid gap-1 wrap-anywhere">
      <p className="font-bold">
        {whenText(party)}
        {days >= 0 && <span className="block font-display text-title">{daysToGoText(days)}</span>}
      </p>
      {location && <p>{location}</p>}
      <p>
        For{' '}
        <PageLink href={dogHash(dog.id)} className={`${linkClasses} inline-flex min-w-11 items-center`}>
          {dog.name}
        </PageLink>
      </p>
      {description && <p className="whitespace-pre-line text-ink-soft">{description}</p>}
    </div>
  );
}

/** The ways to put a party into a calendar. */
export function PartyInCalendar({ party }: { party: Party }) {
  const { part: calendar } = useLoaded(loadCalendar);
  return (
    calendar && <calendar.AddToCalendar offers={[calendar.partyCalendarOffer(party, () => keepInCalendar(party))]} />
  );
}
