import type { ReactNode } from 'react';
import { type CalendarDate, formatLongDate } from '../../../domain/calendar-date.ts';
import { daysToGo, daysToGoText } from '../../../domain/celebrations.ts';
import { partiesByTime } from '../../../domain/invitation.ts';
import type { Dog } from '../../backend/records/dogs.ts';
import type { Party } from '../../backend/records/parties.ts';
import { DogPortrait } from '../../ui/art/dog-portrait.tsx';
import { PencilIcon, ShareIcon, TrashIcon } from '../../ui/art/icons.tsx';
import { IconButton } from '../../ui/button.tsx';
import { focusHeading, focusNeighbour } from '../../ui/focus.ts';
import { summaryClasses } from '../../ui/summary.ts';
import type { PartyRequest } from './party-drafts.ts';

export type PartyActions = {
  onRequest: (request: PartyRequest) => void;
  onCancel: (party: Party) => void;
  /** How things stand with what waits to be sent about a party. */
  renderChange?: (party: Party) => ReactNode;
};

/** The line of a party: the focus goes there when the party is on again. */
export function lineOf(partyId: string): HTMLElement | null {
  return document.querySelector(`[data-party="${partyId}"]`);
}

/** The pressed button goes with its line. */
function leaveLine(button: Element) {
  const card = button.closest<HTMLElement>('article');
  if (focusNeighbour(button.closest('li'))) return;
  if (card) card.focus({ preventScroll: true });
  else focusHeading();
}

/** How many upcoming parties are seen at a glance, in the list of the pack and on a card. */
const glance = { pack: 4, card: 2 };

function PartyLine({
  dog,
  party,
  today,
  actions,
  isOnCard = false,
}: {
  dog: Dog;
  party: Party;
  today: CalendarDate;
  actions: PartyActions;
  isOnCard?: boolean;
}) {
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

type DogParty = { dog: Dog; party: Party };

function Lines({ entries, today, actions }: { entries: DogParty[]; today: CalendarDate; actions: PartyActions }) {
  return (
    <ul className="divide-y-2 divide-line">
      {entries.map(({ dog, party }) => (
        <PartyLine key={party.id} dog={dog} party={party} today={today} actions={actions} />
      ))}
    </ul>
  );
}

function Folded({
  label,
  ...rest
}: {
  label: string;
  entries: DogParty[];
  today: CalendarDate;
  actions: PartyActions;
}) {
  if (rest.entries.length === 0) return null;
  return (
    <details className="mt-2">
      <summary className={summaryClasses}>{label}</summary>
      <Lines {...rest} />
    </details>
  );
}

/** The parties of the whole pack by date, those before today folded away. Nothing while none is planned. */
export function UpcomingParties({
  dogs,
  parties,
  today,
  actions,
}: {
  dogs: Dog[];
  parties: Party[];
  today: CalendarDate;
  actions: PartyActions;
}) {
  const dogById = new Map(dogs.map((dog) => [dog.id, dog]));
  const withDogs = (list: Party[]) =>
    list.flatMap((party) => {
      const dog = dogById.get(party.dogId);
      // The parties of a deleted dog go with it, and come back with it.
      return dog ? [{ dog, party }] : [];
    });
  const byTime = partiesByTime(parties, today);
  const upcoming = withDogs(byTime.upcoming);
  const past = withDogs(byTime.past);
  if (upcoming.length + past.length === 0) return null;
  const later = upcoming.slice(glance.pack);
  return (
    <section aria-labelledby="upcoming-parties" className="mb-6 rounded-card bg-card p-5 shadow-card sm:px-7">
      <h2 id="upcoming-parties" className="text-title">
        Upcoming Parties
      </h2>
      {upcoming.length === 0 && <p className="mt-1 text-ink-soft">None yet. Every dog deserves multiple birthdays!</p>}
      <Lines entries={upcoming.slice(0, glance.pack)} today={today} actions={actions} />
      <Folded label={`${later.length} more`} entries={later} today={today} actions={actions} />
      <Folded label={`Past parties (${past.length})`} entries={past} today={today} actions={actions} />
    </section>
  );
}

/** The next parties of one dog, for its card. */
export function DogParties({
  dog,
  parties,
  today,
  actions,
}: {
  dog: Dog;
  parties: Party[];
  today: CalendarDate;
  actions: PartyActions;
}) {
  const { upcoming } = partiesByTime(parties, today);
  if (upcoming.length === 0) return null;
  const moreCount = upcoming.length - glance.card;
  return (
    <div className="rounded-field bg-apricot-wash px-3 py-1">
      <ul aria-label={`Parties of ${dog.name}`} className="divide-y-2 divide-line">
        {upcoming.slice(0, glance.card).map((party) => (
          <PartyLine key={party.id} isOnCard dog={dog} party={party} today={today} actions={actions} />
        ))}
      </ul>
      {moreCount > 0 && <p className="pb-2 text-sm text-ink-soft">{moreCount} more in the list of parties</p>}
    </div>
  );
}
