import { useState } from 'react';
import type { Dog } from '../../backend/records/dogs.ts';
import type { Party } from '../../backend/records/parties.ts';
import { messages } from '../../copy/messages.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { showSuccess } from '../../ui/toaster.tsx';
import { useToday } from '../../ui/use-today.ts';
import { useChangeParty, usePlanParty } from './parties.ts';
import { type PartyRequest, usePartyDraft } from './party-drafts.ts';
import { PartyForm } from './party-form.tsx';
import { ShareParty } from './share-party.tsx';

type Closing = {
  /** A form was closed with something in it, and is wanted again. */
  onReopen: () => void;
  onClose: () => void;
};

function showKept(dog: Dog, onReopen: () => void) {
  showSuccess(messages.partyFormKept(dog.name), { label: 'Reopen', run: onReopen });
}

/** First the form, then the share step of the same dialog, so that the toast of the first is seen in the second. */
function PlanDialog({ ownerId, dog, onReopen, onClose }: Closing & { ownerId: string; dog: Dog }) {
  const today = useToday();
  const [planned, setPlanned] = useState<Party | null>(null);
  const drafting = usePartyDraft(ownerId, dog, null, today);
  const plan = usePlanParty(ownerId, dog, {
    onPlanned: (party) => {
      drafting.end();
      setPlanned(party);
    },
    onUndecided: () => {
      drafting.end();
      onClose();
    },
  });

  function close() {
    const isKept = !planned && drafting.leave();
    onClose();
    if (planned) showSuccess(messages.partyPlanned(dog.name));
    else if (isKept) showKept(dog, onReopen);
  }

  return (
    <Dialog isWide title={planned ? 'Share the Invitation' : 'Plan Birthday Celebration'} onClose={close}>
      {planned ? (
        <ShareParty dog={dog} party={planned} onDone={close} />
      ) : (
        <PartyForm
          dog={dog}
          party={null}
          today={today}
          drafting={drafting}
          isSaving={plan.isPending}
          onSubmit={(draft) => plan.mutate(draft)}
          onCancel={close}
        />
      )}
    </Dialog>
  );
}

function EditDialog({
  ownerId,
  dog,
  party,
  onReopen,
  onClose,
}: Closing & {
  ownerId: string;
  dog: Dog;
  party: Party;
}) {
  const today = useToday();
  const drafting = usePartyDraft(ownerId, dog, party, today);
  const save = useChangeParty(ownerId, dog, drafting.seen ?? party, () => {
    drafting.end();
    onClose();
  });

  function close() {
    const isKept = drafting.leave();
    onClose();
    if (isKept) showKept(dog, onReopen);
  }

  return (
    <Dialog isWide title="Edit Birthday Celebration" onClose={close}>
      <PartyForm
        dog={dog}
        party={party}
        today={today}
        drafting={drafting}
        isSaving={save.isPending}
        onSubmit={(draft) => save.mutate(draft)}
        onCancel={close}
      />
    </Dialog>
  );
}

/** The dialog for planning, editing or sharing a party. */
export function PartyDialog({
  ownerId,
  request,
  ...closing
}: Closing & {
  ownerId: string;
  request: PartyRequest;
}) {
  if (request.kind === 'plan') return <PlanDialog ownerId={ownerId} dog={request.dog} {...closing} />;
  const { kind, dog, party } = request;
  if (kind === 'edit') return <EditDialog ownerId={ownerId} dog={dog} party={party} {...closing} />;
  return (
    <Dialog isWide title="Share the Invitation" onClose={closing.onClose}>
      <ShareParty dog={dog} party={party} onDone={closing.onClose} />
    </Dialog>
  );
}
