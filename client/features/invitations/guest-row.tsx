import { useState } from 'react';
import { companyText, dogsText } from '../../../domain/guest-list.ts';
import type { Guest } from '../../backend/records/guests.ts';
import { PencilIcon, TrashIcon } from '../../ui/art/icons.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';

/** What a guest has said, a line for each thing. */
function guestLines(guest: Guest): string[] {
  const { answer, dogs, allergies, brings, note, email, answeredAt } = guest;
  const company = answer === 'no' ? '' : companyText(guest);
  return [
    ...(company ? [company] : []),
    ...(dogs.length > 0 ? [`${dogs.length === 1 ? 'Dog' : 'Dogs'}: ${dogsText(dogs)}`] : []),
    ...(allergies ? [`Allergies: ${allergies}`] : []),
    ...(brings.length > 0 ? [`Brings ${brings.join(', ')}`] : []),
    ...(note ? [`“${note}”`] : []),
    ...(email ? [email] : []),
    ...(answeredAt === null ? ['You answered for them.'] : []),
  ];
}

/** One guest, with the ways to change and to remove. Who has answered alone is removed after a second press. */
export function GuestRow({
  guest,
  isNew,
  onEdit,
  onRemove,
}: {
  guest: Guest;
  isNew: boolean;
  onEdit: () => void;
  onRemove: (row: Element) => void;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const { name } = guest;
  return (
    <li tabIndex={-1} className="py-3 focus-visible:outline-3 focus-visible:outline-focus">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0 pt-1.5">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-bold wrap-anywhere">
            <span className="min-w-0">{name}</span>
            {isNew && <Badge tone="sky">New</Badge>}
          </p>
          {guestLines(guest).map((line) => (
            <p key={line} className="text-sm wrap-anywhere whitespace-pre-line text-ink-soft">
              {line}
            </p>
          ))}
        </div>
        <div className="flex shrink-0">
          <IconButton label={`Change the answer of ${name}`} onClick={onEdit}>
            <PencilIcon />
          </IconButton>
          <IconButton
            label={`Remove ${name}`}
            onClick={({ currentTarget }) => {
              const row = currentTarget.closest('li');
              if (guest.answeredAt === null && row) onRemove(row);
              else setIsAsking(true);
            }}
          >
            <TrashIcon />
          </IconButton>
        </div>
      </div>
      {isAsking && (
        <fieldset className="mt-2 flex flex-wrap items-center gap-3 rounded-field bg-apricot-wash px-4 py-3">
          <legend className="contents">
            <span className="w-full">The link to their own answer ends for good. Take {name} off the list?</span>
          </legend>
          <Button
            look="danger"
            autoFocus
            onClick={({ currentTarget }) => {
              const row = currentTarget.closest('li');
              if (row) onRemove(row);
            }}
          >
            Take Off
          </Button>
          <Button look="secondary" onClick={() => setIsAsking(false)}>
            Keep
          </Button>
        </fieldset>
      )}
    </li>
  );
}
