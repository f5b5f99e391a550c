import { type FormEvent, useId, useState } from 'react';
import { normalizeEmail } from '../../../domain/credentials.ts';
import { deleteAccount } from '../../backend/account.ts';
import type { Owner } from '../../backend/session.ts';
import { accountMessages } from '../../copy/account-messages.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { dismissToasts, showError, showSuccess } from '../../ui/toaster.tsx';
import { accountFailure } from './account-failure.ts';

function isConfirmed(typed: string, { email }: Owner): boolean {
  return typed.trim() === 'DELETE' || (email !== '' && normalizeEmail(typed) === normalizeEmail(email));
}

/** Deletes the account, after the owner has typed that it is meant. */
export function DeleteSection({ owner }: { owner: Owner }) {
  const headingId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!isConfirmed(typed, owner)) return;
    setIsBusy(true);
    try {
      dismissToasts();
      await deleteAccount(owner.id);
      showSuccess(accountMessages.accountDeleted);
    } catch {
      showError(accountFailure(accountMessages.couldNotDeleteAccount));
      setIsBusy(false);
    }
  }

  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId}>Delete your account</h3>
      <p className="mb-4 text-ink-soft">
        Your dogs, their parties and their photos go with it. Nobody can bring them back.
      </p>
      {isOpen ? (
        <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
          <TextField
            label="Type DELETE or your e-mail to confirm"
            name="confirmation"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            autoFocus
            value={typed}
            onValueChange={setTyped}
          />
          <Button
            type="submit"
            look="danger"
            className="justify-self-start"
            disabled={isBusy || !isConfirmed(typed, owner)}
          >
            {isBusy ? 'Please wait...' : 'Delete for Ever'}
          </Button>
        </form>
      ) : (
        <Button look="danger" onClick={() => setIsOpen(true)}>
          Delete Account…
        </Button>
      )}
    </section>
  );
}
