/** Loads the code of the sign-in page ahead, for visitors who are about to follow a link to it. */

import { authPage } from '../../addresses/addresses.ts';
import { prepareSupabase } from '../data/prepare-supabase.ts';

function prepareSignIn() {
  // These are the app's own modules, so the next document finds them in the cache.
  void Promise.all([import('../pages/auth-page.tsx'), import('./app.tsx'), prepareSupabase()]).catch(() => undefined);
}

/** Gets the sign-in screen ready as soon as a pointer or the focus is on a link to it. */
export function prepareNextPage() {
  for (const intent of ['pointerover', 'focusin']) {
    document.addEventListener(intent, ({ target }) => {
      if (target instanceof Element && target.closest(`a[href^="${authPage}"]`)) prepareSignIn();
    });
  }
}
