import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { Party } from '../../data/records/parties.ts';
import { GuestsIcon } from './guests-icon.tsx';
import type { PartyGuests } from './read-guest-book.ts';

function guestsText(guests: PartyGuests | undefined, isPast: boolean): string {
  if (!guests) return 'Invite Guests';
  if (guests.heads === '') return isPast ? 'Guests' : 'Guests: nobody yet';
  return `${isPast ? 'Came' : 'Coming'}: ${guests.heads}`;
}

/** Leads from a party to its guests, and says how many come, or to its invitation. To a party that has been nobody is invited. */
export function GuestsButton({
  party,
  today,
  guests,
  onOpen,
}: {
  party: Party;
  today: CalendarDate;
  guests: PartyGuests | undefined;
  onOpen: () => void;
}) {
  const isPast = party.celebrationDate < today;
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
        <span className="sr-only"> ({party.title})</span>
      </span>
    </button>
  );
}
