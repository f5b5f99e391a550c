import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PartyPlan } from '../../../domain/parties/party-draft.ts';
import { packMessages } from '../../copy/pack-messages.ts';
import { partyMessages } from '../../copy/party-messages.ts';
import { isOfKind } from '../../data/errors.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { type Party, parties } from '../../data/records/parties.ts';
import { newRecordId } from '../../data/records/record-id.ts';
import type { Saved } from '../../data/sync/edits.ts';
import { recordsQuery, type Undo, useRecords } from '../../data/use-records.tsx';
import { undoOffer } from '../../shared/photos/photo-upload.ts';
import { useToday } from '../../shared/use-today.ts';
import { showError, showSuccess } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { offerToCancelInCalendar } from './parties-in-calendar.ts';

/** Says how the guests of a party are notified when it changes; empty if there are none. */
export type Telling = (party: Party) => string;

/** The owner's parties, undefined until they are loaded. A toast reports a failure and offers another try. */
export function useParties(ownerId: string): Party[] | undefined {
  const { data, errorUpdatedAt, refetch } = useQuery(recordsQuery(ownerId, parties));
  useEffect(() => {
    if (errorUpdatedAt > 0) {
      showError(partyMessages.couldNotLoadParties, { label: 'Try Again', run: () => void refetch() });
    }
  }, [errorUpdatedAt, refetch]);
  return data;
}

/** Returns whether guests are notified of the change: of what, when or where. */
function isNews(before: Party, after: Party): boolean {
  const told = ({ title, celebrationDate, time, location }: Party) =>
    JSON.stringify([title, celebrationDate, time, location]);
  return told(before) !== told(after);
}

/** Saves a new party of a dog, or a changed one if `party` is given. Without network it waits to be sent. */
export function useSaveParty(
  ownerId: string,
  dog: Dog,
  party: Party | null,
  tellingOf: Telling,
  onSaved: (saved: Party, state: Saved<Party>['state']) => void,
) {
  const records = useRecords(ownerId, parties);
  // The form keeps one id, so that sending again after a lost answer creates no second party.
  const [id] = useState(() => party?.id ?? newRecordId());
  const newsFor = (before: Party, after: Party) => (isNews(before, after) ? tellingOf(after) : '');
  return useSingleFlight(async (plan: PartyPlan) => {
    try {
      const words = { ...plan, memoryPhotoUrl: party?.memoryPhotoUrl, dogId: dog.id };
      const { saved, state } = await records.save({ id, seen: party, words, parent: dog });
      onSaved(saved, state);
      if (state === 'waiting') showSuccess(packMessages.keptForLater(saved.title));
      // PackStatus asks about a change that needs a decision.
      else if (state === 'saved')
        showSuccess(party ? partyMessages.partyUpdated(newsFor(party, saved)) : partyMessages.partySaved);
    } catch (error) {
      if (party) showError(partyMessages.couldNotSaveParty);
      else showError(isOfKind(error, 'limit reached') ? partyMessages.partiesFull : partyMessages.couldNotPlanParty);
    }
  });
}

/**
 * Cancels a party, or removes a memory. It leaves the list at once and returns if that fails. The toast offers to undo it, and says
 * how its guests are notified.
 */
export function useCancelParty(ownerId: string, onRestored: (party: Party) => void, tellingOf: Telling) {
  const records = useRecords(ownerId, parties);
  const today = useToday();

  const [cancel] = useSingleFlight(
    (party: Party) => {
      const isPast = party.celebrationDate < today;
      const { title } = party;
      const offer = (label: string, undo: Undo) => undoOffer(label, undo, party.memoryPhotoUrl);
      return records.remove(party, {
        onRemoving: (undo) =>
          showSuccess(
            isPast ? partyMessages.memoryRemoved(title) : partyMessages.partyCancelled(title, tellingOf(party)),
            offer('Undo', undo),
          ),
        onRemoved: () => {
          if (!isPast) offerToCancelInCalendar(party);
        },
        onFailed: () => {
          showError(partyMessages.couldNotCancelParty);
          onRestored(party);
        },
        onRestored: () => {
          showSuccess((isPast ? partyMessages.memoryRestored : partyMessages.partyRestored)(title));
          onRestored(party);
        },
        onNotRestored: (undo) =>
          showError(partyMessages.couldNotSaveParty, undo ? offer('Try Again', undo) : undefined),
      });
    },
    ({ id }) => id,
  );
  return cancel;
}
