import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isOfKind } from '../../backend/errors.ts';
import { askForProof, isAddressProven } from '../../backend/proven-address.ts';
import { invitationMessages } from '../../copy/invitation-messages.ts';
import { Button } from '../../ui/button.tsx';
import { showError } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { failureMessage } from './use-links.ts';

/** Says, while the host's own address is not proved, that guests get no mail yet, and how they will. */
export function ProofNote({ ownerId }: { ownerId: string }) {
  const { data: isProven } = useQuery({
    queryKey: ['address proven', ownerId],
    queryFn: isAddressProven,
    refetchOnWindowFocus: true,
  });
  const [isAsked, setIsAsked] = useState(false);
  const [ask, isAsking] = useSingleFlight(async () => {
    try {
      await askForProof();
      setIsAsked(true);
    } catch (error) {
      if (isOfKind(error, 'limit reached')) setIsAsked(true);
      else showError(failureMessage(error, invitationMessages.couldNotAskForProof));
    }
  });
  if (isProven !== false) return null;
  return (
    <div className="grid justify-items-start gap-3 rounded-card bg-sky-wash p-4 sm:p-5">
      <p aria-live="polite">
        {isAsked
          ? 'A mail is on its way, or in your inbox already. Press the button that it leads to, and your guests hear from us. No mail? Look among the spam.'
          : 'Guests who leave an address get mails about the party, once you have confirmed your own. Until then their mails wait.'}
      </p>
      {!isAsked && (
        <Button look="secondary" disabled={isAsking} onClick={() => void ask()}>
          Confirm My Address
        </Button>
      )}
    </div>
  );
}
