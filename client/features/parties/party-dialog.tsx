import { useState } from 'react';
import { partyMessages } from '../../copy/party-messages.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { useToday } from '../../shared/use-today.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { loadedPart } from '../../ui/loaded.tsx';
import { showSuccess } from '../../ui/toaster.tsx';
import { type Telling, useSaveParty } from './parties.ts';
import { type PartyRequest, usePartyDraft } from './party-drafts.ts';
import { PartyForm } from './party-form.tsx';
import type { Sending } from './share-party.tsx';

/** What the invitation of a party tells its guests, if it has one. */
export type Inviting = Sending & {
  tellingOf: Telling;
  /** A hint on the party's description, beside its field. */
  descriptionHintOf: (party: Party) => string | null | undefined;
};

/** The invitation to send. */
const Sharing = loadedPart(
  async () => (await import('./share-party.tsx')).ShareParty,
  <p role="status">Writing the envelopes...</p>,
);

type Closing = {
  /** Removes a past party. */
  onRemove: (party: Party) => void;
  /** Reopens a form after it was closed with something in it. */
  onReopen: () => void;
  onClose: () => void;
};

/** The form for a new party, or for `party`. Sharing a new one is the second step of the same dialog, which shows its toast. */
function FormDialog({
  ownerId,
  dog,
  party,
  inviting,
  onReopen,
  onRemove,
  onClose,
}: Closing & { ownerId: string; dog: Dog; party: Party | null; inviting: Inviting }) {
  const today = useToday();
  const [planned, setPlanned] = useState<Party | null>(null);
  const drafting = usePartyDraft(ownerId, dog, party, today);
  const [save, isSaving] = useSaveParty(ownerId, dog, drafting.seen, inviting.tellingOf, (saved, state) => {
    drafting.end();
    if (party || state === 'undecided') onClose();
    else setPlanned(saved);
  });

  function close() {
    const isKept = !planned && drafting.leave();
    onClose();
    if (planned) showSuccess(partyMessages.partyPlanned(dog.name));
    else if (isKept) showSuccess(partyMessages.partyFormKept(dog.name), { label: 'Reopen', run: onReopen });
  }

  const formTitle = party ? 'Edit Birthday Celebration' : 'Plan Birthday Celebration';
  return (
    <Dialog isWide title={planned ? 'Share the Invitation' : formTitle} onClose={close}>
      {planned ? (
        <Sharing isNew dog={dog} party={planned} sending={inviting} onDone={close} />
      ) : (
        <PartyForm
          dog={dog}
          party={party}
          today={today}
          drafting={drafting}
          descriptionHint={party && inviting.descriptionHintOf(party)}
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
      )}
    </Dialog>
  );
}

/** The dialog for planning, editing or sharing a party. */
export function PartyDialog({
  ownerId,
  request,
  inviting,
  ...closing
}: Closing & { ownerId: string; request: PartyRequest; inviting: Inviting }) {
  const { dog } = request;
  if (request.kind !== 'share') {
    const party = request.kind === 'edit' ? request.party : null;
    return <FormDialog ownerId={ownerId} dog={dog} party={party} inviting={inviting} {...closing} />;
  }
  return (
    <Dialog isWide title="Share the Invitation" onClose={closing.onClose}>
      <Sharing dog={dog} party={request.party} sending={inviting} onDone={closing.onClose} />
    </Dialog>
  );
}
