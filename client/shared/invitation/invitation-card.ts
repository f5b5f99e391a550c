import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { DogSize } from '../../../domain/dogs/size.ts';
import { invitationText } from '../../../domain/parties/invitation.ts';
import type { PartyPlan } from '../../../domain/parties/party-draft.ts';
import { fileNameOf } from '../../../domain/text/text.ts';
import type { CardToShare } from '../../cards/card.ts';
import { type Invitation, invitationCard, whenText } from './invitation-content.ts';

/** Returns the alternative text of the card. A past party invites nobody. */
export function invitationAlt(dogName: string, invitation: Invitation, isPast: boolean): string {
  const { title, location } = invitation;
  const words = [title || 'A Birthday Party', whenText(invitation), location].filter(Boolean);
  return `${isPast ? 'Memory' : 'Invitation'} with a picture of ${dogName}: ${words.join(', ')}`;
}

/** Returns the invitation to a planned party with the words for its guests, still without an address. */
export function invitationToShare(
  dog: { name: string; size: DogSize; breed?: string | null },
  party: PartyPlan,
  today: CalendarDate,
): CardToShare {
  const isPast = party.celebrationDate < today;
  return {
    content: invitationCard(dog, party, today),
    alt: invitationAlt(dog.name, party, isPast),
    fileName: fileNameOf(`${dog.name} invitation`, 'png'),
    share: { title: party.title, text: invitationText(dog.name, party, isPast), url: null },
  };
}
