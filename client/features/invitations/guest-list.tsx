import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import {
  counted,
  type GuestGroup,
  groupOf,
  groupTitle,
  guestGroups,
  guestsOf,
  peopleOf,
} from '../../../domain/guests/listed-guests.ts';
import { searchKey } from '../../../domain/text/search-text.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Guest } from '../../data/records/guests.ts';
import { Button } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { Choices } from '../../ui/choices.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextField } from '../../ui/field.tsx';
import { focusOrHeading } from '../../ui/focus.ts';
import { PlusIcon } from '../../ui/icons.tsx';
import { menuItemClasses } from '../../ui/menu.tsx';
import { isAnsweredAlone, RemovalQuestion, useRemoveGuests, whoText } from './guest-removal.tsx';
import { coatFinder, GuestChoice, GuestRow } from './guest-row.tsx';
import { ListMenu } from './list-menu.tsx';
import { isNewSince, type PartyGuests } from './read-guest-book.ts';
import { mailedGuests } from './word-form.tsx';

function Glance({ title, lines }: { title: string; lines: readonly { what: string; who: string }[] }) {
  const headingId = useId();
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="min-w-0">
      <h3 id={headingId} className="text-base">
        {title}
      </h3>
      <ul className="wrap-anywhere">
        {lines.map(({ what, who }) => (
          <li key={`${what} ${who}`} className="py-0.5">
            <strong>{what}</strong> <span className="text-ink-soft">· {who}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the kitchen needs: the allergies of guests who come, apart from those who only may, and who brings what. */
export function AtAGlance({ guests: { guests, invitation }, isPast }: { guests: PartyGuests; isPast: boolean }) {
  /** Names a guest, and adds the answer unless it is a yes. */
  const whoOf = (guest: Guest) =>
    groupOf(guest) === 'yes' ? guest.name : `${guest.name}, ${groupTitle(groupOf(guest), isPast).toLowerCase()}`;
  const allergiesOf = (...groups: GuestGroup[]) =>
    groups
      .flatMap((group) => guestsOf(guests, group))
      .flatMap((guest) => (guest.allergies ? [{ what: guest.allergies, who: whoOf(guest) }] : []));
  const [allergies, perhaps] = [allergiesOf('yes'), allergiesOf('waiting', 'maybe')];
  const taken = guests.flatMap((guest) => guest.brings.map((what) => ({ what, who: whoOf(guest) })));
  const open = invitation.bringList
    .filter((item) => !isPast && taken.every(({ what }) => what !== item))
    .map((what) => ({ what, who: 'nobody yet' }));
  if (allergies.length + perhaps.length + taken.length + open.length === 0) return null;
  return (
    <div className="glance grid grid-cols-1 content-start gap-x-8 gap-y-4 rounded-card bg-sky-wash px-5 py-4 max-md:order-1 sm:max-lg:grid-cols-2 md:max-lg:col-span-full md:max-lg:row-start-13">
      <Glance title="Allergies" lines={allergies} />
      <Glance title={isPast ? 'Allergies of Others' : 'Allergies, if They Come'} lines={perhaps} />
      <Glance title={isPast ? 'Brought' : 'To Bring'} lines={[...taken, ...open]} />
    </div>
  );
}

/** From this many guests on, the list can be searched; with more than so many, narrowed to one answer, too. */
const searchedCount = 8;
const unfilteredCount = 12;

const tones: Record<GuestGroup, string> = {
  yes: 'bg-leaf text-on-leaf',
  waiting: 'bg-apricot text-on-apricot',
  maybe: 'bg-sky text-on-sky',
  no: 'bg-paper-deep',
};

type Filter = GuestGroup | 'all';

type FilterChipsProps = {
  guests: readonly Guest[];
  isPast: boolean;
  filter: Filter;
  onFilter: (filter: Filter) => void;
};

function FilterChips({ guests, isPast, filter, onFilter }: FilterChipsProps) {
  const counted = guestGroups.map((group) => ({ group, count: guestsOf(guests, group).length }));
  const answered = counted.filter(({ count }) => count > 0);
  if (guests.length <= unfilteredCount || answered.length < 2) return null;
  const names: Partial<Record<Filter, string>> = { all: `All ${guests.length}` };
  for (const { group, count } of answered) names[group] = `${groupTitle(group, isPast)} ${count}`;
  return (
    <Choices
      label="Answers to show"
      names={names}
      chosen={filter}
      onChoose={onFilter}
      className="flex flex-wrap gap-2"
      optionClasses="rounded-pill px-4 text-sm"
      restClasses="border-line hover:border-edge"
    />
  );
}

type ChosenGuestsProps = {
  chosen: readonly Guest[];
  onRemove: () => void;
  onStop: () => void;
};

function ChosenGuests({ chosen, onRemove, onStop }: ChosenGuestsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const bar = useRef<HTMLDivElement>(null);

  // The pressed button is gone, and the focus with it. Focuses the first ticked box, or else the first: the choice begins there, or
  // continues after a removal that failed or was not confirmed. A focus that has moved on since then stays.
  useEffect(() => {
    if (isAsking) return;
    const list = bar.current?.parentElement;
    const box =
      list?.querySelector<HTMLElement>('[type=checkbox]:checked') ??
      list?.querySelector<HTMLElement>('[type=checkbox]');
    if (!document.activeElement?.matches('main :not(h1)')) box?.focus();
  }, [isAsking]);

  function stop() {
    focusOrHeading();
    onStop();
  }

  function remove() {
    onRemove();
    stop();
  }

  return (
    <div ref={bar} className="sticky top-0 z-10 border-y-2 border-line bg-paper py-3">
      {isAsking && chosen.length > 0 ? (
        <RemovalQuestion guests={chosen} onRemove={remove} onKeep={() => setIsAsking(false)} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p role="status" className="grow">
            {chosen.length === 0 ? 'Tick the guests to take off the list.' : `${chosen.length} chosen`}
          </p>
          <div className="flex gap-3">
            <Button variant="secondary" onClick={stop}>
              Cancel
            </Button>
            <Button
              variant="danger"
              disabled={chosen.length === 0}
              onClick={() => (chosen.some(isAnsweredAlone) ? setIsAsking(true) : remove())}
            >
              Remove<span className="sr-only"> {chosen.length > 0 && whoText(chosen)}</span>
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

/** Ignores case, as the lookup of a lost link does. */
function addressOf({ email }: Guest): string {
  return (email ?? '').toLowerCase();
}

function useNarrowing(all: readonly Guest[]) {
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  // With too few guests for the field, a search that was typed before must not hide any.
  const wanted = all.length >= searchedCount ? searchKey(search) : '';
  const found = all.filter(({ name, dogs, email, allergies, note, brings }) =>
    [name, ...dogs.map((dog) => dog.name), email, allergies, note, ...brings].some((text) =>
      searchKey(text ?? '').includes(wanted),
    ),
  );
  // Falls back to all guests if nobody has the chosen answer any more, or the choice is no longer offered.
  const isOffered = filter !== 'all' && all.length > unfilteredCount && guestsOf(all, filter).length > 0;
  const inForce: Filter = isOffered ? filter : 'all';
  const groups = guestGroups.flatMap((group) => {
    const members = inForce === 'all' || inForce === group ? guestsOf(found, group) : [];
    return members.length > 0 ? [{ group, members }] : [];
  });
  return { search, setSearch, filter: inForce, setFilter, groups };
}

const columnsClasses = 'grid grid-cols-[repeat(auto-fill,minmax(min(max(19rem,34%),100%),1fr))]';

type AnsweredProps = {
  group: GuestGroup;
  members: readonly Guest[];
  isPast: boolean;
  /** Null while none are chosen. */
  chosen: ReadonlySet<string> | null;
  onChoose: (isChosen: boolean) => void;
  children: ReactNode;
};

/** The guests with one answer, whose rows are the children, under a heading such as "Coming · 6 people". */
function Answered({ group, members, isPast, chosen, onChoose, children }: AnsweredProps) {
  const people = group === 'no' ? 0 : peopleOf(members);
  const title = groupTitle(group, isPast);
  const heading = [title, ...counted(people, 'person', 'people')].join(' · ');
  return (
    <section aria-label={heading} className={classNames('min-w-0 pb-3', members.length > 1 && 'col-span-full')}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 px-3 break-after-avoid">
        <h3 className={classNames('rounded-pill px-3 py-0.5 text-base', tones[group])}>{heading}</h3>
        {chosen && members.length > 1 && (
          <CheckBox
            label={
              <span>
                All<span className="sr-only"> under “{title}”</span>
              </span>
            }
            isChecked={members.every(({ id }) => chosen.has(id))}
            onCheckedChange={onChoose}
          />
        )}
      </div>
      <ul className={columnsClasses}>{children}</ul>
    </section>
  );
}

type ListProps = {
  ownerId: string;
  dog: Dog;
  title: string;
  guests: PartyGuests;
  isPast: boolean;
  /** Answers after this moment are marked as new. */
  seenAt: string;
  onEdit: (guest: Guest | null) => void;
  onWrite: () => void;
};

/** What can be done with the list: beside its heading, which leaves room on a phone for one button. */
function ListBar({ title, guests, isPast, onEdit, onWrite, onSelect }: ListProps & { onSelect: () => void }) {
  const all = guests.guests;
  const canWrite = !isPast && mailedGuests(guests).length > 0;
  return (
    <div
      className={classNames(
        'flex flex-wrap gap-2 md:col-start-1 md:row-start-1 md:ms-20 md:justify-end',
        !canWrite && 'min-[22rem]:col-start-1 min-[22rem]:row-start-1 min-[22rem]:ms-20 min-[22rem]:justify-end',
      )}
    >
      {!isPast && (
        <Button variant="secondary" data-opens="new guest" onClick={() => onEdit(null)}>
          <PlusIcon className="size-5 shrink-0" />
          Add a Guest
        </Button>
      )}
      {canWrite && (
        <Button variant="secondary" data-opens="word" onClick={onWrite}>
          Write to All
        </Button>
      )}
      {all.length > 0 && (
        <ListMenu title={title} guests={all} isPast={isPast}>
          {all.length > 1 && (
            <button type="button" className={menuItemClasses} onClick={onSelect}>
              Select
            </button>
          )}
        </ListMenu>
      )}
    </div>
  );
}

export function GuestList(props: ListProps) {
  const { ownerId, dog, guests, isPast, seenAt, onEdit } = props;
  const all = guests.guests;
  const remove = useRemoveGuests(ownerId, guests.invitation);
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const { search, setSearch, filter, setFilter, groups } = useNarrowing(all);
  const coatOf = useMemo(() => coatFinder(dog, all), [dog, all]);
  const byAddress = Map.groupBy(all, addressOf);
  // Then a mark would tell none from the others.
  const areAllNew = all.every((guest) => isNewSince(seenAt, guest));
  // Removes only guests that the search and the filter show.
  const chosenGuests = groups.flatMap(({ members }) => members).filter(({ id }) => chosen?.has(id));

  function choose(some: readonly Guest[], isChosen: boolean) {
    const next = new Set(chosen);
    for (const { id } of some) isChosen ? next.add(id) : next.delete(id);
    setChosen(next);
  }

  return (
    <>
      {!chosen && <ListBar {...props} onSelect={() => setChosen(new Set())} />}
      {all.length >= searchedCount && (
        <TextField
          type="search"
          label="Find a guest"
          placeholder="Name or dog"
          value={search}
          autoComplete="off"
          onValueChange={setSearch}
        />
      )}
      <FilterChips guests={all} isPast={isPast} filter={filter} onFilter={setFilter} />
      {chosen && (
        <ChosenGuests
          chosen={chosenGuests}
          onRemove={() =>
            void remove(chosenGuests, (left) =>
              setChosen((now) => new Set([...(now ?? []), ...left.map(({ id }) => id)])),
            )
          }
          onStop={() => setChosen(null)}
        />
      )}
      <p role="status" className="text-ink-soft empty:hidden">
        {all.length > 0 && groups.length === 0 && 'Nobody on your list answers to that.'}
      </p>
      <div className={`${columnsClasses} rounded-card bg-card px-1 pt-4 pb-1 shadow-card empty:hidden`}>
        {groups.map(({ group, members }) => (
          <Answered
            key={group}
            {...{ group, members, isPast, chosen }}
            onChoose={(isChosen) => choose(members, isChosen)}
          >
            {members.map((guest) => {
              const sameAddress = guest.email ? byAddress.get(addressOf(guest)) : [];
              const shown = {
                // The glance above lists the rest.
                guest: { ...guest, allergies: null, brings: [] },
                sharers: sameAddress?.filter(({ id }) => id !== guest.id) ?? [],
                isNew: isNewSince(seenAt, guest) && !areAllNew,
              };
              return chosen ? (
                <GuestChoice
                  key={guest.id}
                  {...shown}
                  isChosen={chosen.has(guest.id)}
                  onChoose={(isChosen) => choose([guest], isChosen)}
                />
              ) : (
                <GuestRow key={guest.id} {...shown} coat={coatOf(guest)} onEdit={() => onEdit(guest)} />
              );
            })}
          </Answered>
        ))}
      </div>
    </>
  );
}
