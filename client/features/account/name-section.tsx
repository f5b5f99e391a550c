import { limits } from '../../../domain/limits.ts';
import { characterCount, tidyLine } from '../../../domain/text/text.ts';
import { accountMessages } from '../../copy/account-messages.ts';
import { nameTooLong } from '../../copy/account-problems.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import { changeName } from '../../data/session/account.ts';
import type { Owner } from '../../data/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { showError, showSuccessInDialog } from '../../ui/toaster.tsx';
import { useForm, useValues } from '../../ui/use-form.ts';
import { Fold } from './fold.tsx';

function NameForm({ owner }: { owner: Owner }) {
  const state = useValues({ ownerName: owner.name ?? '' });
  const form = useForm(state, async (typed) => {
    const ownerName = tidyLine(typed.ownerName);
    if (characterCount(ownerName) > limits.ownerName) return { ownerName: nameTooLong };
    try {
      await changeName(ownerName);
      state.change({ ownerName });
      showSuccessInDialog(accountMessages.nameChanged);
    } catch {
      showError(failureMessage(accountMessages.couldNotSaveName));
    }
    return undefined;
  });

  return (
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
  );
}

/** Changes the name that the owner is welcomed by. */
export function NameSection({ owner }: { owner: Owner }) {
  return (
    <Fold title="Name" isInitiallyOpen>
      <NameForm owner={owner} />
    </Fold>
  );
}
