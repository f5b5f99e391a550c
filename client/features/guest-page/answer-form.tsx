import { invitationPage } from '../../../addresses/addresses.ts';
import { formatFullDate } from '../../../domain/dates/calendar-date.ts';
import { dogSizes, sizeTraits } from '../../../domain/dogs/size.ts';
import {
  type Attendance,
  attendances,
  type GuestDraft,
  guestDraftOf,
  guestLimits,
} from '../../../domain/guests/guest-answer.ts';
import { lostLinkQuery, type ShownInvitation, somebodyElseQuery } from '../../../domain/guests/invitation-page.ts';
import type { BringItem } from '../../../domain/guests/invitation-view.ts';
import { isolated } from '../../../domain/text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Summary } from '../../ui/disclosure.tsx';
import { SelectField, TextBox, TextField } from '../../ui/field.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { AnswerProblems, fieldId, guestProblemTexts } from './answer-problems.tsx';

/** Does nothing, because the browser keeps what is typed and sends it. */
const keptByBrowser = () => undefined;

const answerLabels: Record<Attendance, string> = { yes: 'Yes!', maybe: 'Maybe', no: "Can't come" };

/** The problem of a group of controls. */
function GroupProblem({ id, text }: { id: string; text: string | undefined }) {
  return (
    text && (
      <p id={id} className="text-sm font-bold text-danger">
        {text}
      </p>
    )
  );
}

function AttendanceField({ value, problem }: { value: string; problem: string | undefined }) {
  return (
    <fieldset className="grid gap-2" aria-describedby={problem && 'answer-problem'}>
      <legend className="pb-2 text-title">Are you coming?</legend>
      <div className="flex flex-wrap gap-2">
        {attendances.map((answer, index) => (
          <label
            key={answer}
            className="relative flex min-h-14 grow cursor-pointer items-center justify-center gap-2 rounded-button border-2 border-edge bg-field px-4 font-display text-title font-bold hover:bg-apricot-wash has-checked:border-ink has-checked:bg-apricot has-checked:text-on-apricot has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus"
          >
            <input
              id={index === 0 ? fieldId('answer') : undefined}
              type="radio"
              name="answer"
              value={answer}
              required
              defaultChecked={answer === value}
              aria-invalid={problem !== undefined}
              className="tick-box size-5.5 shrink-0 outline-none"
            />
            {answerLabels[answer]}
          </label>
        ))}
      </div>
      <GroupProblem id="answer-problem" text={problem} />
    </fieldset>
  );
}

function DogRow({ index, name, size }: { index: number; name: string; size: string }) {
  const number = index + 1;
  return (
    <div className="dog-row grid gap-3 sm:grid-cols-[1fr_12rem] sm:items-end">
      <TextField
        id={index === 0 ? fieldId('dogs') : undefined}
        label={number === 1 ? "Your dog's name" : `Name of dog ${number}`}
        isOptional
        name="dogName"
        defaultValue={name}
        // Lets the styles see whether the field is empty. Only then do they hide the rows that follow.
        placeholder=" "
        autoComplete="off"
        onValueChange={keptByBrowser}
      />
      <SelectField
        label={number === 1 ? 'Its size' : `Size of dog ${number}`}
        name="dogSize"
        defaultValue={size}
        onValueChange={keptByBrowser}
      >
        <option value="">Not sure</option>
        {dogSizes.map((known) => (
          <option key={known} value={known} data-examples={sizeTraits[known].breedExamples.join(', ')}>
            {sizeTraits[known].label}
          </option>
        ))}
      </SelectField>
    </div>
  );
}

/** A row for each dog, and one more as soon as the last has a name: see styles/invitation.css. */
function DogFields({ dogs, problem }: { dogs: GuestDraft['dogs']; problem: string | undefined }) {
  return (
    <fieldset className="grid gap-3" aria-describedby={problem && 'dogs-problem'}>
      <legend className="pb-2 text-title">Dogs</legend>
      <GroupProblem id="dogs-problem" text={problem} />
      {Array.from({ length: guestLimits.dogs }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change their order.
        <DogRow key={index} index={index} name={dogs[index]?.name ?? ''} size={dogs[index]?.size ?? ''} />
      ))}
    </fieldset>
  );
}

function BringFields({ items, chosen }: { items: readonly BringItem[]; chosen: readonly string[] }) {
  if (items.length === 0) return null;
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-1 text-title">I can bring</legend>
      {items.map(({ item, isTaken, isMine }) => {
        const isFree = !isTaken || isMine;
        return (
          <label key={item} className="flex min-h-11 items-center gap-3 wrap-anywhere has-disabled:text-ink-soft">
            <input
              type="checkbox"
              name="brings"
              value={item}
              disabled={!isFree}
              defaultChecked={isFree && chosen.includes(item)}
              className="tick-box size-5.5 shrink-0"
            />
            <span className="min-w-0">
              {item}
              {!isFree && ' (somebody brings it)'}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

const formId = 'answer-form';

/** A field of the form, wherever it is on the page. */
export function AnswerKey({ answerKey }: { answerKey: string }) {
  return <input type="hidden" form={formId} name="answerKey" value={answerKey} />;
}

function titleOf({ view: { guest, state }, isForSomebodyElse }: ShownInvitation): string {
  if (state === 'closed') return "Can't you come?";
  if (isForSomebodyElse) return 'An answer for somebody else';
  return guest ? 'Change your answer' : 'Your answer';
}

/** Says what the address is used for. A guest who says no gets no news. */
function emailHint({ view: { guest, state } }: ShownInvitation): string {
  if (state !== 'closed') return 'For your link, a reminder the day before, and news from your host.';
  return guest ? 'For the link to this answer.' : 'Answered before? Use the same e-mail, and we mail you your link.';
}

/** The form for an answer, with what was typed or answered before. The browser sends it without script. Once late, it accepts only a no. */
export function AnswerForm({ page, isSending }: { page: ShownInvitation; isSending: boolean }) {
  const { token, view, typed, trouble, isForSomebodyElse } = page;
  const { guest, host, bringList, answerUntil, party, state } = view;
  const isLate = state === 'closed';
  const draft = { ...(typed ?? guestDraftOf(guest)), ...(isLate && { answer: 'no' }) };
  const problems = guestProblemTexts(page.problems);
  const fieldOf = (name: 'name' | 'adults' | 'children' | 'allergies' | 'note' | 'email') => ({
    ...{ id: fieldId(name), name, defaultValue: draft[name], problem: problems[name], onValueChange: keptByBrowser },
  });
  const count = { min: 0, max: guestLimits.people };
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
            <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] items-end gap-4">
              <Stepper label="Adults, with you" {...count} {...fieldOf('adults')} />
              <Stepper label="Children" {...count} {...fieldOf('children')} />
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

/** Mails a guest the link to an earlier answer. It says the same for every address. */
export function LostLink({ page: { token, lostLink } }: { page: ShownInvitation }) {
  return (
    <details
      id={lostLinkQuery}
      open={lostLink !== null}
      className="no-print rounded-card bg-card px-6 py-1 shadow-card sm:px-8"
    >
      <Summary>Answered before? Get your own link</Summary>
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
          <Button type="submit" variant="secondary" className="justify-self-start">
            Mail Me My Link
          </Button>
        </form>
      )}
    </details>
  );
}
