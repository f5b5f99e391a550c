import type { ComponentProps } from 'react';
import { draftStore } from '../../data/drafts/kept-drafts.ts';
import type { Party } from '../../data/records/parties.ts';
import { takeFocus } from '../../ui/focus.ts';
import { FormButtons } from '../../ui/form-actions.tsx';
import { ProblemSummary } from '../../ui/problem-summary.tsx';
import { ResumedLine } from '../../ui/resumed-line.tsx';
import { type Problems, useForm } from '../../ui/use-form.ts';
import { useFormDraft } from '../../ui/use-form-draft.ts';
import type { PartyGuests } from './read-guest-book.ts';

/** What a form about a party is given in place of what it changes. */
export type AboutParty = { ownerId: string; party: Party; guests: PartyGuests; onDone: () => void };

/** A form whose draft this tab keeps. `send` takes the draft, or returns its problems, and calls `end` once the draft is saved. */
export function useDraftForm<Draft extends object>(
  ownerId: string,
  name: string,
  blank: Draft,
  onDone: () => void,
  send: (draft: Draft, end: () => void) => Promise<Problems<Draft> | undefined>,
) {
  const drafting = useFormDraft(draftStore(ownerId, name, blank), blank);
  const form = useForm({ values: drafting.draft, change: drafting.change }, (draft) => send(draft, drafting.end));
  return {
    ...drafting,
    ...form,
    leave() {
      drafting.leave();
      onDone();
    },
    startOver() {
      drafting.startOver();
      form.refuse();
    },
  };
}

type ShownForm = Pick<ReturnType<typeof useDraftForm>, 'props' | 'isBusy' | 'isResumed' | 'leave' | 'startOver'> &
  Pick<ComponentProps<typeof ProblemSummary<string>>, 'problems'>;

/** Such a form in the place of what it is about, with its fields as children. `submit` is on the button that sends it. */
export function DraftForm({
  form,
  title,
  labels,
  headingLevel: Heading = 'h2',
  className = '',
  submit,
  children,
  ...button
}: {
  form: ShownForm;
  title: string;
  labels: Readonly<Record<string, string>>;
  headingLevel?: 'h2' | 'h3';
  submit: string;
} & Pick<ComponentProps<'form'>, 'className' | 'children'> &
  Pick<ComponentProps<typeof FormButtons>, 'busyText' | 'disabled'>) {
  return (
    <form {...form.props} className={`grid max-w-dialog grid-cols-1 gap-5 ${className}`}>
      <Heading ref={takeFocus} tabIndex={-1} className="text-title wrap-anywhere">
        {title}
      </Heading>
      {form.isResumed && <ResumedLine onPress={form.startOver} />}
      <ProblemSummary problems={form.problems} labels={labels} />
      {children}
      <FormButtons onCancel={form.leave} isBusy={form.isBusy} {...button}>
        {submit}
      </FormButtons>
    </form>
  );
}
