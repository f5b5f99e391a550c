import { onTestFinished } from 'vitest';
import { setUnreachable } from '../data/network.ts';
import { forgetPackOnDevice } from '../data/offline/forget.ts';

/** The backend's answer to a sign-in, with a session that outlasts every test. */
export const session = {
  access_token: `${btoa('{"alg":"HS256"}')}.${btoa('{"sub":"1","exp":4102444800}')}.c2lnbmF0dXJl`,
  refresh_token: 'refresh',
  expires_in: 3600,
  expires_at: 4_102_444_800,
  token_type: 'bearer',
  user: { id: '1', email: 'rex@example.com', identities: [{}], user_metadata: {}, app_metadata: {}, factors: [] },
};

/** Signs the owner of `session` in to this browser, or one with another id. What it keeps of them goes with the test. */
export function storeSession(ownerId = session.user.id) {
  onTestFinished(() => {
    // What a request without an answer has left behind.
    setUnreachable(false);
    return forgetPackOnDevice(ownerId);
  });
  window.localStorage.setItem('wagday-session', JSON.stringify({ ...session, user: { ...session.user, id: ownerId } }));
}
