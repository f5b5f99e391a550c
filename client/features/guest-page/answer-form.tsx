import { invitationPage } from '../../../addresses/addresses.ts';
import { formatFullDate } from '../../../domain/dates/calendar-date.ts';
import { guestDraftOf, guestLimits } from '../../../domain/guests/guest-answer.ts';
import { type InvitationPage, lostLinkQuery, somebodyElseQuery } from '../../../domain/guests/invitation-page.ts';
import { isolated } from '../../../domain/text/text.ts';
import { Button } from '../../ui/button.tsx';
import { summaryClasses } from '../../ui/disclosure.tsx';
import { TextBox, TextField } from '../../ui/field.tsx';
import { AttendanceField, BringFields, DogFields, fieldId, keptByBrowser } from './answer-fields.tsx';
import { AnswerProblems } from './answer-trouble.tsx';
import { guestProblemTexts } from './answer-words.ts';

const formId = 'answer-form';

type Shown = Extract<InvitationPage, { kind: 'invitation' }>;

/** Belongs to the form, wherever it stands. */
export function AnswerKey({ answerKey }: { answerKey: string }) {
  return <input type="hidden" form={formId} name="answerKey" value={answerKey} />;
}

function titleOf({ view: { guest, state }, isForSomebodyElse }: Shown): string {
  if (state === 'closed') return "Can't you come?";
  if (isForSomebodyElse) return 'An answer for somebody else';
  return guest ? 'Change your answer' : 'Your answer';
}

/** What an address is good for. A guest who says no gets no news. */
function emailHint({ view: { guest, state } }: Shown): string {
  if (state !== 'closed')
    return 'For your link to change this answer, and for a word if the party moves or is called off.';
  return guest ? 'For the link to this answer.' : 'Answered before? Use the same e-mail, and we mail you your link.';
}

/** The form of an answer, with what was typed into it or answered before. The browser sends it without any script. Late, it takes a no. */
export function AnswerForm({ page, isSending }: { page: Shown; isSending: boolean }) {
  const { token, view, typed, trouble, isForSomebodyElse } = page;
  const { guest, host, bringList, answerUntil, party, state } = view;
  const isLate = state === 'closed';
  const draft = { ...(typed ?? guestDraftOf(guest)), ...(isLate && { answer: 'no' }) };
  const problems = guestProblemTexts(page.problems);
  const fieldOf = (name: 'name' | 'adults' | 'children' | 'allergies' | 'note' | 'email') => ({
    ...{ id: fieldId(name), name, defaultValue: draft[name], problem: problems[name], onValueChange: keptByBrowser },
  });
  const count = { type: 'number', inputMode: 'numeric', min: 0, max: guestLimits.people } as const;
  return (
    <section aria-labelledby="answer-title" className="rounded-card bg-card px-6 py-6 shadow-card sm:px-8">
      <h2 id="answer-title">{titleOf(page)}</h2>
      {/* A party that has moved may be before that day. */}
      {!isLate && answerUntil && answerUntil <= party.date && (
        <p className="mt-1 text-balance">Please answer by {formatFullDate(answerUntil)}.</p>
      )}
      <form
        id={formId}
        method="post"
        action={`${invitationPage(token)}${isForSomebodyElse ? `?${somebodyElseQuery}` : ''}`}
        className="answer-form mt-4 grid gap-6"
      >
        <AnswerProblems problems={problems} trouble={trouble} />
        {isLate ? (
          <input type="hidden" name="answer" value="no" />
        ) : (
          <AttendanceField value={draft.answer} problem={problems.answer} />
        )}
        <TextField
          label={isForSomebodyElse ? 'Their name' : 'Your name'}
          autoComplete="name"
          required
          {...fieldOf('name')}
        />
        {!isLate && (
          <div className="if-coming grid gap-6">
            <div className="grid grid-cols-2 items-end gap-4">
              <TextField label="Adults, with you" {...count} {...fieldOf('adults')} />
              <TextField label="Children" {...count} {...fieldOf('children')} />
            </div>
            <DogFields dogs={draft.dogs} problem={problems.dogs} />
            <BringFields items={bringList} chosen={draft.brings} />
            <TextBox label="Allergies, of people or dogs" isOptional rows={2} {...fieldOf('allergies')} />
          </div>
        )}
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
          hint={`${emailHint(page)} Other guests never see it.`}
          {...fieldOf('email')}
        />
        <div className="grid justify-items-start gap-3">
          <Button type="submit" size="large" className="w-full sm:w-auto" disabled={isSending}>
            {isSending
              ? 'Sending...'
              : isLate
                ? "Say That I Can't Come"
                : guest
                  ? 'Change My Answer'
                  : 'Send My Answer'}
          </Button>
          <p className="text-sm text-ink-soft">Your host sees your answer. It is deleted 30 days after the party.</p>
        </div>
      </form>
    </section>
  );
}

/** Gets the link to an answer from before by mail. What it says is the same for every address. */
export function LostLink({ page: { token, lostLink } }: { page: Shown }) {
  return (
    <details
      id={lostLinkQuery}
      open={lostLink !== null}
      className="no-print rounded-card bg-card px-6 py-3 shadow-card sm:px-8"
    >
      <summary className={summaryClasses}>Answered before? Get your own link</summary>
      {lostLink === 'asked' ? (
        <p role="status" className="pb-3">
          If that address has answered here, its link is on the way by mail.
        </p>
      ) : (
        <form method="post" action={`${invitationPage(token)}?${lostLinkQuery}`} className="grid gap-3 pt-1 pb-3">
          <TextField
            id={fieldId(lostLinkQuery)}
            label="The e-mail you answered with"
            name="email"
            type="email"
            autoComplete="email"
            required
            problem={lostLink ? guestProblemTexts({ email: lostLink }).email : undefined}
            onValueChange={keptByBrowser}
          />
          <Button type="submit" look="secondary" className="justify-self-start">
            Mail Me My Link
          </Button>
        </form>
      )}
    </details>
  );
}
