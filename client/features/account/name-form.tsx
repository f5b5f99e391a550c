import { useId, useState } from 'react';
import { limits } from '../../../domain/limits.ts';
import { characterCount, tidyLine } from '../../../domain/text.ts';
import { changeName } from '../../backend/account.ts';
import type { Owner } from '../../backend/session.ts';
import { accountMessages } from '../../copy/account-messages.ts';
import { nameTooLong } from '../../copy/problems.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { showError, showSuccessInDialog } from '../../ui/toaster.tsx';
import { submitWith, useSingleFlight } from '../../ui/use-single-flight.ts';
import { accountFailure } from './account-failure.ts';

/** Who the owner is: the address of the account, and the name to be welcomed by. */
export function NameForm({ owner }: { owner: Owner }) {
  const headingId = useId();
  const [name, setName] = useState(owner.name ?? '');
  const [problem, setProblem] = useState<string>();

  const [submit, isBusy] = useSingleFlight(async (form: HTMLFormElement) => {
    const tidied = tidyLine(name);
    if (characterCount(tidied) > limits.ownerName) {
      setProblem(nameTooLong);
      form.querySelector('input')?.focus();
      return;
    }
    try {
      await changeName(tidied);
      setName(tidied);
      showSuccessInDialog(accountMessages.nameChanged);
    } catch {
      showError(accountFailure(accountMessages.couldNotSaveName));
    }
  });

  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId}>About you</h3>
      <p className="mb-4 wrap-anywhere text-ink-soft">
        You sign in as <strong className="text-ink">{owner.email}</strong>.
      </p>
      <form onSubmit={submitWith(submit)} noValidate className="grid gap-4">
        <TextField
          label="Your name"
          name="ownerName"
          isOptional
          autoComplete="nickname"
          value={name}
          problem={problem}
          hint="How we welcome you. Without one we use your e-mail."
          onValueChange={(value) => {
            setName(value);
            setProblem(undefined);
          }}
        />
        <Button type="submit" look="secondary" className="justify-self-start" disabled={isBusy}>
          {isBusy ? 'Saving...' : 'Save Name'}
        </Button>
      </form>
    </section>
  );
}
