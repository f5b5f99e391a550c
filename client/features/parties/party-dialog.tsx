import { useState } from 'react';
import type { Party } from '../../backend/celebrations.ts';
import type { Dog } from '../../backend/dogs.ts';
import { messages } from '../../copy/messages.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { showSuccess } from '../../ui/toaster.tsx';
import { useToday } from '../../ui/use-today.ts';
import { useChangeParty, usePlanParty } from './parties.ts';
import { PartyForm } from './party-form.tsx';
import { ShareParty } from './share-party.tsx';

/** What an owner wants to do about a dog's party. */
export type PartyRequest = { dog: Dog } & ({ kind: 'plan' } | { kind: 'edit' | 'share'; party: Party });

/** First the form, then the share step of the same dialog, so that the toast of the first is seen in the second. */
function PlanDialog({ ownerId, dog, onClose }: { ownerId: string; dog: Dog; onClose: () => void }) {
  const today = useToday();
  const [planned, setPlanned] = useState<Party | null>(null);
  const plan = usePlanParty(ownerId, dog, { onPlanned: setPlanned, onUndecided: onClose });

  function close() {
    onClose();
    if (planned) showSuccess(messages.partyPlanned(dog.name));
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
  onClose,
}: {
  ownerId: string;
  dog: Dog;
  party: Party;
  onClose: () => void;
}) {
  const today = useToday();
  const save = useChangeParty(ownerId, dog, party, onClose);
  return (
    <Dialog isWide title="Edit Birthday Celebration" onClose={onClose}>
      <PartyForm
        dog={dog}
        party={party}
        today={today}
        isSaving={save.isPending}
        onSubmit={(draft) => save.mutate(draft)}
        onCancel={onClose}
      />
    </Dialog>
  );
}

/** The dialog for planning, editing or sharing a party. */
export function PartyDialog({
  ownerId,
  request,
  onClose,
}: {
  ownerId: string;
  request: PartyRequest;
  onClose: () => void;
}) {
  if (request.kind === 'plan') return <PlanDialog ownerId={ownerId} dog={request.dog} onClose={onClose} />;
  const { kind, dog, party } = request;
  if (kind === 'edit') return <EditDialog ownerId={ownerId} dog={dog} party={party} onClose={onClose} />;
  return (
    <Dialog isWide title="Share the Invitation" onClose={onClose}>
      <ShareParty dog={dog} party={party} onDone={onClose} />
    </Dialog>
  );
}
