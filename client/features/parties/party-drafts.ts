import { useCallback, useState } from 'react';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { isLiving } from '../../../domain/dogs/life.ts';
import { suggestedParty } from '../../../domain/parties/invitation.ts';
import type { PartyDraft } from '../../../domain/parties/party-draft.ts';
import { endOf, hourOf, zoneOf } from '../../../domain/parties/party-time.ts';
import { draftStore, keptDrafts } from '../../data/drafts/kept-drafts.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { type Party, parties } from '../../data/records/parties.ts';
import { deviceZone } from '../../shared/device-zone.ts';
import { useFormDraft } from '../../ui/use-form-draft.ts';

/** The open form of a dog's party; `party` is null for a new one. */
export type PartyRequest = { dog: Dog; party: Party | null };

const newParty = 'new party of ';
const oldParty = 'party ';

/** `seen` is the party as it was when the form was opened. */
type KeptPartyDraft = PartyDraft & { seen: Party | null };

function draftOf(dog: Dog, party: Party | null, today: CalendarDate): KeptPartyDraft {
  const noTime = { time: '', endTime: '', timeZone: deviceZone() };
  if (party) {
    const { title, celebrationDate, time, description, location } = party;
    return {
      ...{ title, celebrationDate, description: description ?? '', location: location ?? '', seen: party },
      ...(time ? { time: hourOf(time), endTime: endOf(time) ?? '', timeZone: zoneOf(time) } : noTime),
    };
  }
  // A dog that is in memory, or not born yet on this device, has no next celebration.
  const suggestion = isLiving(dog, today) ? suggestedParty(dog, today) : { title: '', celebrationDate: '' };
  return { ...suggestion, ...noTime, description: '', location: '', seen: null };
}

/** Keeps what is typed into the party form in this tab until it is saved or given up. */
export function usePartyDraft(ownerId: string, dog: Dog, party: Party | null, today: CalendarDate) {
  const form = party ? oldParty + party.id : newParty + dog.id;
  const blank = draftOf(dog, party, today);
  const drafting = useFormDraft(draftStore(ownerId, form, blank), blank);
  // The record may have been changed elsewhere since, so the draft contains the party as it was.
  return { ...drafting, seen: party && (parties.parse(drafting.draft.seen) ?? party) };
}

/** Returns the request of a form that was open when the page was left; null until its dog and party are loaded. */
function waitingRequest(form: string, dogs: readonly Dog[], parties: readonly Party[]): PartyRequest | null {
  const party = parties.find(({ id }) => form === oldParty + id) ?? null;
  const dog = dogs.find(({ id }) => (party ? id === party.dogId : form === newParty + id));
  return dog ? { dog, party } : null;
}

/** Returns the open party form, if any. Starts with the one that was open in this tab. */
export function usePartyRequest(ownerId: string, dogs: readonly Dog[] | undefined, parties: readonly Party[]) {
  const [waiting, setWaiting] = useState(
    () => keptDrafts(ownerId).find(({ form, isOpen }) => isOpen && /^(new )?party /.test(form))?.form ?? null,
  );
  const [chosen, setChosen] = useState<PartyRequest | null>(null);
  const choose = useCallback((request: PartyRequest | null) => {
    setWaiting(null);
    setChosen(request);
  }, []);
  return [chosen ?? (waiting && dogs ? waitingRequest(waiting, dogs, parties) : null), choose] as const;
}
