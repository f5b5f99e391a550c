import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { PartyPlan } from '../../../domain/drafts.ts';
import { isOfKind } from '../../backend/errors.ts';
import type { Dog } from '../../backend/records/dogs.ts';
import { type Party, parties } from '../../backend/records/parties.ts';
import { newRecordId } from '../../backend/records/record-id.ts';
import { type Deleted, deleteRecord, putBack, type Saved, saveRecord } from '../../backend/sync/edits.ts';
import { listRecords } from '../../backend/sync/snapshots.ts';
import { messages } from '../../copy/messages.ts';
import { showError, showSuccess, showSuccessInDialog } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';

/** The owner's parties, by date. */
function partiesQuery(ownerId: string) {
  return queryOptions({ queryKey: ['parties', ownerId], queryFn: () => listRecords(ownerId, parties) });
}

/** The owner's parties, empty until they are loaded. A toast reports a failure and offers another try. */
export function useParties(ownerId: string): Party[] {
  const { data, errorUpdatedAt, refetch } = useQuery(partiesQuery(ownerId));
  useEffect(() => {
    if (errorUpdatedAt > 0) {
      showError(messages.couldNotLoadParties, { label: 'Try again', run: () => void refetch() });
    }
  }, [errorUpdatedAt, refetch]);
  return data ?? noParties;
}

const noParties: Party[] = [];

function putInList(client: QueryClient, ownerId: string, party: Party) {
  client.setQueryData(partiesQuery(ownerId).queryKey, (list = []) => [
    ...list.filter(({ id }) => id !== party.id),
    party,
  ]);
}

/**
 * Saves a new party of a dog, or a changed one when `party` is given. Without network it waits to be sent. The dialog stays open
 * after a new party, so its toast appears there.
 */
export function useSaveParty(
  ownerId: string,
  dog: Dog,
  party: Party | null,
  onSaved: (saved: Party, state: Saved<Party>['state']) => void,
) {
  const client = useQueryClient();
  const showNews = party ? showSuccess : showSuccessInDialog;
  // The form keeps one id, so that sending again after a lost answer creates no second party.
  const [id] = useState(() => party?.id ?? newRecordId());
  return useSingleFlight(async (plan: PartyPlan) => {
    try {
      const words = { ...plan, dogId: dog.id };
      const { saved, state } = await saveRecord(ownerId, parties, { id, seen: party, words, parent: dog });
      putInList(client, ownerId, saved);
      void client.invalidateQueries(partiesQuery(ownerId));
      onSaved(saved, state);
      if (state === 'waiting') showNews(messages.keptForLater(saved.title));
      // PackStatus asks about an undecided one.
      else if (state === 'saved') showNews(party ? messages.partyUpdated : messages.partySaved);
    } catch (error) {
      if (party) showError(messages.couldNotSaveParty);
      else showError(isOfKind(error, 'limit reached') ? messages.partiesFull : messages.couldNotPlanParty);
    }
  });
}

/** Cancels a party. It leaves the list at once and returns if that fails. The toast offers to undo it. */
export function useCancelParty(ownerId: string, onRestored: (party: Party) => void) {
  const client = useQueryClient();
  const { queryKey } = partiesQuery(ownerId);

  async function restore(party: Party, deleted: Deleted) {
    try {
      await putBack(ownerId, deleted);
      putInList(client, ownerId, party);
      void client.invalidateQueries(partiesQuery(ownerId));
      showSuccess(messages.partyRestored(party.title));
      onRestored(party);
    } catch {
      showError(messages.couldNotSaveParty, { label: 'Try again', run: () => void restore(party, deleted) });
    }
  }

  const [cancel] = useSingleFlight(
    async (party: Party) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (list) => list?.filter(({ id }) => id !== party.id));
      try {
        const deleted = await deleteRecord(ownerId, parties, party);
        showSuccess(
          messages.partyCancelled(party.title),
          deleted ? { label: 'Undo', run: () => void restore(party, deleted) } : undefined,
        );
      } catch {
        putInList(client, ownerId, party);
        showError(messages.couldNotCancelParty);
        onRestored(party);
      }
    },
    ({ id }) => id,
  );
  return cancel;
}
