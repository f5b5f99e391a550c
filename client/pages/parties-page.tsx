import { memo, type ReactNode, useState } from 'react';
import { homePage } from '../../addresses/addresses.ts';
import type { CalendarDate } from '../../domain/dates/calendar-date.ts';
import { isInMemory } from '../../domain/dogs/life.ts';
import { wasHeld } from '../../domain/parties/planned-parties.ts';
import { DogPicture } from '../art/dog-picture.tsx';
import { PartyTable } from '../art/party-table.tsx';
import type { Dog } from '../data/records/dogs.ts';
import type { Party } from '../data/records/parties.ts';
import type { Portrait } from '../data/records/portraits.ts';
import { CalledOffParties } from '../features/invitations/called-off-guests.tsx';
import { nobody } from '../features/invitations/guest-book.ts';
import type { GuestBook } from '../features/invitations/read-guest-book.ts';
import { ChangeBadge } from '../features/offline/change-badge.tsx';
import { Memory } from '../features/parties/memory.tsx';
import { PartyTicket } from '../features/parties/party-ticket.tsx';
import { usePartiesByTime } from '../shared/party-moments.ts';
import { Button, type ButtonVariant, buttonClasses } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/dialog.tsx';
import { PartyHatIcon } from '../ui/icons.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { useIsWide } from '../ui/use-is-wide.ts';
import { isAlwaysNear, useFirstItemsFirst, useNear } from '../ui/use-near.ts';

type Shown = {
  ownerId: string;
  dogs: readonly Dog[];
  parties: readonly Party[];
  portraits: readonly Portrait[];
  book: GuestBook;
  today: CalendarDate;
  onDecide: (recordId: string) => void;
};

/** Returns the parties to come and the memories, each with its dog. Of what was planned for a dog in memory only what guests know of is shown. */
function useTickets({ dogs, parties, book }: Pick<Shown, 'dogs' | 'parties' | 'book'>) {
  const dogById = new Map(dogs.map((dog) => [dog.id, dog]));
  const withDogs = (list: readonly Party[]) =>
    list.flatMap((party) => {
      const dog = dogById.get(party.dogId);
      // The parties of a deleted dog stay in the list until it reloads.
      return dog ? [{ dog, party }] : [];
    });
  const { upcoming, past } = usePartiesByTime(parties);
  return {
    coming: withDogs(upcoming).filter(({ dog, party }) => !isInMemory(dog) || book.has(party.id)),
    memories: withDogs(past).filter(({ dog, party }) => wasHeld(dog, party) || book.get(party.id)?.heads),
  };
}

type TicketsProps = Omit<Shown, 'dogs'> &
  ReturnType<typeof useTickets> & {
    none: ReactNode;
    headingLevel: 'h2' | 'h3';
  };

/** Tickets for the parties to come, and the memories of those that have been. */
function Tickets({ coming, memories, headingLevel: Heading, none, ...shown }: TicketsProps) {
  const { ownerId, parties, portraits, book, today, onDecide } = shown;
  const firstComing = useFirstItemsFirst(coming);
  const firstMemories = useFirstItemsFirst(memories);
  // The page's own heading already says it.
  const isPair = Heading === 'h3' && coming.length === 1 && memories.length === 1;
  const isOne = useIsWide() && coming.length === 1 && !isPair;
  const hasLarge = isOne || Heading === 'h2';
  const rest = coming.length - (hasLarge ? 1 : 0);
  const isOnlyMemories = coming.length === 0 && none === null;
  const badge = ({ id, title }: Party) => <ChangeBadge recordId={id} name={title} onOpen={onDecide} />;
  return (
    <div
      className={
        isPair
          ? 'pair grid gap-x-6 md:grid-cols-2 min-[110rem]:grid-cols-[3fr_2fr] md:[&>section]:mt-0 md:[&>section]:p-5'
          : 'contents'
      }
    >
      {coming.length === 0 ? (
        none
      ) : (
        <ul
          aria-label="Parties to come"
          className={classNames(
            'grid gap-4 lg:grid-cols-2',
            hasLarge && 'lg:*:first:col-span-full',
            // The nearest of an odd number, which has most to tell, fills a row.
            rest % 2 === 1 && (hasLarge ? 'lg:*:nth-2:col-span-full' : 'lg:*:first:col-span-full'),
          )}
        >
          {firstComing.map(({ dog, party }, index) => (
            <PartyTicket
              key={party.id}
              {...{ dog, party, today }}
              guests={book.get(party.id) ?? (book === nobody ? undefined : null)}
              isLarge={hasLarge && index < (rest === 1 ? 2 : 1)}
              isNext={index === 0}
              isOnDogPage={Heading === 'h3'}
              isAlwaysNear={isAlwaysNear(index, coming.length)}
            >
              {badge(party)}
            </PartyTicket>
          ))}
        </ul>
      )}
      {memories.length > 0 && (
        <section
          aria-label="Memories"
          className={`flex flex-col rounded-card bg-apricot-wash p-4 [*+&]:mt-10 sm:p-8 ${Heading === 'h2' && memories.length < 3 ? 'pair' : ''}`}
          // As wide as its prints.
          style={Heading === 'h2' ? { maxWidth: `${32.5 * memories.length + 2.5}rem` } : {}}
        >
          <Heading className={classNames('mb-4 text-title sm:mb-6', isOnlyMemories && 'sr-only')}>Memories</Heading>
          <ul className="flex grow flex-wrap gap-x-4 gap-y-6 max-sm:items-start sm:gap-x-6">
            {firstMemories.map(({ dog, party }, index) => (
              <Memory
                key={party.id}
                {...{ ownerId, dog, party, portraits }}
                held={parties}
                isAlwaysNear={isAlwaysNear(coming.length + index, coming.length + memories.length)}
              >
                {badge(party)}
              </Memory>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

export function DogTickets({ dog, ...shown }: Omit<Shown, 'dogs'> & { dog: Dog }) {
  const tickets = useTickets({ ...shown, dogs: [dog] });
  if (tickets.coming.length + tickets.memories.length === 0) return null;
  return (
    <section aria-labelledby="dog-parties">
      <h2 id="dog-parties" className="mb-3 text-title">
        Parties
      </h2>
      <Tickets {...tickets} {...shown} none={null} headingLevel="h3" />
    </section>
  );
}

function Choice({ dog, isAlwaysNear, onChoose }: { dog: Dog; isAlwaysNear: boolean; onChoose: (dog: Dog) => void }) {
  const { isNear, item } = useNear(isAlwaysNear, '4.75rem');
  return (
    <li {...item} className="grid">
      <button
        type="button"
        className="flex w-full items-center gap-4 rounded-field border-2 border-line px-3 py-2 text-start font-display font-bold hover:border-edge hover:bg-apricot-wash"
        onClick={() => onChoose(dog)}
      >
        {isNear && <DogPicture dog={dog} className="size-14 shrink-0" />}
        <span className="min-w-0 wrap-anywhere">{dog.name}</span>
      </button>
    </li>
  );
}

type ChooseDogProps = {
  dogs: readonly Dog[];
  onChoose: (dog: Dog) => void;
  onClose: () => void;
};

function ChooseDog({ dogs, onChoose, onClose }: ChooseDogProps) {
  return (
    <Dialog title="Who's the party for?" closeLabel="Close" onClose={onClose}>
      <ul className="grid gap-2">
        {useFirstItemsFirst(dogs).map((dog, index) => (
          <Choice key={dog.id} dog={dog} isAlwaysNear={isAlwaysNear(index, dogs.length)} onChoose={onChoose} />
        ))}
      </ul>
    </Dialog>
  );
}

type PlanAPartyProps = { living: readonly Dog[]; variant: ButtonVariant; onPlan: (dog: Dog) => void };

/** Apart from the page, which is not rendered again when its dialog opens. */
function PlanAParty({ living, variant, onPlan }: PlanAPartyProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const [first] = living;
  if (!first) return null;
  return (
    <>
      <Button
        variant={variant}
        aria-haspopup="dialog"
        onClick={() => (living.length === 1 ? onPlan(first) : setIsChoosing(true))}
      >
        <PartyHatIcon />
        Plan a Party
      </Button>
      {isChoosing && (
        <ChooseDog
          dogs={living}
          onChoose={(dog) => {
            setIsChoosing(false);
            onPlan(dog);
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </>
  );
}

/** All parties of the pack. `onPlan` opens the form for a new one. Memoized, because rendering many whenever a dialog opens would be slow. */
export const PartiesPage = memo(function PartiesPage({
  dogs,
  onPlan,
  ...shown
}: Shown & { onPlan: (dog: Dog) => void }) {
  const { parties, book } = shown;
  const tickets = useTickets({ dogs, parties, book });
  const living = dogs.filter((dog) => !isInMemory(dog));
  const [first] = living;
  const dogIds = new Set(dogs.map(({ id }) => id));
  const onIds = new Set(parties.flatMap(({ id, dogId }) => (dogIds.has(dogId) ? [id] : [])));
  return (
    <main className="mx-auto w-full max-w-page grow px-4 pt-5 pb-8 sm:px-6 sm:pt-8">
      <title>Your parties on Wagday</title>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 sm:mb-6">
        <h1 tabIndex={-1}>Parties</h1>
        <PlanAParty {...{ living, onPlan }} variant={tickets.coming.length > 0 ? 'secondary' : 'primary'} />
      </div>
      <Tickets
        {...tickets}
        {...shown}
        headingLevel="h2"
        none={
          <div className="overflow-hidden rounded-card bg-card text-center shadow-card lg:grid lg:grid-cols-[3fr_2fr]">
            <PartyTable host={first ?? { name: '', size: 'medium' }} dogs={[]} />
            <div className="grid content-center justify-items-center gap-3 p-6 sm:p-10">
              <h2>No party planned yet!</h2>
              <p className="text-ink-soft">
                {first ? 'The cake is up for grabs. Who gets the first slice?' : 'First, somebody has to wear the hat.'}
              </p>
              {!first && (
                <PageLink href={homePage} className={buttonClasses('primary')}>
                  To Your Pack
                </PageLink>
              )}
            </div>
          </div>
        }
      />
      <CalledOffParties book={book} onIds={onIds} />
    </main>
  );
});
