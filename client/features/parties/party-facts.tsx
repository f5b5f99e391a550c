import { dogHash } from '../../../addresses/addresses.ts';
import { daysToGo, daysToGoText } from '../../../domain/celebrations/celebrations.ts';
import { formatShortDay } from '../../../domain/guests/guest-clock.ts';
import { formatPartyTimeIn } from '../../../domain/parties/party-time.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { loadCalendar } from '../../shared/calendar/load-calendar.ts';
import { deviceZone } from '../../shared/device-zone.ts';
import { useToday } from '../../shared/use-today.ts';
import { linkClasses } from '../../ui/button.tsx';
import { useLoaded } from '../../ui/loaded.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { keepInCalendar } from './parties-in-calendar.ts';

/** When and where a party is, in one line as its guests read it, and below it how long until then, and for which dog. */
export function PartyFacts({ dog, party: { celebrationDate, time, location } }: { dog: Dog; party: Party }) {
  const days = daysToGo(celebrationDate, useToday());
  const facts = [formatShortDay(celebrationDate, Date.now()), time && formatPartyTimeIn(time, deviceZone()), location];
  return (
    <div className="wrap-anywhere">
      <p className="font-display text-title font-bold">{facts.filter(Boolean).join(' · ')}</p>
      <p>
        {days >= 0 && `${daysToGoText(days)} · `}For{' '}
        <PageLink href={dogHash(dog.id)} className={`${linkClasses} -my-2.5 inline-flex min-w-11 items-center`}>
          {dog.name}
        </PageLink>
      </p>
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
