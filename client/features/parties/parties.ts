import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CelebrationPlan } from '../../../domain/drafts.ts';
import { isLimitReached } from '../../backend/errors.ts';
import type { Dog } from '../../backend/records/dogs.ts';
import { type Party, parties } from '../../backend/records/parties.ts';
import { newRecordId } from '../../backend/records/record-id.ts';
import { type Deleted, deleteRecord, putBack, saveRecord } from '../../backend/sync/edits.ts';
import { listRecords } from '../../backend/sync/snapshots.ts';
import { messages } from '../../copy/messages.ts';
import { showError, showSuccess, showSuccessInDialog } from '../../ui/toaster.tsx';
import { useSingleMutation } from '../../ui/use-single-flight.ts';

/** The owner's parties, by date. */
export function partiesQuery(ownerId: string) {
  return queryOptions({ queryKey: ['parties', ownerId], queryFn: () => listRecords(ownerId, parties) });
}

/** The owner's parties; none until they are loaded. A failure is told, and can be tried again. */
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
  client.setQueryData(partiesQuery(ownerId).queryKey, (list) => [
    ...(list ?? []).filter(({ id }) => id !== party.id),
    party,
  ]);
}

/** Plans a party for a dog; the dialog stays open for its share step. Without network the party waits to be sent. */
export function usePlanParty(
  ownerId: string,
  dog: Dog,
  { onPlanned, onUndecided }: { onPlanned: (party: Party) => void; onUndecided: () => void },
) {
  const client = useQueryClient();
  // One for the life of the form: sent again after an answer got lost, it is still the same party.
  const [id] = useState(newRecordId);
  const mutation = useMutation({
    mutationFn: (plan: CelebrationPlan) =>
      saveRecord(ownerId, parties, { id, seen: null, words: { ...plan, dogId: dog.id }, parent: dog }),
    onSuccess: ({ saved, state }) => {
      putInList(client, ownerId, saved);
      void client.invalidateQueries(partiesQuery(ownerId));
      if (state === 'undecided') {
        onUndecided();
        return;
      }
      onPlanned(saved);
      showSuccessInDialog(state === 'waiting' ? messages.keptForLater(saved.title) : messages.celebrationPlanned);
    },
    onError: (error) => showError(isLimitReached(error) ? messages.partiesFull : messages.couldNotCreateCelebration),
  });
  return useSingleMutation(mutation);
}

export function useChangeParty(ownerId: string, dog: Dog, party: Party, onSaved: () => void) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (plan: CelebrationPlan) =>
      saveRecord(ownerId, parties, { id: party.id, seen: party, words: plan, parent: dog }),
    onSuccess: ({ saved, state }) => {
      putInList(client, ownerId, saved);
      void client.invalidateQueries(partiesQuery(ownerId));
      if (state === 'waiting') showSuccess(messages.keptForLater(saved.title));
      else if (state === 'saved') showSuccess(messages.partyUpdated);
      onSaved();
    },
    onError: () => showError(messages.couldNotSaveParty),
  });
  return useSingleMutation(mutation);
}

function useRestoreParty(ownerId: string, onRestored: (party: Party) => void) {
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: ({ deleted }: { party: Party; deleted: Deleted }) => putBack(ownerId, deleted),
    onSuccess: (_nothing, { party }) => {
      putInList(client, ownerId, party);
      void client.invalidateQueries(partiesQuery(ownerId));
      showSuccess(messages.partyRestored(party.title));
      onRestored(party);
    },
    onError: (_error, farewell) => {
      showError(messages.couldNotSaveParty, { label: 'Try again', run: () => restore.mutate(farewell) });
    },
  });
  return restore;
}

/** Cancels a party. It goes at once and comes back if that fails; the toast offers to undo it. */
export function useCancelParty(ownerId: string, onRestored: (party: Party) => void) {
  const client = useQueryClient();
  const restore = useRestoreParty(ownerId, onRestored);
  const { queryKey } = partiesQuery(ownerId);
  const mutation = useMutation({
    mutationFn: (party: Party) => deleteRecord(ownerId, parties, party),
    onMutate: async (party) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (list) => list?.filter(({ id }) => id !== party.id));
    },
    onSuccess: (deleted, party) => {
      showSuccess(
        messages.partyCancelled(party.title),
        deleted ? { label: 'Undo', run: () => restore.mutate({ party, deleted }) } : undefined,
      );
    },
    onError: (_error, party) => {
      putInList(client, ownerId, party);
      showError(messages.couldNotCancelParty);
      onRestored(party);
    },
  });
  return useSingleMutation(mutation, ({ id }) => id);
}
