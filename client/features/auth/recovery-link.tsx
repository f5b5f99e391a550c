import { useState } from 'react';
import { followRecoveryLink } from '../../backend/auth.ts';
import { BackendError } from '../../backend/errors.ts';
import { Button } from '../../ui/button.tsx';
import { dismissToasts, showError } from '../../ui/toaster.tsx';
import { authFailure } from './auth-failure.ts';

/** Where a recovery mail leads. The link is spent by a click, not by being opened: mail scanners open every link. */
export function RecoveryLink({
  tokenHash,
  onFollowed,
  onExpired,
}: {
  tokenHash: string;
  onFollowed: () => void;
  onExpired: () => void;
}) {
  const [isBusy, setIsBusy] = useState(false);

  async function follow() {
    setIsBusy(true);
    dismissToasts();
    try {
      await followRecoveryLink(tokenHash);
      onFollowed();
    } catch (error) {
      setIsBusy(false);
      if (error instanceof BackendError && ['link expired', 'refused'].includes(error.kind)) onExpired();
      else showError(authFailure(error));
    }
  }

  return (
    <>
      <h1>Nearly there!</h1>
      <p className="mt-3 text-ink-soft">One more press, then choose a new password. This link works once.</p>
      <Button size="large" className="mt-6 w-full" disabled={isBusy} onClick={() => void follow()}>
        {isBusy ? 'Please wait...' : 'Go On'}
      </Button>
    </>
  );
}
