import { useState } from 'react';
import { Link } from 'wouter';
import { Wordmark } from '../../ui/art/wordmark.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { SignUpDisabledDialog } from './sign-up-disabled-dialog.tsx';

/** Loaded when it is wanted: a visitor has nothing to sign out of. */
async function signOut() {
  const auth = await import('../../backend/auth.ts');
  await auth.signOut();
}

/** The header of the pages that everyone can see. */
export function Header({ isSignedIn }: { isSignedIn: boolean }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  return (
    <header className="mx-auto flex w-full max-w-page flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-4 sm:px-6">
      <div>
        <Link href="/" className="inline-block rounded-field">
          <Wordmark className="text-heading" />
        </Link>
        <p className="text-sm text-ink-soft">Calculate your dog's birthday and celebrate all year long!</p>
      </div>
      <nav aria-label="Account" className="flex flex-wrap gap-3">
        {isSignedIn ? (
          <Button look="secondary" onClick={() => void signOut()}>
            Sign Out
          </Button>
        ) : (
          <>
            <Link href="/auth" className={buttonClasses('secondary')}>
              Sign In
            </Link>
            <Button look="dimmed" aria-haspopup="dialog" onClick={() => setIsDialogOpen(true)}>
              Create Account
            </Button>
          </>
        )}
      </nav>
      {isDialogOpen && <SignUpDisabledDialog onClose={() => setIsDialogOpen(false)} />}
    </header>
  );
}
