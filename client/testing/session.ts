/** What the backend answers to who signs in, for an owner whose session outlasts every test. */
export const session = {
  access_token: `${btoa('{"alg":"HS256"}')}.${btoa('{"sub":"1","exp":4102444800}')}.c2lnbmF0dXJl`,
  refresh_token: 'refresh',
  expires_in: 3600,
  expires_at: 4_102_444_800,
  token_type: 'bearer',
  user: { id: '1', email: 'rex@example.com', identities: [{}], user_metadata: {}, app_metadata: {}, factors: [] },
};

/** Makes this browser one in which that owner is signed in. */
export function storeSession() {
  window.localStorage.setItem('wagday-session', JSON.stringify(session));
}
