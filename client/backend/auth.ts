import { supabase } from './client.ts';
import { BackendError, unwrap } from './errors.ts';
import { connectSession, forgetSession } from './session.ts';

export type Credentials = { email: string; password: string };

/**
 * Signs in; the session state changes by itself.
 * @throws BackendError of kind 'invalid credentials' when e-mail and password do not fit.
 */
export async function signIn(credentials: Credentials): Promise<void> {
  await connectSession();
  const { auth } = await supabase();
  unwrap(await auth.signInWithPassword(credentials));
}

/**
 * Creates an account. It is signed in at once, unless the backend wants the address confirmed first.
 * @throws BackendError of kind 'account exists' when the address is taken.
 */
export async function signUp(credentials: Credentials): Promise<'signed in' | 'confirm e-mail'> {
  await connectSession();
  const { auth } = await supabase();
  const emailRedirectTo = `${window.location.origin}/`;
  const { session, user } = unwrap(await auth.signUp({ ...credentials, options: { emailRedirectTo } }));
  if (session) return 'signed in';
  // With confirmation on, Supabase hides a known address behind a user that has no identities.
  if (user?.identities?.length === 0) throw new BackendError('account exists', 'User already registered');
  return 'confirm e-mail';
}

/** Signs out on this device; other devices stay signed in. Works without network, too. */
export async function signOut(): Promise<void> {
  try {
    const { auth } = await supabase();
    await auth.signOut({ scope: 'local' });
  } finally {
    forgetSession();
  }
}
