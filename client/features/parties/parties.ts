import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { CelebrationPlan } from '../../../domain/drafts.ts';
import {
  type CancelledParty,
  cancelParty,
  listParties,
  type Party,
  planParty,
  restoreParty,
  updateParty,
} from '../../backend/celebrations.ts';
import { isLimitReached } from '../../backend/errors.ts';
import { messages } from '../../copy/messages.ts';
import { showError, showSuccess, showSuccessInDialog } from '../../ui/toaster.tsx';

/** The owner's parties, by date. */
export function partiesQuery(ownerId: string) {
  return queryOptions({ queryKey: ['parties', ownerId], queryFn: () => listParties(ownerId) });
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
  client.setQueryData(partiesQuery(ownerId).queryKey, (parties) => [
    ...(parties ?? []).filter(({ id }) => id !== party.id),
    party,
  ]);
}

/** Plans a party for a dog; the dialog stays open for its share step. */
export function usePlanParty(ownerId: string, dogId: string, onPlanned: (party: Party) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (plan: CelebrationPlan) => planParty(ownerId, dogId, plan),
    onSuccess: (party) => {
      putInList(client, ownerId, party);
      void client.invalidateQueries(partiesQuery(ownerId));
      onPlanned(party);
      showSuccessInDialog(messages.celebrationPlanned);
    },
    onError: (error) => showError(isLimitReached(error) ? messages.partiesFull : messages.couldNotCreateCelebration),
  });
}

export function useChangeParty(ownerId: string, partyId: string, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (plan: CelebrationPlan) => updateParty(partyId, plan),
    onSuccess: (party) => {
      putInList(client, ownerId, party);
      void client.invalidateQueries(partiesQuery(ownerId));
      showSuccess(messages.partyUpdated);
      onSaved();
    },
    onError: () => showError(messages.couldNotSaveParty),
  });
}

function useRestoreParty(ownerId: string) {
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: (cancelled: CancelledParty) => restoreParty(cancelled),
    onSuccess: (party) => {
      putInList(client, ownerId, party);
      void client.invalidateQueries(partiesQuery(ownerId));
      showSuccess(messages.partyRestored(party.title));
    },
    onError: (_error, cancelled) => {
      showError(messages.couldNotSaveParty, { label: 'Try again', run: () => restore.mutate(cancelled) });
    },
  });
  return restore;
}

/** Cancels a party. It goes at once and comes back if that fails; the toast offers to undo it. */
export function useCancelParty(ownerId: string) {
  const client = useQueryClient();
  const restore = useRestoreParty(ownerId);
  const { queryKey } = partiesQuery(ownerId);
  return useMutation({
    mutationFn: (party: Party) => cancelParty(party.id),
    onMutate: async (party) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (parties) => parties?.filter(({ id }) => id !== party.id));
    },
    onSuccess: (cancelled, party) => {
      showSuccess(
        messages.partyCancelled(party.title),
        cancelled ? { label: 'Undo', run: () => restore.mutate(cancelled) } : undefined,
      );
    },
    onError: (_error, party) => {
      putInList(client, ownerId, party);
      showError(messages.couldNotCancelParty);
    },
  });
}
