/** The backend's answer to a sign-in, with a session that outlasts every test. */
export const session = {
  access_token: `${btoa('{"alg":"HS256"}')}.${btoa('{"sub":"1","exp":4102444800}')}.c2lnbmF0dXJl`,
  refresh_token: 'refresh',
  expires_in: 3600,
  expires_at: 4_102_444_800,
  token_type: 'bearer',
  user: { id: '1', email: 'rex@example.com', identities: [{}], user_metadata: {}, app_metadata: {}, factors: [] },
};

/** Signs the owner of `session` in to this browser, or one with another id. */
export function storeSession(ownerId = session.user.id) {
  window.localStorage.setItem('wagday-session', JSON.stringify({ ...session, user: { ...session.user, id: ownerId } }));
}
