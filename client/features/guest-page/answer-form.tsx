import { invitationPage } from '../../../addresses/addresses.ts';
import { formatFullDate } from '../../../domain/calendar-date.ts';
import { guestDraftOf, guestLimits } from '../../../domain/guest-answer.ts';
import type { InvitationPage } from '../../../domain/invitation-page.ts';
import { isolated } from '../../../domain/text.ts';
import { Button } from '../../ui/button.tsx';
import { TextBox, TextField } from '../../ui/field.tsx';
import { AttendanceField, BringFields, DogFields, fieldId, keptByBrowser } from './answer-fields.tsx';
import { AnswerProblems } from './answer-trouble.tsx';
import { guestProblemTexts } from './answer-words.ts';

const formId = 'answer-form';

/** Belongs to the form, wherever it stands. */
export function AnswerKey({ answerKey }: { answerKey: string }) {
  return <input type="hidden" form={formId} name="answerKey" value={answerKey} />;
}

/** The form of an answer, with what was typed into it or answered before. The browser sends it without any script. */
export function AnswerForm({
  page,
  isSending,
}: {
  page: Extract<InvitationPage, { kind: 'invitation' }>;
  isSending: boolean;
}) {
  const { token, view, typed, trouble } = page;
  const { guest, host, bringList, answerUntil, party } = view;
  const draft = typed ?? guestDraftOf(guest);
  const problems = guestProblemTexts(page.problems);
  const fieldOf = (name: 'name' | 'adults' | 'children' | 'allergies' | 'note' | 'email') => ({
    ...{ id: fieldId(name), name, defaultValue: draft[name], problem: problems[name], onValueChange: keptByBrowser },
  });
  const count = { type: 'number', inputMode: 'numeric', min: 0, max: guestLimits.people } as const;
  return (
    <section aria-labelledby="answer-title" className="rounded-card bg-card px-6 py-6 shadow-card sm:px-8">
      <h2 id="answer-title">{guest ? 'Change your answer' : 'Your answer'}</h2>
      {/* A party that has moved may be before that day. */}
      {answerUntil && answerUntil <= party.date && (
        <p className="mt-1 text-balance">Please answer by {formatFullDate(answerUntil)}.</p>
      )}
      <form id={formId} method="post" action={invitationPage(token)} className="answer-form mt-4 grid gap-6">
        <AnswerProblems problems={problems} trouble={trouble} />
        <AttendanceField value={draft.answer} problem={problems.answer} />
        <TextField label="Your name" autoComplete="name" required {...fieldOf('name')} />
        <div className="if-coming grid gap-6">
          <div className="grid grid-cols-2 items-end gap-4">
            <TextField label="Adults, with you" {...count} {...fieldOf('adults')} />
            <TextField label="Children" {...count} {...fieldOf('children')} />
          </div>
          <DogFields dogs={draft.dogs} problem={problems.dogs} />
          <BringFields items={bringList} chosen={draft.brings} />
          <TextBox label="Allergies, of people or dogs" isOptional rows={2} {...fieldOf('allergies')} />
        </div>
        <TextBox
          label={host.name ? `A word to ${isolated(host.name)}` : 'A word to your host'}
          isOptional
          rows={3}
          {...fieldOf('note')}
        />
        <TextField
          label="Your e-mail"
          isOptional
          type="email"
          autoComplete="email"
          hint="For your link to change this answer, and for a word if the party moves or is called off. Other guests never see it."
          {...fieldOf('email')}
        />
        <div className="grid justify-items-start gap-3">
          <Button type="submit" size="large" className="w-full sm:w-auto" disabled={isSending}>
            {isSending ? 'Sending...' : guest ? 'Change My Answer' : 'Send My Answer'}
          </Button>
          <p className="text-sm text-ink-soft">Your host sees your answer. It is deleted 30 days after the party.</p>
        </div>
      </form>
    </section>
  );
}
