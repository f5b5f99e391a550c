import { useState } from 'react';
import { authPage } from '../../../addresses/addresses.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { SignUpDisabledDialog } from './sign-up-disabled-dialog.tsx';

/** Loads the code at the click, because visitors never need it. */
async function signOut() {
  const auth = await import('../../data/session/auth.ts');
  await auth.signOut();
}

/** Sign In and Create Account, or Sign Out, in the header of the public pages. */
export function AccountActions({ isSignedIn }: { isSignedIn: boolean }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  return (
    <>
      <nav aria-label="Account" className="flex flex-wrap gap-3">
        {isSignedIn ? (
          <Button look="secondary" onClick={() => void signOut()}>
            Sign Out
          </Button>
        ) : (
          <>
            <PageLink href={authPage} className={buttonClasses('secondary')}>
              Sign In
            </PageLink>
            <Button look="dimmed" aria-haspopup="dialog" onClick={() => setIsDialogOpen(true)}>
              Create Account
            </Button>
          </>
        )}
      </nav>
      {isDialogOpen && <SignUpDisabledDialog onClose={() => setIsDialogOpen(false)} />}
    </>
  );
}
