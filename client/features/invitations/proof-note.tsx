import { useQuery } from '@tanstack/react-query';
import { addressProvenQuery, askForProof } from '../../data/session/proven-address.ts';
import { AskForProof } from '../../shared/proof/ask-for-proof.tsx';

/** Says, while the host's own address is not proved, that guests get no mail yet, and how they will. */
export function ProofNote({ ownerId }: { ownerId: string }) {
  const { data: isProven } = useQuery(addressProvenQuery(ownerId));
  if (isProven !== false) return null;
  return (
    <AskForProof
      text="Guests who leave an address get mails about the party, once you have confirmed your own. Until then their mails wait."
      button="Confirm My Address"
      askedText="A mail is on its way, or in your inbox already. Press the button that it leads to, and your guests hear from us. No mail? Look among the spam."
      ask={askForProof}
      className="gap-3 rounded-card p-4 sm:p-5"
    />
  );
}
