import type { CalendarDate } from '../../../domain/calendar-date.ts';
import { invitationText } from '../../../domain/invitation.ts';
import type { Dog } from '../../backend/records/dogs.ts';
import type { Party } from '../../backend/records/parties.ts';
import { partyMessages } from '../../copy/party-messages.ts';
import type { CardToShare } from '../../parts/card/card-to-share.ts';
import { type Invitation, invitationCard, whenText } from '../../parts/invitation/invitation-content.ts';
import { useCardPicture } from '../../ui/card/use-card-picture.ts';
import { showError } from '../../ui/toaster.tsx';
import { useToday } from '../../ui/use-today.ts';

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
