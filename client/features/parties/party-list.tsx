import { useMemo, useState } from 'react';
import { partyHash } from '../../../addresses/addresses.ts';
import { type CalendarDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { isInMemory } from '../../../domain/dogs/life.ts';
import { endOf, formatPartyTimeIn } from '../../../domain/parties/party-time.ts';
import { partiesByTime, partyWithoutPhoto, wasHeld } from '../../../domain/parties/planned-parties.ts';
import { deviceStorage } from '../../data/drafts/web-storage.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { deviceZone } from '../../shared/device-zone.ts';
import { useDaysToParty } from '../../shared/party-moments.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { focusOrHeading } from '../../ui/focus.ts';
import { PartyHatIcon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/page-link.tsx';

/** The past parties of a dog in memory, for its card. Parties planned for later are not shown. */
export function RememberedParties({ dog, parties, today }: { dog: Dog; parties: Party[]; today: CalendarDate }) {
  const past = partiesByTime(parties, { today, instant: Date.now() }).past.filter((party) => wasHeld(dog, party));
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

function When({ party }: { party: Party }) {
  const { time } = party;
  const days = useDaysToParty(party);
  const day = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`;
  return time ? `${day} ${endOf(time) ? 'from' : 'at'} ${formatPartyTimeIn(time, deviceZone())}` : day;
}

type NextPartyProps = {
  upcoming: readonly Party[];
  guests: ReadonlyMap<string, GuestsInShort>;
};

/** The next of these parties, in one line that leads to its page: for the card of a dog. */
export function NextParty({ upcoming, guests }: NextPartyProps) {
  const [next] = upcoming;
  if (!next) return null;
  const moreCount = upcoming.length - 1;
  const heads = guests.get(next.id)?.heads;
  return (
    <PageLink
      href={partyHash(next.id)}
      className="flex min-h-11 w-full items-center gap-3 rounded-field bg-apricot-wash px-3 py-2 text-start text-sm transition duration-quick hover:bg-apricot hover:text-on-apricot"
    >
      <PartyHatIcon className="size-6 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        Next party: <strong>{next.title}</strong>, <When party={next} />
        {heads && <span>, {heads} coming</span>}
        {moreCount > 0 && <span>, and {moreCount} more</span>}
      </span>
    </PageLink>
  );
}

/** What a ticket says of a party's guests. `heads` is empty while nobody comes. */
export type GuestsInShort = { heads: string; newCount: number };

/** Kept on this device: the day of the last party of whose photo the owner does not want to be asked. */
const dismissedKey = 'wagday-no-photo-until';

type MemoryQuestionProps = {
  dogs: readonly Dog[];
  parties: readonly Party[];
  today: CalendarDate;
};

/** Asks for the photo of the latest party, in one line, for a week from the day after it. The answer is on the page of the party. */
export function MemoryQuestion({ dogs, parties, today }: MemoryQuestionProps) {
  const [dismissed, setDismissed] = useState(() => deviceStorage.readText(dismissedKey) ?? '');
  const ofLiving = useMemo(() => {
    const living = new Set(dogs.filter((dog) => !isInMemory(dog)).map(({ id }) => id));
    return parties.filter(({ dogId }) => living.has(dogId));
  }, [dogs, parties]);
  const party = partyWithoutPhoto(ofLiving, { today, instant: Date.now() }, dismissed);
  if (!party) return null;
  return (
    <aside aria-label="Photo of the day" className="mx-auto w-full max-w-page px-4 pt-4 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field bg-sky-wash px-4 py-2.5">
        <p className="min-w-[min(12rem,100%)] flex-1 wrap-anywhere">
          Only crumbs are left of <strong>{party.title}</strong>. Keep one photo?
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant="quiet"
            onClick={() => {
              focusOrHeading();
              deviceStorage.keepText(dismissedKey, party.celebrationDate);
              setDismissed(party.celebrationDate);
            }}
          >
            Not Now
          </Button>
          <PageLink href={partyHash(party.id)} className={buttonClasses('secondary')}>
            Add a Photo
          </PageLink>
        </div>
      </div>
    </aside>
  );
}
