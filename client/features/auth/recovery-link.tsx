import { isOfKind } from '../../data/errors.ts';
import { followRecoveryLink } from '../../data/session/auth.ts';
import { Button, linkClasses } from '../../ui/button.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { dismissToasts, showErrorAtForm } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { authFailure } from './auth-failure.ts';

/** The page that a recovery mail links to. A click spends the link, because mail scanners open every link. */
export function RecoveryLink({
  tokenHash,
  signedInAs,
  onFollowed,
  onExpired,
}: {
  tokenHash: string;
  /** The e-mail of the owner who is signed in on this page. The link may be for another account. */
  signedInAs: string | null;
  onFollowed: () => void;
  onExpired: () => void;
}) {
  const [follow, isBusy] = useSingleFlight(async () => {
    dismissToasts();
    try {
      await followRecoveryLink(tokenHash);
      onFollowed();
    } catch (error) {
      if (isOfKind(error, 'link expired', 'refused')) onExpired();
      else showErrorAtForm(authFailure(error));
    }
  });

  return (
    <>
      <h1>Nearly there!</h1>
      {signedInAs === null ? (
        <p className="mt-3 text-ink-soft">One more press, then choose a new password. This link works once.</p>
      ) : (
        <p className="mt-3 wrap-anywhere text-ink-soft">
          You are signed in as <strong className="block text-ink">{signedInAs}</strong>
          The link may be for another account: Go On signs you out here, opens that account and lets you choose a new
          password for it.
        </p>
      )}
      <Button size="large" className="mt-6 w-full" disabled={isBusy} onClick={() => void follow()}>
        {isBusy ? 'Please wait...' : 'Go On'}
      </Button>
      {signedInAs !== null && (
        <p className="mt-5 text-center">
          Not now?{' '}
          <PageLink href="/" className={linkClasses}>
            Stay Signed In
          </PageLink>
        </p>
      )}
    </>
  );
}
