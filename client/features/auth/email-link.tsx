import { useState } from 'react';
import { accountMessages } from '../../copy/account-messages.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import { isOfKind } from '../../data/errors.ts';
import { confirmEmail } from '../../data/session/account.ts';
import { Button } from '../../ui/button.tsx';
import { dismissToasts, showErrorAtForm } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';

type Outcome = 'open' | 'moved' | 'one link to go' | 'link expired' | 'account exists';

const wording: Record<Exclude<Outcome, 'open'>, { title: string; text: string }> = {
  moved: { title: 'All set!', text: 'From now on you sign in with this address. Your password stays as it is.' },
  'one link to go': {
    title: 'Half-way there!',
    text: 'We have sent a mail to your other address, too. Follow the link in it, and your new address is set.',
  },
  'link expired': {
    title: 'This link has ended',
    text: 'It is too old or was used already. Ask for a new one under Your Account.',
  },
  'account exists': accountMessages.emailTaken,
};

function outcomeOf(error: unknown): 'link expired' | 'account exists' | null {
  if (isOfKind(error, 'account exists')) return 'account exists';
  return isOfKind(error, 'link expired', 'refused') ? 'link expired' : null;
}

/** The page that the mail to a new address links to. A click spends the link, because mail scanners open every link. */
export function EmailLink({ tokenHash, onDone }: { tokenHash: string; onDone: () => void }) {
  const [outcome, setOutcome] = useState<Outcome>('open');

  const [follow, isBusy] = useSingleFlight(async () => {
    dismissToasts();
    try {
      setOutcome(await confirmEmail(tokenHash));
    } catch (error) {
      const known = outcomeOf(error);
      if (known) setOutcome(known);
      else showErrorAtForm(failureMessage(accountMessages.couldNotConfirmEmail));
    }
  });

  if (outcome === 'open') {
    return (
      <>
        <h1>Is this your new address?</h1>
        <p className="mt-3 text-ink-soft">
          One more press, and you sign in to your account with the address that this link was sent to.
        </p>
        <Button size="large" className="mt-6 w-full" disabled={isBusy} onClick={() => void follow()}>
          {isBusy ? 'Please wait...' : 'Use This Address'}
        </Button>
      </>
    );
  }
  const { title, text } = wording[outcome];
  return (
    <div role="status">
      <h1>{title}</h1>
      <p className="mt-3 text-ink-soft">{text}</p>
      <Button size="large" className="mt-6 w-full" onClick={onDone}>
        Go to Wagday
      </Button>
    </div>
  );
}
