import { useId, useState } from 'react';
import {
  companyText,
  type GuestGroup as GroupName,
  groupOf,
  groupTitle,
  guestGroups,
  guestsOf,
} from '../../../domain/guests/guest-list.ts';
import type { Guest } from '../../data/records/guests.ts';
import { Button } from '../../ui/button.tsx';
import { focusNeighbour, focusOrHeading } from '../../ui/focus.ts';
import { PlusIcon } from '../../ui/icons.tsx';
import { ChosenGuests } from './chosen-guests.tsx';
import { type Choice, GuestGroup } from './guest-group.tsx';
import { useRemoveGuests } from './guest-removal.tsx';
import { ListActions } from './list-actions.tsx';
import type { PartyGuests } from './read-guest-book.ts';

function Glance({ title, lines }: { title: string; lines: readonly { what: string; who: string }[] }) {
  const headingId = useId();
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="min-w-0">
      <h3 id={headingId} className="text-base">
        {title}
      </h3>
      <ul className="text-sm wrap-anywhere">
        {lines.map(({ what, who }) => (
          <li key={`${what} ${who}`} className="py-0.5">
            <strong>{what}</strong> <span className="text-ink-soft">({who})</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the kitchen needs: the allergies of guests who come, apart from those who only may, and who brings what. */
function AtAGlance({ guests: { guests, invitation }, isPast }: { guests: PartyGuests; isPast: boolean }) {
  /** Names a guest, and adds the answer unless it is a yes. */
  const whoOf = (guest: Guest) =>
    groupOf(guest) === 'yes' ? guest.name : `${guest.name}, ${groupTitle(groupOf(guest), isPast).toLowerCase()}`;
  const allergiesOf = (...groups: GroupName[]) =>
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
    <div className="grid gap-4 rounded-card bg-sky-wash px-5 py-4 sm:grid-cols-2">
      <Glance title="Allergies" lines={allergies} />
      <Glance title={isPast ? 'Allergies of Others' : 'Allergies, if They Come'} lines={perhaps} />
      <Glance title={isPast ? 'Brought' : 'To Bring'} lines={[...taken, ...open]} />
    </div>
  );
}

function Figure({ count, word, detail = '' }: { count: number; word: string; detail?: string }) {
  return (
    <p className="grid content-start rounded-card bg-apricot-wash px-5 py-4">
      <strong className="font-display text-number">{count}</strong>
      <span className="font-bold">{word}</span>
      <span className="text-sm text-ink-soft">{detail}</span>
    </p>
  );
}

/** The answers in words: "5 yes, 1 maybe, 2 no." */
function answersText({ yes, maybe, no, waiting }: PartyGuests['counts']): string {
  const answers = [
    ...(yes > 0 ? [`${yes} yes`] : []),
    ...(maybe > 0 ? [`${maybe} maybe`] : []),
    ...(no > 0 ? [`${no} no`] : []),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
  ];
  return answers.length > 0 ? `${answers.join(', ')}.` : 'Nobody has answered yet.';
}

/** Says how many people and dogs come, and how everybody has answered. */
function GuestCounts({ guests, isPast }: { guests: PartyGuests; isPast: boolean }) {
  const { counts, invitation } = guests;
  const { people, dogs, children } = counts;
  const verb = isPast ? 'came' : 'coming';
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        <Figure
          count={people}
          word={`${people === 1 ? 'person' : 'people'} ${verb}`}
          detail={children > 0 ? companyText(counts) : ''}
        />
        <Figure count={dogs} word={`${dogs === 1 ? 'dog' : 'dogs'} ${verb}`} />
      </div>
      <p>
        {answersText(counts)}
        {!isPast && invitation.mostPeople !== null && ` ${people} of ${invitation.mostPeople} places taken.`}
      </p>
    </div>
  );
}

type ListProps = {
  ownerId: string;
  title: string;
  guests: PartyGuests;
  isPast: boolean;
  /** Answers after this moment are marked as new. */
  seenAt: string;
  onEdit: (guest: Guest | null) => void;
};

/** The guests one by one, with the actions for one, several or all of them. */
function Guests({ ownerId, title, guests, isPast, seenAt, onEdit }: ListProps) {
  const remove = useRemoveGuests(ownerId, guests.invitation);
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const choice: Choice | null = chosen && {
    chosen,
    onChoose(some, isChosen) {
      const next = new Set(chosen);
      for (const { id } of some) isChosen ? next.add(id) : next.delete(id);
      setChosen(next);
    },
  };
  const all = guests.guests;
  const chosenGuests = all.filter(({ id }) => chosen?.has(id));
  const removeChosen = () =>
    void remove(chosenGuests, (left) => setChosen((now) => new Set([...(now ?? []), ...left.map(({ id }) => id)])));

  return (
    <>
      {guestGroups.map((group) => (
        <GuestGroup
          key={group}
          {...{ group, guests, isPast, seenAt, choice, onEdit }}
          onRemove={(guest, row) => {
            // The pressed button disappears with its row.
            if (!focusNeighbour(row)) focusOrHeading();
            void remove([guest]);
          }}
        />
      ))}
      {choice ? (
        <ChosenGuests chosen={chosenGuests} onRemove={removeChosen} onStop={() => setChosen(null)} />
      ) : (
        <div className="flex flex-wrap gap-2">
          {!isPast && (
            <Button variant="secondary" data-opens="new guest" onClick={() => onEdit(null)}>
              <PlusIcon className="size-5 shrink-0" />
              Add a Guest
            </Button>
          )}
          {all.length > 0 && <ListActions title={title} guests={all} isPast={isPast} />}
          {all.length > 1 && (
            <Button variant="secondary" onClick={() => setChosen(new Set())}>
              Remove Several
            </Button>
          )}
        </div>
      )}
    </>
  );
}

/** Who has answered: in figures, at a glance for the kitchen, and one by one. */
export function GuestList(props: ListProps) {
  const { guests, isPast } = props;
  const isPurged = guests.invitation.purgedCounts !== null;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-6">
      <GuestCounts guests={guests} isPast={isPast} />
      {isPurged ? (
        <p className="text-ink-soft">What your guests wrote is deleted a month after the party. The numbers stay.</p>
      ) : (
        <>
          <AtAGlance guests={guests} isPast={isPast} />
          <Guests {...props} />
        </>
      )}
    </div>
  );
}
