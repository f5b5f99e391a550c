import { useId } from 'react';
import { limits } from '../../../domain/limits.ts';
import { characterCount, tidyLine } from '../../../domain/text.ts';
import { changeName } from '../../backend/account.ts';
import type { Owner } from '../../backend/session.ts';
import { accountMessages } from '../../copy/account-messages.ts';
import { nameTooLong } from '../../copy/problems.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { showError, showSuccessInDialog } from '../../ui/toaster.tsx';
import { useForm, useValues } from '../../ui/use-form.ts';
import { accountFailure } from './account-failure.ts';

/** The address of the account, and a form for the owner's name. */
export function NameForm({ owner }: { owner: Owner }) {
  const headingId = useId();
  const state = useValues({ ownerName: owner.name ?? '' });
  const form = useForm(state, async (typed) => {
    const ownerName = tidyLine(typed.ownerName);
    if (characterCount(ownerName) > limits.ownerName) return { ownerName: nameTooLong };
    try {
      await changeName(ownerName);
      state.change({ ownerName });
      showSuccessInDialog(accountMessages.nameChanged);
    } catch {
      showError(accountFailure(accountMessages.couldNotSaveName));
    }
    return undefined;
  });

  return (
    <section aria-labelledby={headingId}>
      <h3 id={headingId}>About you</h3>
      <p className="mb-4 wrap-anywhere text-ink-soft">
        You sign in as <strong className="text-ink">{owner.email}</strong>.
      </p>
      <form {...form.props} className="grid gap-4">
        <TextField
          label="Your name"
          {...form.field('ownerName')}
          isOptional
          autoComplete="nickname"
          hint="How we welcome you. Without one we use your e-mail."
        />
        <Button type="submit" look="secondary" className="justify-self-start" disabled={form.isBusy}>
          {form.isBusy ? 'Saving...' : 'Save Name'}
        </Button>
      </form>
    </section>
  );
}
