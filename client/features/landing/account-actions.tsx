import { useState } from 'react';
import { authPage } from '../../../addresses/addresses.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { SignUpDisabledDialog } from './sign-up-disabled-dialog.tsx';

/** Loaded when it is wanted: a visitor has nothing to sign out of. */
async function signOut() {
  const auth = await import('../../backend/auth.ts');
  await auth.signOut();
}

/** The ways in and out, in the header of the pages that everyone can see. */
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
