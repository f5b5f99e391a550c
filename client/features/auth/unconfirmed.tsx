import { authMessages } from '../../copy/auth-messages.ts';
import { resendConfirmation } from '../../data/session/auth.ts';
import { linkOnWashClasses } from '../../ui/button.tsx';
import { dismissToasts, showErrorAtForm, showSuccessAtForm } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { authFailure } from './auth-failure.ts';

/** Says that the address is not confirmed yet, and offers to send the mail again. */
export function Unconfirmed({ email }: { email: string }) {
  const [resend, isBusy] = useSingleFlight(async () => {
    dismissToasts();
    try {
      await resendConfirmation(email);
      showSuccessAtForm(authMessages.confirmationSent);
    } catch (error) {
      showErrorAtForm(authFailure(error));
    }
  });

  return (
    <div className="mt-5 rounded-field bg-sky-wash px-4 py-3">
      <p>
        We have sent a mail to <strong className="wrap-anywhere">{email}</strong>. Follow the link in it, then sign in
        here.
      </p>
      <button type="button" className={linkOnWashClasses} disabled={isBusy} onClick={() => void resend()}>
        {isBusy ? 'Please wait...' : 'Send the mail again'}
      </button>
    </div>
  );
}
