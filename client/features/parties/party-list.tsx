import type { ReactNode } from 'react';
import { type CalendarDate, formatLongDate } from '../../../domain/calendar-date.ts';
import { daysToGo, daysToGoText } from '../../../domain/celebrations.ts';
import { partiesByTime } from '../../../domain/invitation.ts';
import type { Dog } from '../../backend/records/dogs.ts';
import type { Party } from '../../backend/records/parties.ts';
import { DogPortrait } from '../../ui/art/dog-portrait.tsx';
import { PencilIcon, ShareIcon, TrashIcon } from '../../ui/art/icons.tsx';
import { IconButton } from '../../ui/button.tsx';
import { summaryClasses } from '../../ui/disclosure.tsx';
import { focusNeighbour, focusOrHeading } from '../../ui/focus.ts';
import type { PartyRequest } from './party-drafts.ts';

type PartyActions = {
  onRequest: (request: PartyRequest) => void;
  onCancel: (party: Party) => void;
  /** Shows the state of a party's unsent changes. */
  renderChange?: (party: Party) => ReactNode;
};

/** The element of a party's line. It gets the focus when a cancelled party is restored. */
export function lineOf(partyId: string): HTMLElement | null {
  return document.querySelector(`[data-party="${partyId}"]`);
}

/** Moves the focus off a line that is about to go with its button. */
function leaveLine(button: Element) {
  if (!focusNeighbour(button.closest('li'))) focusOrHeading(button.closest<HTMLElement>('article'));
}

/** How many upcoming parties are shown unfolded, in the list of the pack and on a card. */
const unfoldedCount = { pack: 4, card: 2 };

type ListProps = { today: CalendarDate; actions: PartyActions };
type DogParty = { dog: Dog; party: Party };

function PartyLine({ dog, party, today, actions, isOnCard }: ListProps & DogParty & { isOnCard?: boolean }) {
  const days = daysToGo(party.celebrationDate, today);
  return (
    <li
      data-party={party.id}
      tabIndex={-1}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-field py-2 focus-visible:outline-3 focus-visible:outline-focus"
    >
      {!isOnCard && <DogPortrait size={dog.size} className="size-12 shrink-0" />}
      <p className="min-w-40 flex-1">
        <strong className="block wrap-anywhere">{party.title}</strong>
        <span className="block text-sm wrap-anywhere text-ink-soft">
          {!isOnCard && `${dog.name}, `}
          {formatLongDate(party.celebrationDate)}
          {party.location && `, ${party.location}`}
        </span>
        {days >= 0 && (
          <span className="block font-display text-sm font-bold text-raspberry-deep">{daysToGoText(days)}</span>
        )}
        {actions.renderChange?.(party)}
      </p>
      <span className="-me-2 flex">
        <IconButton label={`Share ${party.title}`} onClick={() => actions.onRequest({ kind: 'share', dog, party })}>
          <ShareIcon />
        </IconButton>
        <IconButton label={`Edit ${party.title}`} onClick={() => actions.onRequest({ kind: 'edit', dog, party })}>
          <PencilIcon />
        </IconButton>
        <IconButton
          label={`Cancel ${party.title}`}
          onClick={({ currentTarget }) => {
            leaveLine(currentTarget);
            actions.onCancel(party);
          }}
        >
          <TrashIcon />
        </IconButton>
      </span>
    </li>
  );
}

function Lines({ entries, ...rest }: ListProps & { entries: DogParty[] }) {
  return (
    <ul className="divide-y-2 divide-line">
      {entries.map(({ dog, party }) => (
        <PartyLine key={party.id} dog={dog} party={party} {...rest} />
      ))}
    </ul>
  );
}

function Folded({ label, ...rest }: ListProps & { label: string; entries: DogParty[] }) {
  if (rest.entries.length === 0) return null;
  return (
    <details className="mt-2">
      <summary className={summaryClasses}>{label}</summary>
      <Lines {...rest} />
    </details>
  );
}

/** The parties of the whole pack by date. Past ones are folded. Renders nothing where there are none. */
export function UpcomingParties({ dogs, parties, ...rest }: ListProps & { dogs: Dog[]; parties: Party[] }) {
  const dogById = new Map(dogs.map((dog) => [dog.id, dog]));
  const withDogs = (list: Party[]) =>
    list.flatMap((party) => {
      const dog = dogById.get(party.dogId);
      // The parties of a deleted dog stay in the list until it reloads.
      return dog ? [{ dog, party }] : [];
    });
  const byTime = partiesByTime(parties, rest.today);
  const upcoming = withDogs(byTime.upcoming);
  const past = withDogs(byTime.past);
  if (upcoming.length + past.length === 0) return null;
  const later = upcoming.slice(unfoldedCount.pack);
  return (
    <section aria-labelledby="upcoming-parties" className="mb-6 rounded-card bg-card p-5 shadow-card sm:px-7">
      <h2 id="upcoming-parties" className="text-title">
        Upcoming Parties
      </h2>
      {upcoming.length === 0 && <p className="mt-1 text-ink-soft">None yet. Every dog deserves multiple birthdays!</p>}
      <Lines entries={upcoming.slice(0, unfoldedCount.pack)} {...rest} />
      <Folded label={`${later.length} more`} entries={later} {...rest} />
      <Folded label={`Past parties (${past.length})`} entries={past} {...rest} />
    </section>
  );
}

/** The next parties of one dog, for its card. */
export function DogParties({ dog, parties, ...rest }: ListProps & { dog: Dog; parties: Party[] }) {
  const { upcoming } = partiesByTime(parties, rest.today);
  if (upcoming.length === 0) return null;
  const moreCount = upcoming.length - unfoldedCount.card;
  return (
    <div className="rounded-field bg-apricot-wash px-3 py-1">
      <ul aria-label={`Parties of ${dog.name}`} className="divide-y-2 divide-line">
        {upcoming.slice(0, unfoldedCount.card).map((party) => (
          <PartyLine key={party.id} isOnCard dog={dog} party={party} {...rest} />
        ))}
      </ul>
      {moreCount > 0 && <p className="pb-2 text-sm text-ink-soft">{moreCount} more in the list of parties</p>}
    </div>
  );
}
