import { type CalendarDate, calendarLeaf, formatFullDate } from '../../../domain/dates/calendar-date.ts';
import type { NamedDog } from '../../../domain/dogs/life.ts';
import type { PartyPlan } from '../../../domain/parties/party-draft.ts';
import { formatPartyTimeIn, type PartyTime } from '../../../domain/parties/party-time.ts';
import { invitationText } from '../../../domain/parties/planned-parties.ts';
import { fileNameOf, isolated } from '../../../domain/text/text.ts';
import { coatOf } from '../../art/coats.ts';
import type { CardContent, CardToShare, DrawnDog } from '../../cards/card.ts';
import { deviceZone } from '../device-zone.ts';
import { localMoment } from '../party-moments.ts';
import type { ShareText } from '../share/use-sharing.ts';

/** What is known about a party while its form is being filled in. */
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

/** Returns the day, and the time if there is one. Names the zone only if it differs from this device's: guests nearby need no zone. */
export function whenText({ celebrationDate, time }: Invitation): string | null {
  if (!celebrationDate) return null;
  const day = formatFullDate(celebrationDate);
  return time ? `${day}, ${formatPartyTimeIn(time, deviceZone())}` : day;
}

/** Returns the invitation as a card to draw. A past party is drawn as a memory. */
export function invitationCard(dog: DrawnDog, invitation: Invitation, isPast: boolean): CardContent {
  const { title, celebrationDate, location } = invitation;
  return {
    kicker: isPast ? 'We celebrated' : "You're invited to",
    // An owner's title often contains the dog's name.
    headline: title.replaceAll(dog.name, isolated(dog.name)) || 'A Birthday Party',
    lines: [whenText(invitation) ?? 'One fine day', ...(location ? [location] : [])],
    seal: sealOf(celebrationDate),
    size: dog.size,
    coat: coatOf(dog),
  };
}

export function invitationAlt(dogName: string, invitation: Invitation, isPast: boolean): string {
  const { title, location } = invitation;
  const words = [title || 'A Birthday Party', whenText(invitation), location].filter(Boolean);
  return `${isPast ? 'Memory' : 'Invitation'} with a picture of ${dogName}: ${words.join(', ')}`;
}

export function invitationPicture(dog: DrawnDog, party: PartyPlan, isPast: boolean): Omit<CardToShare, 'share'> {
  return {
    content: invitationCard(dog, party, isPast),
    alt: invitationAlt(dog.name, party, isPast),
    fileName: fileNameOf(`${dog.name} invitation`, 'png'),
  };
}

/** Returns the words that invite to a planned party. `link` is null for none, `host` for a host without a name, `thanks` before they are said. */
export function invitationWords(
  dog: NamedDog,
  party: PartyPlan,
  { link, ...rest }: { link: string | null; host: string | null; isPast: boolean; thanks: string | null },
): ShareText {
  const said = { ...rest, hasLink: link !== null, zone: deviceZone(), now: localMoment() };
  return { title: party.title, url: link, ...invitationText(dog, party, said) };
}
