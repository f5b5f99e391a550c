import { partyMessages } from '../../copy/party-messages.ts';
import type { Party } from '../../data/records/parties.ts';
import { useToday } from '../../shared/use-today.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { showSuccess } from '../../ui/toaster.tsx';
import { type Telling, useSaveParty } from './parties.ts';
import { type PartyRequest, usePartyDraft } from './party-drafts.ts';
import { PartyForm } from './party-form.tsx';

/** The form for planning or editing a party. */
export function PartyDialog({
  ownerId,
  request,
  tellingOf,
  descriptionHint,
  onPlanned,
  onReopen,
  onRemove,
  onClose,
}: {
  ownerId: string;
  request: PartyRequest;
  tellingOf: Telling;
  /** A hint on the party's description, beside its field. */
  descriptionHint: string | null | undefined;
  /** A new party is planned, and the form closed. */
  onPlanned: (party: Party) => void;
  /** Reopens a form after it was closed with something in it. */
  onReopen: () => void;
  /** Removes a past party. */
  onRemove: (party: Party) => void;
  onClose: () => void;
}) {
  const { dog, party } = request;
  const today = useToday();
  const drafting = usePartyDraft(ownerId, dog, party, today);
  const [save, isSaving] = useSaveParty(ownerId, dog, drafting.seen, tellingOf, (saved, state) => {
    drafting.end();
    onClose();
    if (!party && state !== 'undecided') onPlanned(saved);
  });

  function close() {
    const isKept = drafting.leave();
    onClose();
    if (isKept) showSuccess(partyMessages.partyFormKept(dog.name), { label: 'Reopen', run: onReopen });
  }

  return (
    <Dialog isWide title={party ? 'Edit Birthday Celebration' : 'Plan Birthday Celebration'} onClose={close}>
      <PartyForm
        dog={dog}
        party={party}
        today={today}
        drafting={drafting}
        descriptionHint={descriptionHint}
        isSaving={isSaving}
        onSubmit={(plan) => void save(plan)}
        onCancel={close}
        onRemove={
          party && party.celebrationDate < today
            ? () => {
                drafting.end();
                onClose();
                onRemove(party);
              }
            : null
        }
      />
    </Dialog>
  );
}
