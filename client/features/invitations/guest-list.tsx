import { useState } from 'react';
import { guestGroups } from '../../../domain/guests/guest-list.ts';
import type { Guest } from '../../data/records/guests.ts';
import { Button } from '../../ui/button.tsx';
import { focusNeighbour, focusOrHeading } from '../../ui/focus.ts';
import { PlusIcon } from '../../ui/icons.tsx';
import { AtAGlance } from './at-a-glance.tsx';
import { ChosenGuests } from './chosen-guests.tsx';
import { GuestCounts } from './guest-counts.tsx';
import { type Choice, GuestGroup } from './guest-group.tsx';
import { ListActions } from './list-actions.tsx';
import type { PartyGuests } from './read-guest-book.ts';
import { useRemoveGuests } from './use-remove-guests.ts';

type ListProps = {
  ownerId: string;
  title: string;
  guests: PartyGuests;
  isPast: boolean;
  /** Later answers are marked as new. */
  seenAt: string;
  onEdit: (guest: Guest | null) => void;
};

/** The guests one by one, with what can be done with one, several or all of them. */
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
            // The pressed button goes with its row.
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
            <Button look="secondary" data-opens="new guest" onClick={() => onEdit(null)}>
              <PlusIcon className="size-5 shrink-0" />
              Add a Guest
            </Button>
          )}
          {all.length > 0 && <ListActions title={title} guests={all} isPast={isPast} />}
          {all.length > 1 && (
            <Button look="secondary" onClick={() => setChosen(new Set())}>
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
