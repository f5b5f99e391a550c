/** What the pages behind a link need, fetched by who is about to follow it and by nobody else. */

import { authPage } from '../../addresses/addresses.ts';
import { prepareSupabase } from '../backend/prepare-supabase.ts';

let isPrepared = false;

function prepareSignIn() {
  if (isPrepared) return;
  isPrepared = true;
  // The app's own modules: a document that opens next finds them in the cache.
  void Promise.all([import('../pages/auth-page.tsx'), import('./app.tsx'), prepareSupabase()]).catch(() => {
    isPrepared = false;
  });
}

/** Gets the sign-in screen ready as soon as a pointer or the focus is on a link to it. */
export function prepareNextPage() {
  for (const intent of ['pointerover', 'focusin'] as const) {
    document.addEventListener(
      intent,
      ({ target }) => {
        if (target instanceof Element && target.closest(`a[href^="${authPage}"]`)) prepareSignIn();
      },
      { passive: true },
    );
  }
}
