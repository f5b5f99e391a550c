import { listOf, objectOf, type Parsed, text } from '../../domain/parse.ts';
import { letters } from '../../mail/letters.ts';
import { confirmToken } from '../mail-links/unsubscribe-token.ts';
import { handOver, type Kind, type Message, type SendingBackend } from './delivery.ts';

/** Hosts per claim. */
const batch = 20;

/** The rows of `claim_proof_requests` and `note_proof_mails`: whom to ask now. These functions also limit how often. */
export const proofRows = listOf(objectOf({ user_id: text, email: text }));
type ProofRow = Parsed<typeof proofRows>[number];

/**
 * Sends mails that ask whether an address belongs to its owner. A lost mail is not repeated; the owner can request another.
 * @param claim claims those to ask, and records them as asked
 * @param post hands over the mail
 */
export function proofKind(
  claim: (at: number) => Promise<{ readonly rows: readonly ProofRow[]; readonly isMore: boolean }>,
  post: (row: ProofRow, at: number) => Promise<void>,
): Kind<ProofRow, Message> {
  return {
    places: { all: 4, ofOwner: 1, toHost: 4 },
    endsWhenRefused: true,
    claim,
    decide: async (rows, { at }) => ({
      messages: rows.map((row) => {
        const send = () => handOver(() => post(row, at), null);
        return { channel: 'mail', owner: row.user_id, host: 'mail', send };
      }),
      record: async () => undefined,
    }),
  };
}

/** Mails hosts who want to confirm their address. Until they have, their guests get no mail. */
export function hostProofKind({ service, site, delivery }: SendingBackend): Kind<ProofRow, Message> {
  const { addresses, unsubscribeKey, post } = delivery;
  return proofKind(
    async (at) => {
      const given = { at: new Date(at).toISOString(), most: batch };
      const rows = proofRows(await service.call('claim_proof_requests', given), 'claim_proof_requests');
      return { rows, isMore: rows.length === batch };
    },
    async ({ user_id: owner, email: to }, at) => {
      const link = `${addresses.confirm}${await confirmToken(owner, to, unsubscribeKey)}`;
      const messageId = `<confirm-${at}.${owner}@${new URL(site).hostname}>`;
      await post?.({ to, ...letters.confirmGuestMails({ site, link }), messageId, headers: {} });
    },
  );
}
