import { partyMessages } from '../../copy/party-messages.ts';
import { deviceStorage } from '../../data/drafts/web-storage.ts';
import type { Party } from '../../data/records/parties.ts';
import { showError, showQuestion } from '../../ui/toaster.tsx';

/** Remembers the last parties saved as calendar files on this device: a cancellation cannot take a saved file back. */

const key = 'wagday-parties-in-calendar';
const mostKept = 100;

function read(): string[] {
  const kept = deviceStorage.read(key);
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
}

export function keepInCalendar({ id }: Party) {
  deviceStorage.keep(key, [id, ...read().filter((other) => other !== id)].slice(0, mostKept));
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
  if (!read().includes(party.id)) return;
  showQuestion(partyMessages.stillInCalendar(party.title), {
    label: 'Save File',
    run: () => void saveCancelled(party),
  });
}
