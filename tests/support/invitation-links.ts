import { randomUUID } from 'node:crypto';
import { newClient, type Owner } from './owners.ts';

type Place = { readonly url: string; readonly key: string };
type Host = Pick<Owner, 'client'>;

/** What a guest says in the form of an invitation. */
export const someAnswer = {
  ...{ name: 'Grace Hopper', answer: 'yes', adults: 1, children: 0, dogs: [] as object[] },
  ...{ allergies: null as string | null, note: null, email: null as string | null, brings: [] as string[] },
};

/** Makes the link of an invitation to a party. @returns its token */
export async function makeLink({ client }: Host, party_id: string, more: object = {}): Promise<string> {
  return (await client.rpc('make_invitation_link', { party_id, ...more }).throwOnError()).data;
}

export async function invitationOf({ client }: Host, partyId: string) {
  return (await client.from('party_invitations').select().eq('party_id', partyId).single().throwOnError()).data;
}

/** Returns what anybody with the token sees. */
export async function openInvitation(backend: Place, token: string | null) {
  return (await newClient(backend).rpc('open_invitation', { token }).throwOnError()).data;
}

/** Answers without an account. @param more of the call, such as the key of the form */
export async function answerInvitation(backend: Place, token: string, changes: object = {}, more: object = {}) {
  const call = { token, answer_key: randomUUID(), answer: { ...someAnswer, ...changes }, ...more };
  return (await newClient(backend).rpc('answer_invitation', call).throwOnError()).data;
}
