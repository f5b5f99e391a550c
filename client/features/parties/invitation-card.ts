import { type CalendarDate, formatLongDate } from '../../../domain/calendar-date.ts';
import type { DogSize } from '../../../domain/size.ts';
import { isolated } from '../../../domain/text.ts';
import type { Dog } from '../../backend/records/dogs.ts';
import { messages } from '../../copy/messages.ts';
import type { CardContent } from '../../ui/card/draw-card.ts';
import { useCardPicture } from '../../ui/card/use-card-picture.ts';
import { showError } from '../../ui/toaster.tsx';

/** What is known of a party while its form is being filled in. */
type Invitation = { title: string; celebrationDate: CalendarDate | null; location: string | null };

function sealOf(date: CalendarDate | null): CardContent['seal'] {
  if (!date) return { figure: '?' };
  // Takes the month and the day from "September 14, 2026".
  const [month = '', day = ''] = formatLongDate(date).split(/[ ,]+/);
  return { top: month.slice(0, 3).toUpperCase(), figure: day };
}

/** The invitation as a card to draw. */
export function invitationCard(dog: { name: string; size: DogSize }, invitation: Invitation): CardContent {
  const { title, celebrationDate, location } = invitation;
  return {
    kicker: `${isolated(dog.name)} invites you to`,
    // An owner's title often contains the name.
    headline: title.replaceAll(dog.name, isolated(dog.name)) || 'A Birthday Party',
    lines: [celebrationDate ? formatLongDate(celebrationDate) : 'One fine day', ...(location ? [location] : [])],
    seal: sealOf(celebrationDate),
    size: dog.size,
  };
}

/** The alternative text of the invitation. */
function invitationAlt(dogName: string, { title, celebrationDate, location }: Invitation): string {
  const when = celebrationDate ? `, ${formatLongDate(celebrationDate)}` : '';
  return `Invitation with a picture of ${dogName}: ${title || 'A Birthday Party'}${when}${location ? `, ${location}` : ''}`;
}

/** A file name that every system takes. */
function invitationFileName(dogName: string): string {
  const name = dogName.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return `${name || 'dog'}-invitation.png`;
}

/** The invitation of a dog as a picture to show, and the words for it. */
export function useInvitation(dog: Dog, invitation: Invitation) {
  const card = useCardPicture({
    content: invitationCard(dog, invitation),
    photo: dog.photoUrl,
    fileName: invitationFileName(dog.name),
    onFailure: () => showError(messages.imageFailed),
  });
  return { card, alt: invitationAlt(dog.name, invitation) };
}
