import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContractBackend, openContractBackend } from '../../support/contract-backend.ts';
import { newOwner } from '../../support/owners.ts';

let backend: ContractBackend;
beforeAll(async () => {
  backend = await openContractBackend();
});
afterAll(() => backend?.stop());

test('a session has its tokens, their time and its user, who has no second factor @3.7 @3.8 @3.9 @4.8', async () => {
  const owner = await newOwner(backend);
  const { data } = await owner.client.auth.getSession();
  expect(data.session).toMatchObject({
    access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    refresh_token: expect.stringMatching(/./),
    expires_in: 3600,
    expires_at: expect.any(Number),
    token_type: 'bearer',
    user: { id: owner.id, email: owner.email, identities: [{ provider: 'email' }] },
  });
  const factors = await owner.client.auth.mfa.listFactors();
  expect(factors).toMatchObject({ error: null, data: { all: [], totp: [], phone: [] } });
});
