import { GuestsIcon } from '../../ui/art/icons.tsx';
import type { PartyGuests } from './read-guest-book.ts';

function guestsText(guests: PartyGuests | undefined, isPast: boolean): string {
  if (!guests) return 'Invite Guests';
  if (guests.heads === '') return isPast ? 'Guests' : 'Guests: nobody yet';
  return `${isPast ? 'Came' : 'Coming'}: ${guests.heads}`;
}

/** Leads from a party to its guests, and says how many come. To a party that has been nobody is invited. */
export function GuestsButton({
  title,
  guests,
  isPast,
  onOpen,
}: {
  title: string;
  guests: PartyGuests | undefined;
  isPast: boolean;
  onOpen: () => void;
}) {
  if (isPast && !guests) return null;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="my-1 flex min-h-11 items-center gap-2 rounded-field bg-apricot-wash px-3 py-1.5 text-start text-sm leading-tight font-bold transition duration-quick hover:bg-apricot hover:text-on-apricot"
    >
      <GuestsIcon className="size-5 shrink-0" />
      <span>
        {guestsText(guests, isPast)}
        <span className="sr-only"> ({title})</span>
      </span>
    </button>
  );
}
