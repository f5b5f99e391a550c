/** Apart from what the cards of dogs say of parties, because the pack shows no tickets. */
import type { ReactNode } from 'react';
import { partyHash } from '../../../addresses/addresses.ts';
import { livingReport } from '../../../domain/celebrations/birthday-report.ts';
import { daysToGoText } from '../../../domain/celebrations/celebrations.ts';
import { type CalendarDate, formatFullDate } from '../../../domain/dates/calendar-date.ts';
import { isInMemory } from '../../../domain/dogs/life.ts';
import { countOf, guestsOf, type ListedGuest } from '../../../domain/guests/listed-guests.ts';
import { formatPartyTimeIn } from '../../../domain/parties/party-time.ts';
import { isolated } from '../../../domain/text/text.ts';
import { CalendarLeaf } from '../../art/calendar-leaf.tsx';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { Flags } from '../../art/flags.tsx';
import { coatsAtTable, DogFace } from '../../art/party-table.tsx';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { deviceZone } from '../../shared/device-zone.ts';
import { useDaysToParty } from '../../shared/party-moments.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { useNear } from '../../ui/use-near.ts';
import type { GuestsInShort } from './party-list.tsx';

type TicketProps = {
  dog: Dog;
  party: Party;
  today: CalendarDate;
  /** Null for a party to which nobody is invited; undefined while that is unknown. */
  guests: (GuestsInShort & { guests: readonly ListedGuest[] }) | null | undefined;
  isLarge?: boolean;
  /** Whether it is the nearest of a page of parties, whose button is the first. */
  isNext?: boolean;
  /** Leaves out what the page of the dog shows itself: its name, and the days to its next celebration. */
  isOnDogPage?: boolean;
  isAlwaysNear?: boolean;
  children?: ReactNode;
};

const looks = {
  large: {
    link: 'h-full @max-xl:flex-col',
    photo: 'border-edge @max-xl:aspect-4/3 @max-xl:border-b-2 @xl:min-h-44 @xl:w-1/3 @xl:border-e-2',
    words: 'lg:px-8',
    title: 'line-clamp-3 text-heading text-balance sm:[font-size:min(1.75rem,5vw)]',
    date: '',
    stub: '@xl:grid',
    days: '',
  },
  // As high with a title of one line as with one of two.
  small: {
    link: 'h-full min-h-32 md:max-lg:in-[.pair]:flex-col',
    photo:
      'w-32 border-e-2 border-edge sm:w-36 md:max-lg:in-[.pair]:min-h-44 md:max-lg:in-[.pair]:w-full md:max-lg:in-[.pair]:grow md:max-lg:in-[.pair]:border-e-0 md:max-lg:in-[.pair]:border-b-2 lg:in-[.pair]:w-52',
    words: 'max-sm:text-sm md:max-lg:in-[.pair]:flex-none',
    title: 'line-clamp-2 text-title max-sm:text-base',
    date: 'sr-only',
    // In a wide window the stub says them.
    stub: '@2xl:grid',
    days: 'font-display @2xl:sr-only',
  },
};

function Coming({ dog, guests }: Pick<TicketProps, 'dog' | 'guests'>) {
  if (!guests) return guests === null && <span className="text-sm">Not sent yet</span>;
  const dogs = guestsOf(guests.guests, 'yes').flatMap((guest) => guest.dogs);
  const coats = coatsAtTable(dog, dogs);
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-3 text-sm">
      <span className="grid min-w-0 auto-cols-[minmax(0,2rem)] grid-flow-col pe-2 empty:hidden">
        {dogs.slice(0, 5).map((each, index) => (
          <DogFace
            // biome-ignore lint/suspicious/noArrayIndexKey: the faces keep their order.
            key={index}
            size={each.size}
            coat={coats[index]}
            className="size-10 border-2 border-edge"
          />
        ))}
        {dogs.length > 5 && (
          <strong className="grid size-10 place-content-center rounded-pill border-2 border-edge bg-apricot-wash">
            +{dogs.length - 5}
          </strong>
        )}
      </span>
      {guests.heads ? <strong>{guests.heads} coming</strong> : <span>Nobody coming yet</span>}
      {guests.newCount > 0 && <Badge tone="sky">{countOf(guests.newCount, 'new answer', 'new answers')}</Badge>}
    </span>
  );
}

function TicketFace({ dog, party, today, guests, isLarge, isNext, isOnDogPage }: TicketProps) {
  const { celebrationDate, time, location, title } = party;
  const look = looks[isLarge ? 'large' : 'small'];
  const daysLeft = useDaysToParty(party);
  const isToday = daysLeft === 0 && !isInMemory(dog);
  // Nothing counts down for a dog in memory, but its guests still come.
  const toGo = isInMemory(dog) ? 'Still on' : daysToGoText(daysLeft);
  const [days, unit] = toGo.split(' days ');
  const isCounted = isLarge || (isOnDogPage && livingReport(dog, today)?.nextBirthdayDate === celebrationDate);
  const whoAndWhere = [!isOnDogPage && isolated(dog.name), location].filter(Boolean).join(' · ');
  const [weekday, ...date] = formatFullDate(celebrationDate).split(', ');
  const label = guests?.heads || isInMemory(dog) ? 'See Guests' : 'Send Invite';
  // The flags hang above the head.
  const { x, y } = dog.photoFocus ?? { x: 50, y: 30 };
  const photoFocus = isToday ? { x, y: Math.max(0, y - 20) } : dog.photoFocus;
  return (
    <>
      {/* Stretched, so that the photo is as high as the words need. */}
      <span className={`relative shrink-0 ${look.photo}`} style={{ background: `var(--art-ground-${dog.size})` }}>
        <DogPhoto
          dog={{ ...dog, photoFocus }}
          isCelebrating={isToday}
          loading="lazy"
          className="absolute inset-0 block size-full"
        />
        {isToday && <Flags className="absolute inset-x-0 top-0 h-10 w-full" />}
        <span
          aria-hidden="true"
          className={`absolute ${isLarge ? 'bottom-3 start-3 rounded-pill border-2 border-(--art-ink) bg-lamp px-4 py-1 font-display text-title font-bold text-on-lamp @xl:hidden' : !dog.photoUrl ? 'end-2 -top-px *:rounded-t-none *:border-t-0' : 'end-2 bottom-2'}`}
        >
          {isLarge ? toGo : <CalendarLeaf isSmall date={celebrationDate} isToday={isToday} />}
        </span>
      </span>
      <span className={`grid min-w-0 flex-1 grid-cols-1 content-center gap-1 px-4 py-4 ${look.words}`}>
        <strong
          className={`self-end font-display leading-tight wrap-anywhere ${isOnDogPage ? looks.small.title : look.title}`}
        >
          {title}
        </strong>
        <span className="line-clamp-3 wrap-anywhere">
          {weekday}
          <span className={look.date}>, {date.join(', ')}</span>
          {time && <span>, {formatPartyTimeIn(time, deviceZone())}</span>}
          <strong className={isCounted ? 'sr-only' : isOnDogPage ? 'font-display' : look.days}> · {toGo}</strong>
        </span>
        <span className="line-clamp-2 self-start wrap-anywhere text-ink-soft empty:hidden">{whoAndWhere}</span>
        <Coming dog={dog} guests={guests} />
        {isLarge && !isOnDogPage && (isNext || label === 'Send Invite') && (
          <span className={`${buttonClasses(isNext ? 'primary' : 'secondary')} mt-3 sm:justify-self-start`}>
            {label}
          </span>
        )}
      </span>
      {(isLarge || !isOnDogPage) && (
        <span
          aria-hidden="true"
          className={`hidden w-40 shrink-0 lg:w-44 place-content-center gap-1 border-s-2 border-dashed border-edge bg-apricot-wash px-2 py-3 text-center font-display font-bold ${look.stub}`}
        >
          <span className={`leading-none ${isToday || (unit && isLarge) ? 'text-number' : 'text-heading'}`}>
            {days}
          </span>
          {unit && <span>{`days ${unit}`}</span>}
        </span>
      )}
    </>
  );
}

export function PartyTicket({ isAlwaysNear = true, children, ...ticket }: TicketProps) {
  const { party, isLarge = false } = ticket;
  const isToday = useDaysToParty(party) === 0;
  const { isNear, item } = useNear(isAlwaysNear, '9rem');
  return (
    <li {...item} className="@container grid gap-2">
      <PageLink
        href={partyHash(party.id)}
        className={`flex overflow-hidden rounded-card border-2 border-edge shadow-card transition duration-easy ease-settle hover:-translate-y-0.5 hover:shadow-lift ${isToday ? 'bg-apricot-wash' : 'bg-card'} ${looks[isLarge ? 'large' : 'small'].link}`}
      >
        {isNear ? <TicketFace {...ticket} /> : <strong className="p-4">{party.title}</strong>}
      </PageLink>
      {isNear && children}
    </li>
  );
}
