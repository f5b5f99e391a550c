import { type CalendarDate, calendarLeaf, formatFullDate } from '../../../domain/calendar-date.ts';
import { invitationText } from '../../../domain/invitation.ts';
import { formatPartyTimeIn, type PartyTime } from '../../../domain/party-time.ts';
import type { DogSize } from '../../../domain/size.ts';
import { isolated } from '../../../domain/text.ts';
import type { Dog } from '../../backend/records/dogs.ts';
import type { Party } from '../../backend/records/parties.ts';
import { partyMessages } from '../../copy/party-messages.ts';
import type { CardToShare } from '../../parts/card/card-to-share.ts';
import type { CardContent } from '../../ui/card/draw-card.ts';
import { useCardPicture } from '../../ui/card/use-card-picture.ts';
import { deviceZone } from '../../ui/device-zone.ts';
import { showError } from '../../ui/toaster.tsx';
import { useToday } from '../../ui/use-today.ts';

/** What is known of a party while its form is being filled in. */
type Invitation = {
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
function whenText({ celebrationDate, time }: Invitation): string | null {
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
    name: dog.name,
  };
}

/** The alternative text of the invitation. */
function invitationAlt(dogName: string, invitation: Invitation): string {
  const { title, location } = invitation;
  const words = [title || 'A Birthday Party', whenText(invitation), location].filter(Boolean);
  return `Invitation with a picture of ${dogName}: ${words.join(', ')}`;
}

/** A file name that every system takes. */
function invitationFileName(dogName: string): string {
  const name = dogName.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return `${name || 'dog'}-invitation.png`;
}

/** The invitation to a planned party with the words for its guests. `url` is the page that it leads to. */
export function invitationToShare(dog: Dog, party: Party, url: string, today: CalendarDate): CardToShare {
  return {
    content: invitationCard(dog, party, today),
    alt: invitationAlt(dog.name, party),
    fileName: invitationFileName(dog.name),
    share: { title: party.title, text: invitationText(dog.name, party, party.celebrationDate < today), url },
  };
}

/** The invitation of a dog as a picture to show, and the words for it. */
export function useInvitation(dog: Dog, invitation: Invitation) {
  const today = useToday();
  const card = useCardPicture({
    content: invitationCard(dog, invitation, today),
    photo: dog.photoUrl,
    focus: dog.photoFocus,
    fileName: invitationFileName(dog.name),
    onFailure: () => showError(partyMessages.imageFailed),
  });
  return { card, alt: invitationAlt(dog.name, invitation) };
}
