import { useId } from 'react';
import { type GuestGroup, groupTitle, guestGroups, guestsOf } from '../../../domain/guest-list.ts';
import type { Guest } from '../../backend/records/guests.ts';
import { PlusIcon } from '../../ui/art/icons.tsx';
import { Button } from '../../ui/button.tsx';
import { focusNeighbour, focusOrHeading } from '../../ui/focus.ts';
import { AtAGlance } from './at-a-glance.tsx';
import { GuestCounts } from './guest-counts.tsx';
import { GuestRow } from './guest-row.tsx';
import { ListActions } from './list-actions.tsx';
import { isNewSince, type PartyGuests } from './read-guest-book.ts';
import { useRemoveGuest } from './use-remove-guest.ts';

function Group({
  group,
  guests,
  seenAt,
  onEdit,
  onRemove,
}: {
  group: GuestGroup;
  guests: readonly Guest[];
  seenAt: string;
  onEdit: (guest: Guest) => void;
  onRemove: (guest: Guest) => void;
}) {
  const headingId = useId();
  if (guests.length === 0) return null;
  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId} className="mb-1 text-lg">
        {groupTitle(group)} ({guests.length})
      </h3>
      <ul className="divide-y-2 divide-line border-y-2 border-line">
        {guests.map((guest) => (
          <GuestRow
            key={guest.id}
            guest={guest}
            isNew={isNewSince(seenAt, guest)}
            onEdit={() => onEdit(guest)}
            onRemove={(row) => {
              // The pressed button goes with its row.
              if (!focusNeighbour(row)) focusOrHeading();
              onRemove(guest);
            }}
          />
        ))}
      </ul>
    </section>
  );
}

/** Who has answered: in figures, at a glance for the kitchen, and one by one. */
export function GuestList({
  ownerId,
  title,
  guests,
  isPast,
  seenAt,
  onEdit,
}: {
  ownerId: string;
  title: string;
  guests: PartyGuests;
  isPast: boolean;
  /** Later answers are marked as new. */
  seenAt: string;
  onEdit: (guest: Guest | null) => void;
}) {
  const remove = useRemoveGuest(ownerId, guests.invitation);
  const isPurged = guests.invitation.purgedCounts !== null;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-6">
      <GuestCounts guests={guests} isPast={isPast} />
      {isPurged ? (
        <p className="text-ink-soft">What your guests wrote is deleted a month after the party. The numbers stay.</p>
      ) : (
        <>
          <AtAGlance guests={guests} />
          {guestGroups.map((group) => (
            <Group
              key={group}
              group={group}
              guests={guestsOf(guests.guests, group)}
              seenAt={seenAt}
              onEdit={onEdit}
              onRemove={remove}
            />
          ))}
          <div className="flex flex-wrap gap-2">
            {!isPast && (
              <Button look="secondary" onClick={() => onEdit(null)}>
                <PlusIcon className="size-5 shrink-0" />
                Add a Guest
              </Button>
            )}
            {guests.guests.length > 0 && <ListActions title={title} guests={guests.guests} />}
          </div>
        </>
      )}
    </div>
  );
}
