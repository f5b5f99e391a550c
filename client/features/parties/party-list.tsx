import { daysToGo } from '../../../domain/celebrations/celebrations.ts';
import { type CalendarDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { isInMemory } from '../../../domain/dogs/life.ts';
import { partiesByTime } from '../../../domain/parties/invitation.ts';
import { formatPartyTimeIn } from '../../../domain/parties/party-time.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { deviceZone } from '../../shared/device-zone.ts';
import { Disclosure, Summary } from '../../ui/disclosure.tsx';
import { bringIntoView } from '../../ui/focus.ts';
import { PartyHatIcon } from '../../ui/icons.tsx';
import { type PartiesProps, Shelf } from './shelf.tsx';

/** The past parties of a dog in memory, for its card. Parties planned for later are not shown. */
export function RememberedParties({
  dog,
  parties,
  today,
}: Pick<PartiesProps, 'today'> & { dog: Dog; parties: Party[] }) {
  const { past } = partiesByTime(parties, today);
  if (past.length === 0) return null;
  return (
    <Disclosure title={past.length === 1 ? '1 party' : `${past.length} parties`} className="text-sm">
      <ul aria-label={`Parties of ${dog.name}`} className="grid gap-1.5 pb-1">
        {past.map(({ id, title, celebrationDate }) => (
          <li key={id} className="wrap-anywhere">
            {title}
            <span className="block text-ink-soft">{formatLongDate(celebrationDate)}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}

/** Returns the element of a party's invitation. It gets the focus when a cancelled party is restored. */
export function lineOf(partyId: string): HTMLElement | null {
  // If there are two, takes the later one: it is on a dog's page, which is above the pack.
  return [...document.querySelectorAll<HTMLElement>(`[data-party="${partyId}"]`)].at(-1) ?? null;
}

/** The parties of the whole pack as invitations, by date. Past ones are folded. Renders nothing if there are none. */
export function UpcomingParties({ dogs, parties, ...rest }: PartiesProps & { dogs: Dog[]; parties: Party[] }) {
  const dogById = new Map(dogs.map((dog) => [dog.id, dog]));
  const withDogs = (list: Party[]) =>
    list.flatMap((party) => {
      const dog = dogById.get(party.dogId);
      // The parties of a deleted dog stay in the list until it reloads.
      return dog ? [{ dog, party }] : [];
    });
  const byTime = partiesByTime(parties, rest.today);
  const upcoming = withDogs(byTime.upcoming).filter(({ dog }) => !isInMemory(dog));
  const past = withDogs(byTime.past);
  if (upcoming.length + past.length === 0) return null;
  return (
    <section aria-labelledby="upcoming-parties" className="mb-6 rounded-card bg-card py-5 shadow-card">
      <h2 id="upcoming-parties" className="px-5 text-title sm:px-7">
        Upcoming Parties
      </h2>
      {upcoming.length > 0 ? (
        <Shelf label="Invitations" entries={upcoming} {...rest} />
      ) : (
        <p className="mt-1 px-5 text-ink-soft sm:px-7">None yet. Every dog deserves multiple birthdays!</p>
      )}
      {past.length > 0 && (
        <details className="mt-2">
          <Summary className="mx-5 sm:mx-7">Memories ({past.length})</Summary>
          <Shelf label="Memories" entries={past} {...rest} />
        </details>
      )}
    </section>
  );
}

/** The parties of one dog as invitations, for its page. Past ones are folded. Renders nothing if there are none. */
export function DogShelf({ dog, parties, ...rest }: PartiesProps & { dog: Dog; parties: Party[] }) {
  const byTime = partiesByTime(parties, rest.today);
  // Parties planned for a dog in memory do not count down. They come back with the dog.
  const [upcoming, past] = [isInMemory(dog) ? [] : byTime.upcoming, byTime.past];
  const entriesOf = (list: Party[]) => list.map((party) => ({ dog, party }));
  if (upcoming.length + past.length === 0) return null;
  return (
    <section aria-labelledby="dog-parties" className="rounded-card bg-card py-4">
      <h3 id="dog-parties" className="px-5 sm:px-7">
        Parties
      </h3>
      {upcoming.length > 0 && <Shelf label={`Parties of ${dog.name}`} entries={entriesOf(upcoming)} {...rest} />}
      {past.length > 0 && (
        <details className="mt-2" open={isInMemory(dog)}>
          <Summary className="mx-5 sm:mx-7">Memories ({past.length})</Summary>
          <Shelf label={`Memories of ${dog.name}`} entries={entriesOf(past)} {...rest} />
        </details>
      )}
    </section>
  );
}

function whenText({ celebrationDate, time }: Party, today: CalendarDate): string {
  const days = daysToGo(celebrationDate, today);
  const day = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`;
  return time ? `${day} at ${formatPartyTimeIn(time, deviceZone())}` : day;
}

/** The next party of one dog, in one line for its card. It leads to the invitation on the shelf. */
export function DogParties({ dog, parties, today, actions }: PartiesProps & { dog: Dog; parties: Party[] }) {
  const { upcoming } = partiesByTime(parties, today);
  const [next] = upcoming;
  if (!next) return null;
  const moreCount = upcoming.length - 1;

  function goToInvitation(party: Party) {
    const invitation = lineOf(party.id);
    if (invitation) bringIntoView(invitation);
    else actions.onRequest({ kind: 'share', dog, party });
  }

  return (
    <button
      type="button"
      onClick={() => goToInvitation(next)}
      className="flex min-h-11 w-full items-center gap-3 rounded-field bg-apricot-wash px-3 py-2 text-start text-sm transition duration-quick hover:bg-apricot hover:text-on-apricot"
    >
      <PartyHatIcon className="size-6 shrink-0" />
      <span className="line-clamp-3 wrap-anywhere">
        Next party: <strong>{next.title}</strong>, {whenText(next, today)}
        {moreCount > 0 && `, and ${moreCount} more`}
      </span>
    </button>
  );
}
