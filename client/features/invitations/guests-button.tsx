import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { Party } from '../../data/records/parties.ts';
import { icon } from '../../ui/icon.tsx';
import type { PartyGuests } from './read-guest-book.ts';

export const GuestsIcon = icon(
  <path d="M9 11.4C6.9 11.4 5.6 9.8 5.7 7.8C5.8 5.8 7.1 4.3 9.1 4.3C11 4.4 12.3 5.9 12.3 7.9C12.2 9.9 11 11.4 9 11.4ZM2.6 19.6Q2.9 14.4 9 14.3Q15.1 14.4 15.5 19.5M15.2 4.5Q18.4 4.8 18.4 8Q18.2 11 15.3 11.3M17.6 14.5Q21 15.4 21.4 19.4" />,
);

function guestsText(guests: PartyGuests | undefined, isPast: boolean): string {
  if (!guests) return 'Invite Guests';
  if (guests.heads === '') return isPast ? 'Guests' : 'Guests: nobody yet';
  return `${isPast ? 'Came' : 'Coming'}: ${guests.heads}`;
}

/** Opens a party's guests and says how many come, or opens its invitation. Nobody can be invited to a past party. */
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
