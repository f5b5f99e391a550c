import { type CalendarDate, calendarLeaf, formatFullDate } from '../../../domain/dates/calendar-date.ts';
import type { DogSize } from '../../../domain/dogs/size.ts';
import { formatPartyTimeIn, type PartyTime } from '../../../domain/parties/party-time.ts';
import { isolated } from '../../../domain/text/text.ts';
import type { CardContent } from '../../cards/card.ts';
import { deviceZone } from '../device-zone.ts';

/** What is known of a party while its form is being filled in. */
export type Invitation = {
  title: string;
  celebrationDate: CalendarDate | null;
  time: PartyTime | null;
  location: string | null;
};

function sealOf(date: CalendarDate | null): CardContent['seal'] {
  if (!date) return { figure: '?' };
  const { month, day } = calendarLeaf(date);
  return { top: month.toUpperCase(), figure: day };
}

/** The day, and the time if it has one. The guests of a party in the owner's own zone need not be told which one that is. */
export function whenText({ celebrationDate, time }: Invitation): string | null {
  if (!celebrationDate) return null;
  const day = formatFullDate(celebrationDate);
  return time ? `${day}, ${formatPartyTimeIn(time, deviceZone())}` : day;
}

/** Nobody is invited to a party that has been. */
export function invitationKicker(date: CalendarDate | null, today: CalendarDate): string {
  return date && date < today ? 'We celebrated' : "You're invited to";
}

/** The invitation as a card to draw. Of a party before `today` it is a memory. */
export function invitationCard(
  dog: { name: string; size: DogSize },
  invitation: Invitation,
  today: CalendarDate,
): CardContent {
  const { title, celebrationDate, location } = invitation;
  return {
    kicker: invitationKicker(celebrationDate, today),
    // An owner's title often contains the name.
    headline: title.replaceAll(dog.name, isolated(dog.name)) || 'A Birthday Party',
    lines: [whenText(invitation) ?? 'One fine day', ...(location ? [location] : [])],
    seal: sealOf(celebrationDate),
    size: dog.size,
  };
}
