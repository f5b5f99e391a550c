import { type ReactNode, useState } from 'react';
import { partyHash } from '../../../addresses/addresses.ts';
import { livingReport } from '../../../domain/celebrations/birthday-report.ts';
import { daysToGo, daysToGoText } from '../../../domain/celebrations/celebrations.ts';
import { type CalendarDate, formatFullDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { countOf, guestsOf, type ListedGuest } from '../../../domain/guests/guest-list.ts';
import { partiesByTime, partyWithoutPhoto } from '../../../domain/parties/invitation.ts';
import { formatPartyTimeIn } from '../../../domain/parties/party-time.ts';
import { isolated } from '../../../domain/text/text.ts';
import { CalendarLeaf } from '../../art/calendar-leaf.tsx';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { Flags } from '../../art/flags.tsx';
import { coatsAtTable, DogFace } from '../../art/party-table.tsx';
import { deviceStorage } from '../../data/drafts/web-storage.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { deviceZone } from '../../shared/device-zone.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { focusOrHeading } from '../../ui/focus.ts';
import { PartyHatIcon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/page-link.tsx';

/** The past parties of a dog in memory, for its card. Parties planned for later are not shown. */
export function RememberedParties({ dog, parties, today }: { dog: Dog; parties: Party[]; today: CalendarDate }) {
  const { past } = partiesByTime(parties, { today, instant: Date.now() });
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

function whenText({ celebrationDate, time }: Party, today: CalendarDate): string {
  const days = daysToGo(celebrationDate, today);
  const day = days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`;
  return time ? `${day} at ${formatPartyTimeIn(time, deviceZone())}` : day;
}

/** The next of these parties, in one line that leads to its page: for the card of a dog. */
export function NextParty({
  upcoming,
  today,
  guests,
}: {
  upcoming: readonly Party[];
  today: CalendarDate;
  /** Says who comes to a party, by its id. */
  guests: ReadonlyMap<string, GuestsInShort>;
}) {
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
      <span className="line-clamp-3 wrap-anywhere">
        Next party: <strong>{next.title}</strong>, {whenText(next, today)}
        {heads && <span>, {heads} coming</span>}
        {moreCount > 0 && <span>, and {moreCount} more</span>}
      </span>
    </PageLink>
  );
}

/** What a ticket says of a party's guests. `heads` is empty while nobody comes. */
type GuestsInShort = { heads: string; newCount: number };

type TicketProps = {
  dog: Dog;
  party: Party;
  today: CalendarDate;
  guests: (GuestsInShort & { guests: readonly ListedGuest[] }) | undefined;
  /** For the next of all parties. */
  isLarge?: boolean;
  /** Not for a dog that is already seen above: then the day is large instead. */
  isPictured?: boolean;
  /** Leaves out what the page of the dog says itself: its name, and the days to its next celebration. */
  isOnDogPage?: boolean;
  /** Shown below, such as the state of an unsent change. */
  children?: ReactNode;
};

const looks = {
  large: {
    link: 'max-sm:flex-col',
    photo: 'border-edge max-sm:aspect-4/3 max-sm:border-b-2 sm:min-h-60 sm:w-2/7 sm:border-e-2',
    words: 'sm:px-8',
    title: 'line-clamp-3 text-heading',
    date: '',
  },
  // As high with a title of one line as with one of two.
  small: {
    link: 'h-full min-h-32',
    photo: 'w-24 border-e-2 border-edge sm:w-36',
    words: 'max-sm:text-sm',
    title: 'line-clamp-2 text-title max-sm:text-base',
    date: 'sr-only',
  },
};

/** A party to come as a wide ticket, which leads to its page. */
export function PartyTicket({
  dog,
  party,
  today,
  guests,
  isLarge = false,
  isPictured = true,
  isOnDogPage = false,
  children,
}: TicketProps) {
  const { celebrationDate, time, location, title } = party;
  const look = looks[isLarge ? 'large' : 'small'];
  const isToday = celebrationDate === today;
  const toGo = daysToGoText(daysToGo(celebrationDate, today));
  const dogs = guestsOf(guests?.guests ?? [], 'yes').flatMap((guest) => guest.dogs);
  const coats = coatsAtTable(dog, dogs);
  const isCounted = isLarge || (isOnDogPage && livingReport(dog, today)?.nextBirthdayDate === celebrationDate);
  const whoAndWhere = [!isOnDogPage && isolated(dog.name), location].filter(Boolean).join(' · ');
  const [weekday, ...date] = formatFullDate(celebrationDate).split(', ');
  // The flags hang above the head.
  const { x, y } = dog.photoFocus ?? { x: 50, y: 30 };
  const photoFocus = isToday ? { x, y: Math.max(0, y - 20) } : dog.photoFocus;
  return (
    <li className="grid gap-2">
      <PageLink
        href={partyHash(party.id)}
        className={`flex overflow-hidden rounded-card border-2 border-edge shadow-card transition duration-easy ease-settle hover:-translate-y-0.5 hover:shadow-lift ${isToday ? 'bg-apricot-wash' : 'bg-card'} ${look.link}`}
      >
        {/* Stretched, so that the photo is as high as the words need. */}
        <span className={`relative shrink-0 ${look.photo}`} style={{ background: `var(--art-ground-${dog.size})` }}>
          {isPictured && (
            <DogPhoto
              dog={{ ...dog, photoFocus }}
              photo={dog.photoUrl}
              alt=""
              isCelebrating={isToday}
              loading="lazy"
              className="absolute inset-0 block size-full"
            />
          )}
          {(isToday || !isPictured) && <Flags className="absolute inset-x-0 top-0 h-10 w-full" />}
          <span
            aria-hidden="true"
            className={`absolute ${isLarge ? 'start-3 bottom-3 rounded-pill border-2 border-(--art-ink) bg-lamp px-4 py-1 font-display text-title font-bold text-on-lamp sm:hidden' : isPictured ? 'start-1 bottom-1' : 'inset-0 grid place-content-center pt-7'}`}
          >
            {isLarge ? toGo : <CalendarLeaf isSmall={isPictured} date={celebrationDate} isToday={isToday} />}
          </span>
        </span>
        <span className={`grid min-w-0 flex-1 content-center gap-1 px-4 py-4 ${look.words}`}>
          <strong className={`self-end font-display leading-tight wrap-anywhere ${look.title}`}>{title}</strong>
          <span className="line-clamp-3 wrap-anywhere">
            {weekday}
            <span className={look.date}>, {date.join(', ')}</span>
            {time && <span>, {formatPartyTimeIn(time, deviceZone())}</span>}
            <strong className={isCounted ? 'sr-only' : ''}> · {toGo}</strong>
            {isLarge && <span> · {whoAndWhere}</span>}
          </span>
          {!isLarge && <span className="line-clamp-2 self-start wrap-anywhere text-ink-soft">{whoAndWhere}</span>}
          {guests && (
            <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-3 text-sm">
              <span className="flex ps-2 empty:hidden">
                {dogs.slice(0, 5).map((each, index) => (
                  <DogFace
                    // biome-ignore lint/suspicious/noArrayIndexKey: the faces keep their order.
                    key={index}
                    size={each.size}
                    coat={coats[index]}
                    className="-ms-2 size-10 border-2 border-card"
                  />
                ))}
              </span>
              {guests.heads ? <strong>{guests.heads} coming</strong> : <span>Nobody coming yet</span>}
              {guests.newCount > 0 && <Badge tone="sky">{countOf(guests.newCount, 'new answer', 'new answers')}</Badge>}
            </span>
          )}
        </span>
        {isLarge && (
          <span
            aria-hidden="true"
            className="hidden w-44 shrink-0 place-content-center justify-items-center gap-1 border-s-2 border-dashed border-edge bg-apricot-wash px-4 py-3 text-center sm:grid"
          >
            <CalendarLeaf date={celebrationDate} isToday={isToday} />
            <span className={classNames('font-display font-bold', isToday && 'text-heading')}>{toGo}</span>
          </span>
        )}
      </PageLink>
      {children}
    </li>
  );
}

/** Kept on this device: the day of the last party of whose photo the owner does not want to be asked. */
const dismissedKey = 'wagday-no-photo-until';

/** Asks for the photo of the latest party, in one line, for a week from the day after it. The answer is on the page of the party. */
export function MemoryQuestion({ parties, today }: { parties: readonly Party[]; today: CalendarDate }) {
  const [dismissed, setDismissed] = useState(() => deviceStorage.readText(dismissedKey) ?? '');
  const party = partyWithoutPhoto(parties, { today, instant: Date.now() }, dismissed);
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
