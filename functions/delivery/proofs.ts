import { listOf, objectOf, type Parsed, text } from '../../domain/parse.ts';
import { letters } from '../../mail/letters.ts';
import { confirmToken } from '../mail-links/unsubscribe-token.ts';
import { handOver, type Kind, type KindParts, type Message } from './delivery.ts';

/** Hosts that are claimed at once. */
const batch = 20;

/** What `claim_proof_requests` and `note_proof_mails` answer: who is to be asked now. They say how often that may be. */
export const proofRows = listOf(objectOf({ user_id: text, email: text }));
type ProofRow = Parsed<typeof proofRows>[number];

const places = { all: 4, ofOwner: 1, toHost: 4 };

/**
 * Mails that ask whether an address is its owner's. One that is lost is asked for again by the owner.
 * @param claim notes whom to ask as asked
 * @param post hands the mail over
 */
export function proofKind(
  claim: (at: number) => Promise<{ readonly rows: readonly ProofRow[]; readonly isMore: boolean }>,
  post: (row: ProofRow, at: number) => Promise<void>,
): Kind<ProofRow, Message> {
  return {
    ...{ places, endsWhenTurnedAway: true, claim },
    decide: async (rows, { at }) => ({
      messages: rows.map((row) => ({
        ...{ channel: 'mail', owner: row.user_id, host: 'mail' },
        send: () => handOver(() => post(row, at), null),
      })),
      record: async () => undefined,
    }),
  };
}

/** Asks the hosts who have asked how to prove their address, without which no guest of theirs is mailed. */
export function hostProofKind({ service, site, delivery }: KindParts): Kind<ProofRow, Message> {
  const { addresses, unsubscribeKey, post } = delivery;
  return proofKind(
    async (at) => {
      const given = { at: new Date(at).toISOString(), most: batch };
      const rows = proofRows(await service.call('claim_proof_requests', given), 'claim_proof_requests');
      return { rows, isMore: rows.length === batch };
    },
    async ({ user_id: owner, email: to }, at) => {
      const page = `${addresses.confirm}${await confirmToken(owner, to, unsubscribeKey)}`;
      const messageId = `<confirm-${at}.${owner}@${new URL(site).hostname}>`;
      await post?.({ to, ...letters.confirmGuestMails({ site, page }), messageId, headers: {} });
    },
  );
}
