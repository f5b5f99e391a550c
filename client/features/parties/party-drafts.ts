import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { isLiving } from '../../../domain/dogs/life.ts';
import type { PartyDraft, PartyPlan } from '../../../domain/parties/party-draft.ts';
import { endOf, hourOf, isPartyOver, zoneOf } from '../../../domain/parties/party-time.ts';
import { partyAgain, suggestedParty } from '../../../domain/parties/planned-parties.ts';
import { packMessages } from '../../copy/pack-messages.ts';
import { partyMessages } from '../../copy/party-messages.ts';
import { isOfKind } from '../../data/backend-error.ts';
import { draftStore, openForm } from '../../data/drafts/kept-drafts.ts';
import { deviceStorage } from '../../data/drafts/web-storage.ts';
import { inCalendarKey } from '../../data/offline/forget.ts';
import type { Saved } from '../../data/offline/outbox.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { type Party, parties } from '../../data/records/parties.ts';
import { newRecordId } from '../../data/records/record-id.ts';
import { recordsQuery, type Undo, useRecords } from '../../data/use-records.tsx';
import { deviceZone } from '../../shared/device-zone.ts';
import { localMoment } from '../../shared/party-moments.ts';
import { undoOffer } from '../../shared/photos/photo-upload.ts';
import { showError, showQuestion, showSuccess } from '../../ui/toaster.tsx';
import { useFormDraft } from '../../ui/use-form-draft.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';

/** The open form of a dog's party; `party` is null for a new one. `again` is the past party that is planned again. */
export type PartyRequest = { dog: Dog; party: Party | null; again?: Party | undefined };

const newParty = 'new party of ';
const partyOnceMore = 'new party after ';
const oldParty = 'party ';

/** `seen` is the party as it was when the form was opened. */
type KeptPartyDraft = PartyDraft & { seen: Party | null };

function draftOf({ dog, party, again }: PartyRequest, today: CalendarDate): KeptPartyDraft {
  const noTime = { time: '', endTime: '', timeZone: deviceZone() ?? '' };
  const known = party ?? again;
  if (known) {
    const { title, celebrationDate } = party ?? partyAgain(dog, known, today);
    const { time, description, location } = known;
    const hours = time ? { time: hourOf(time), endTime: endOf(time) ?? '', timeZone: zoneOf(time) } : noTime;
    return { title, celebrationDate, ...hours, description: description ?? '', location: location ?? '', seen: party };
  }
  // A dog that is in memory, or not born yet on this device, has no next celebration.
  const suggestion = isLiving(dog, today) ? suggestedParty(dog, today) : { title: '', celebrationDate: '' };
  return { ...suggestion, ...noTime, description: '', location: '', seen: null };
}

/** Keeps what is typed into the party form in this tab until it is saved or given up. */
export function usePartyDraft(ownerId: string, request: PartyRequest, today: CalendarDate) {
  const { dog, party, again } = request;
  const form = party ? oldParty + party.id : again ? partyOnceMore + again.id : newParty + dog.id;
  const blank = draftOf(request, today);
  const drafting = useFormDraft(draftStore(ownerId, form, blank), blank);
  // The record may have been changed elsewhere since, so the draft contains the party as it was.
  return { ...drafting, seen: party && (parties.parse(drafting.draft.seen) ?? party) };
}

/** Returns the request of a form that was open when the page was left; null until its dog and party are loaded. */
function waitingRequest(form: string, dogs: readonly Dog[], parties: readonly Party[]): PartyRequest | null {
  const party = parties.find(({ id }) => form === oldParty + id) ?? null;
  const again = parties.find(({ id }) => form === partyOnceMore + id);
  const dogId = (party ?? again)?.dogId;
  const dog = dogs.find(({ id }) => (dogId ? id === dogId : form === newParty + id));
  return dog ? { dog, party, again } : null;
}

/** Returns the open party form, if any. Starts with the one that was open in this tab. */
export function usePartyRequest(ownerId: string, dogs: readonly Dog[] | undefined, parties: readonly Party[]) {
  const [waiting, setWaiting] = useState(() => openForm(ownerId, /^(new )?party /));
  const [chosen, setChosen] = useState<PartyRequest | null>(null);
  const choose = useCallback((request: PartyRequest | null) => {
    setWaiting(null);
    setChosen(request);
  }, []);
  return [chosen ?? (waiting && dogs ? waitingRequest(waiting, dogs, parties) : null), choose] as const;
}

const mostKept = 100;

function partiesInCalendar(): string[] {
  const kept = deviceStorage.read(inCalendarKey);
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
}

/** Remembers the latest, because a cancellation cannot take a saved file back. */
export function keepInCalendar({ id }: Party) {
  deviceStorage.keep(inCalendarKey, [id, ...partiesInCalendar().filter((other) => other !== id)].slice(0, mostKept));
}

async function saveCancelled(party: Party) {
  try {
    const { cancelledPartyOffer, saveCalendar } = await import('../../shared/calendar/calendar-offers.ts');
    saveCalendar(cancelledPartyOffer(party));
  } catch {
    showError(partyMessages.couldNotSaveFile, { label: 'Try Again', run: () => void saveCancelled(party) });
  }
}

/** Offers a file that also cancels the party in the calendar, if it was put into one from this device. */
export function offerToCancelInCalendar(party: Party) {
  if (!partiesInCalendar().includes(party.id)) return;
  showQuestion(
    { ...partyMessages.stillInCalendar(party.title), about: party.id },
    { label: 'Save File', run: () => void saveCancelled(party) },
  );
}

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

const isOverNow = (party: Party) => isPartyOver(party, localMoment());

/** Returns whether guests are notified of the change: of what, when or where, and of nothing once the party is over. */
function isNews(before: Party, after: Party): boolean {
  if (isOverNow(after)) return false;
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
  return async (plan: PartyPlan) => {
    try {
      const values = { ...plan, memoryPhotoUrl: party?.memoryPhotoUrl, dogId: dog.id };
      const { saved, state } = await records.save({ id, seen: party, values, parent: dog });
      onSaved(saved, state);
      if (state === 'waiting') showSuccess(packMessages.keptForLater(saved.title));
      // PackStatus asks about a change that needs a decision.
      else if (state === 'saved')
        showSuccess(
          party ? partyMessages.partyUpdated(newsFor(party, saved)) : partyMessages.partySaved(isOverNow(saved)),
        );
    } catch (error) {
      if (party) showError(partyMessages.couldNotSaveParty);
      else showError(isOfKind(error, 'limit reached') ? partyMessages.partiesFull : partyMessages.couldNotPlanParty);
    }
  };
}

/** Cancels a party, or removes a memory: at once, and back if that fails. The toast offers to undo it, and says how guests are notified. */
export function useCancelParty(ownerId: string, onRestored: (party: Party) => void, tellingOf: Telling) {
  const records = useRecords(ownerId, parties);

  const [cancel] = useSingleFlight(
    (party: Party) => {
      const isPast = isOverNow(party);
      const { title } = party;
      const news = isPast ? partyMessages.memoryRemoved(title) : partyMessages.partyCancelled(title, tellingOf(party));
      const offer = (label: string, undo: Undo) => undoOffer(label, undo, party.memoryPhotoUrl);
      return records.remove(party, {
        onRemoving: (undo) => showSuccess({ ...news, about: party.id }, offer('Undo', undo)),
        onRemoved: () => {
          if (!isPast) offerToCancelInCalendar(party);
        },
        onFailed: () => {
          showError(partyMessages.couldNotCancelParty);
          onRestored(party);
        },
        onRestored: () => {
          const restored = isPast ? partyMessages.memoryRestored : partyMessages.partyRestored;
          showSuccess({ ...restored(title), about: party.id });
          onRestored(party);
        },
        onNotRestored: (undo) => showError(partyMessages.couldNotSaveParty, offer('Try Again', undo)),
      });
    },
    ({ id }) => id,
  );
  return cancel;
}
