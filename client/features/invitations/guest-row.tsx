import { useRef, useState } from 'react';
import { companyText, dogsText } from '../../../domain/guests/guest-list.ts';
import type { Guest } from '../../data/records/guests.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { PencilIcon, TrashIcon } from '../../ui/icons.tsx';
import { isAnsweredAlone, RemovalQuestion } from './guest-removal.tsx';

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

export function GuestName({ guest: { name }, isNew }: { guest: Guest; isNew: boolean }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 font-bold wrap-anywhere">
      <span className="min-w-0">{name}</span>
      {isNew && <Badge tone="sky">New</Badge>}
    </span>
  );
}

/** `sharers` are the other guests with the same address. */
export function GuestLines({ guest, sharers = [] }: { guest: Guest; sharers?: readonly Guest[] }) {
  return guestLines(guest, sharers).map((line) => (
    <p key={line} className="text-sm wrap-anywhere whitespace-pre-line text-ink-soft">
      {line}
    </p>
  ));
}

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
        label={<GuestName guest={guest} isNew={isNew} />}
        hint={<GuestLines guest={guest} sharers={sharers} />}
        isChecked={isChosen}
        onCheckedChange={onChoose}
      />
    </li>
  );
}

/** One guest, with buttons to change and to remove. Removing one who has answered themselves takes a second press. */
export function GuestRow({
  guest,
  sharers,
  isNew,
  onEdit,
  onRemove,
}: Shown & {
  onEdit: () => void;
  onRemove: (row: Element | null) => void;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const removeButton = useRef<HTMLButtonElement>(null);
  const { name } = guest;
  return (
    <li tabIndex={-1} className="grid gap-2 py-3 focus-visible:outline-3 focus-visible:outline-focus">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0 pt-1.5">
          <GuestName guest={guest} isNew={isNew} />
          <GuestLines guest={guest} sharers={sharers} />
        </div>
        <div className="flex shrink-0">
          <IconButton label={`Change the answer of ${name}`} data-opens={guest.id} onClick={onEdit}>
            <PencilIcon />
          </IconButton>
          <IconButton
            ref={removeButton}
            label={`Remove ${name}`}
            onClick={({ currentTarget }) =>
              isAnsweredAlone(guest) ? setIsAsking(true) : onRemove(currentTarget.closest('li'))
            }
          >
            <TrashIcon />
          </IconButton>
        </div>
      </div>
      {isAsking && (
        <RemovalQuestion
          guests={[guest]}
          onRemove={(button) => onRemove(button.closest('li'))}
          onKeep={() => {
            setIsAsking(false);
            removeButton.current?.focus();
          }}
        />
      )}
    </li>
  );
}
