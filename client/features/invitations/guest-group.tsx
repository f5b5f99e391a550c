import { useId } from 'react';
import { type GuestGroup as GroupName, groupTitle, guestsOf } from '../../../domain/guests/guest-list.ts';
import type { Guest } from '../../data/records/guests.ts';
import { CheckBox } from '../../ui/check-box.tsx';
import { GuestChoice, GuestRow } from './guest-row.tsx';
import { isNewSince, type PartyGuests } from './read-guest-book.ts';

/** Guests who are chosen to be removed together, by their ids. */
export type Choice = {
  chosen: ReadonlySet<string>;
  onChoose: (guests: readonly Guest[], isChosen: boolean) => void;
};

/** Ignores case, as the lookup of a lost link does. */
function addressOf({ email }: Guest): string {
  return (email ?? '').toLowerCase();
}

/** Lists the guests with one answer. */
export function GuestGroup({
  group,
  guests: { guests: all },
  isPast,
  seenAt,
  choice,
  onEdit,
  onRemove,
}: {
  group: GroupName;
  guests: PartyGuests;
  isPast: boolean;
  seenAt: string;
  /** Null while guests are changed and removed one at a time. */
  choice: Choice | null;
  onEdit: (guest: Guest) => void;
  onRemove: (guest: Guest, row: Element | null) => void;
}) {
  const headingId = useId();
  const title = groupTitle(group, isPast);
  const guests = guestsOf(all, group);
  if (guests.length === 0) return null;
  const byAddress = Map.groupBy(all, addressOf);
  return (
    <section aria-labelledby={headingId}>
      <div className="mb-1 flex flex-wrap items-center justify-between gap-x-4">
        <h3 id={headingId} className="text-title">
          {title} ({guests.length})
        </h3>
        {choice && guests.length > 1 && (
          <CheckBox
            label={
              <span>
                All<span className="sr-only"> under “{title}”</span>
              </span>
            }
            isChecked={guests.every(({ id }) => choice.chosen.has(id))}
            onCheckedChange={(isChosen) => choice.onChoose(guests, isChosen)}
          />
        )}
      </div>
      <ul className="divide-y-2 divide-line border-y-2 border-line">
        {guests.map((guest) => {
          const sharers = guest.email
            ? (byAddress.get(addressOf(guest)) ?? []).filter(({ id }) => id !== guest.id)
            : [];
          const shown = { guest, sharers, isNew: isNewSince(seenAt, guest) };
          return choice ? (
            <GuestChoice
              key={guest.id}
              {...shown}
              isChosen={choice.chosen.has(guest.id)}
              onChoose={(isChosen) => choice.onChoose([guest], isChosen)}
            />
          ) : (
            <GuestRow key={guest.id} {...shown} onEdit={() => onEdit(guest)} onRemove={(row) => onRemove(guest, row)} />
          );
        })}
      </ul>
    </section>
  );
}
