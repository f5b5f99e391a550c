import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { PhotoFocus } from '../../../domain/dogs/photo-focus.ts';
import type { DogSize } from '../../../domain/dogs/size.ts';
import { invitationText } from '../../../domain/parties/invitation.ts';
import type { PartyPlan } from '../../../domain/parties/party-draft.ts';
import { fileNameOf } from '../../../domain/text/text.ts';
import type { CardToShare } from '../../cards/card.ts';
import { useCardPicture } from '../../cards/use-card-picture.ts';
import { partyMessages } from '../../copy/party-messages.ts';
import { showError } from '../../ui/toaster.tsx';
import { useToday } from '../use-today.ts';
import { type Invitation, invitationCard, whenText } from './invitation-content.ts';

type InvitingDog = { name: string; size: DogSize; photoUrl: string | null; photoFocus: PhotoFocus | null };

/** Returns the alternative text of the card. A past party invites nobody. */
function invitationAlt(dogName: string, invitation: Invitation, isPast = false): string {
  const { title, location } = invitation;
  const words = [title || 'A Birthday Party', whenText(invitation), location].filter(Boolean);
  return `${isPast ? 'Memory' : 'Invitation'} with a picture of ${dogName}: ${words.join(', ')}`;
}

/** Returns the invitation to a planned party with the words for its guests, still without an address. */
export function invitationToShare(dog: InvitingDog, party: PartyPlan, today: CalendarDate): CardToShare {
  const isPast = party.celebrationDate < today;
  return {
    content: invitationCard(dog, party, today),
    alt: invitationAlt(dog.name, party, isPast),
    fileName: fileNameOf(`${dog.name} invitation`, 'png'),
    share: { title: party.title, text: invitationText(dog.name, party, isPast), url: null },
  };
}

/** The invitation of a dog as a picture to show, and the words for it. */
export function useInvitation(dog: InvitingDog, invitation: Invitation) {
  const today = useToday();
  const card = useCardPicture({
    content: invitationCard(dog, invitation, today),
    photo: dog.photoUrl,
    focus: dog.photoFocus,
    fileName: fileNameOf(`${dog.name} invitation`, 'png'),
    onFailure: () => showError(partyMessages.imageFailed),
  });
  return { card, alt: invitationAlt(dog.name, invitation) };
}
