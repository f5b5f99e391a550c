import { companyText, dogsText } from '../../../domain/guests/guest-list.ts';
import type { Guest } from '../../data/records/guests.ts';
import { Badge } from '../../ui/badge.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { isAnsweredAlone } from './guest-removal.tsx';

/** Says who else has answered with the same address. */
function sharedText([first, ...others]: readonly Guest[]): string[] {
  if (!first) return [];
  return [`Same email as ${first.name}${others.length > 0 ? ` and ${others.length} more` : ''}`];
}

/** Returns what a guest has said, one line per item. */
function guestLines(guest: Guest, sharers: readonly Guest[]): string[] {
  const { answer, dogs, allergies, brings, note, email } = guest;
  const company = answer === 'no' ? '' : companyText(guest);
  return [
    ...(company ? [company] : []),
    ...(dogs.length > 0 ? [`${dogs.length === 1 ? 'Dog' : 'Dogs'}: ${dogsText(dogs)}`] : []),
    ...(allergies ? [`Allergies: ${allergies}`] : []),
    ...(brings.length > 0 ? [`Brings ${brings.join(', ')}`] : []),
    ...(note ? [`“${note}”`] : []),
    ...(email ? [email] : []),
    ...sharedText(sharers),
    ...(isAnsweredAlone(guest) ? [] : ['You answered for them.']),
  ];
}

/** `sharers` are the other guests with the same address. */
export function GuestDetails({ guest, sharers = [] }: { guest: Guest; sharers?: readonly Guest[] }) {
  return guestLines(guest, sharers).map((line) => (
    <p key={line} className="text-sm wrap-anywhere whitespace-pre-line text-ink-soft">
      {line}
    </p>
  ));
}

const newBadge = <Badge tone="sky">New</Badge>;

type Shown = { guest: Guest; sharers: readonly Guest[]; isNew: boolean };

/** One guest while several are chosen to be removed. */
export function GuestChoice({
  guest,
  sharers,
  isNew,
  isChosen,
  onChoose,
}: Shown & {
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  return (
    <li className="py-1.5">
      <CheckBox
        label={
          <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 font-bold wrap-anywhere">
            <span className="min-w-0">{guest.name}</span>
            {isNew && newBadge}
          </span>
        }
        hint={<GuestDetails guest={guest} sharers={sharers} />}
        isChecked={isChosen}
        onCheckedChange={onChoose}
      />
    </li>
  );
}

/** One guest. A press anywhere on the row opens their answer. */
export function GuestRow({ guest, sharers, isNew, onEdit }: Shown & { onEdit: () => void }) {
  return (
    <li className="relative px-2 py-3 hover:bg-apricot-wash">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <button
          type="button"
          data-opens={guest.id}
          className="min-w-0 text-start font-bold wrap-anywhere after:absolute after:inset-0"
          onClick={onEdit}
        >
          <span className="sr-only">Change the answer of </span>
          {guest.name}
        </button>
        {isNew && newBadge}
      </div>
      <GuestDetails guest={guest} sharers={sharers} />
    </li>
  );
}
