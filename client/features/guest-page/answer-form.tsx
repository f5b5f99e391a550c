import type { ReactNode } from 'react';
import { invitationPage } from '../../../addresses/addresses.ts';
import { defaultSize } from '../../../domain/dogs/size.ts';
import {
  type Attendance,
  attendances,
  dogSizeField,
  type GuestDraft,
  guestDraftOf,
  guestLimits,
} from '../../../domain/guests/guest-answer.ts';
import type { BringItem, InvitationView } from '../../../domain/guests/invitation-view.ts';
import { lostLinkQuery, type ShownInvitation, somebodyElseQuery } from '../../../domain/guests/shown-invitation.ts';
import { isolated, joined } from '../../../domain/text/text.ts';
import { CastDog } from '../../art/cast-dog.tsx';
import { coatClasses } from '../../art/coats.ts';
import { hostsCoat } from '../../art/party-table.tsx';
import { PawPrint } from '../../art/paw-print.tsx';
import { SizeDogs } from '../../shared/fields/size-field.tsx';
import { Button } from '../../ui/button.tsx';
import { CrossIcon } from '../../ui/cross-icon.tsx';
import { Summary } from '../../ui/disclosure.tsx';
import { TextBox, TextField } from '../../ui/field.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { AnswerProblems, fieldId, guestProblemTexts } from './answer-problems.tsx';
import { isWaitlist } from './party-facts.tsx';

/** Does nothing, because the browser keeps what is typed and sends it. */
const keptByBrowser = () => undefined;

function GroupProblem({ id, text }: { id: string; text: string | undefined }) {
  return (
    text && (
      <p id={id} className="text-sm font-bold text-danger">
        {text}
      </p>
    )
  );
}

/** How the birthday dog takes each answer: it jumps, tilts its head, lies down to sleep. */
const moods: Record<Attendance, string> = {
  yes: '-translate-y-1',
  maybe: 'rotate-12',
  no: '[--asleep:inline] [--awake:none] [--hat:none]',
};

type AttendanceFieldProps = {
  page: ShownInvitation;
  value: string;
  problem: string | undefined;
};

/** The three answers, as equal buttons. They are radio buttons, so that one opens the rest of the form without a script. */
function AttendanceField({ page, value, problem }: AttendanceFieldProps) {
  const size = page.view.dog.size ?? defaultSize;
  const yes = isWaitlist(page.view) ? 'Waitlist' : 'Going';
  const labels: Record<Attendance, string> = { yes, maybe: 'Maybe', no: "Can't go" };
  return (
    <fieldset className="grid gap-2" aria-describedby={problem && 'answer-problem'}>
      <legend id="answer-title" className="answer-title pb-2 text-title">
        {page.isForSomebodyElse ? 'Who else is in?' : 'Are you in?'}
      </legend>
      <div
        className={`isolate grid grid-cols-3 gap-2 max-sm:pt-13 ${coatClasses(size, hostsCoat(page.view.dog)) ?? ''}`}
      >
        {attendances.map((answer, index) => (
          <label
            key={answer}
            className="relative flex min-h-12 cursor-pointer items-center justify-center sm:min-h-16 sm:gap-2 sm:text-title sm:leading-5 sm:overflow-hidden sm:[font-size:min(var(--text-title),2.6vw)] lg:[font-size:min(var(--text-title),1.8vw)] [&>svg]:-mb-1 [&>svg]:size-15 sm:[&>svg]:size-12 [&>svg]:self-end max-sm:[&>svg]:absolute max-sm:[&>svg]:start-[calc(50%-1.875rem)] max-sm:[&>svg]:-z-1 max-sm:[&>svg]:bottom-full rounded-button border-2 border-edge bg-field px-1 text-center [font-size:min(1rem,8vw)] font-display leading-tight font-bold hover:bg-apricot-wash has-checked:border-ink has-checked:bg-lamp has-checked:text-on-lamp has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus"
          >
            <input
              id={index === 0 ? fieldId('answer') : undefined}
              type="radio"
              name="answer"
              value={answer}
              required
              defaultChecked={answer === value}
              aria-invalid={problem !== undefined}
              className="absolute inset-0 cursor-pointer appearance-none outline-none"
            />
            <CastDog size={size} scale={1} className={moods[answer]} />
            {labels[answer]}
          </label>
        ))}
      </div>
      <GroupProblem id="answer-problem" text={problem} />
    </fieldset>
  );
}

function DogRow({ index, name, size }: { index: number; name: string; size: string }) {
  return (
    <div className="dog-row grid gap-3">
      <TextField
        id={index === 0 ? fieldId('dogs') : undefined}
        label={index === 0 ? "Your dog's name" : `Name of dog ${index + 1}`}
        isOptional
        name="dogName"
        defaultValue={name}
        // Lets the styles see whether the field is empty. Only then do they hide the rows that follow.
        placeholder=" "
        autoComplete="off"
        onValueChange={keptByBrowser}
      />
      <SizeDogs
        legend={index === 0 ? 'Size' : `Size of dog ${index + 1}`}
        name={dogSizeField(index)}
        value={size}
        unsure={
          <svg viewBox="-26 -34 52 52" aria-hidden="true">
            <PawPrint transform="translate(0 4)" />
          </svg>
        }
      />
    </div>
  );
}

type DogFieldsProps = {
  dogs: GuestDraft['dogs'];
  problem: string | undefined;
  table: ReactNode;
};

/**
 * The table, and below it a row for the first dog, and behind a button one for each other dog, as soon as the one before has a name: see
 * styles/invitation.css. A dog that is named sits down.
 */
function DogFields({ dogs, problem, table }: DogFieldsProps) {
  const rows = Array.from({ length: guestLimits.dogs }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows never change their order.
    <DogRow key={index} index={index} name={dogs[index]?.name ?? ''} size={dogs[index]?.size ?? ''} />
  ));
  return (
    <fieldset
      className="if-coming min-w-0 overflow-hidden rounded-card border-2 border-edge/50"
      aria-describedby={problem && 'dogs-problem'}
    >
      <legend className="sr-only">Dogs</legend>
      {table && (
        <div aria-hidden="true" className="if-yes">
          {table}
        </div>
      )}
      <div className="grid gap-x-4 gap-y-2 p-4">
        <GroupProblem id="dogs-problem" text={problem} />
        {rows[0]}
        <details open={dogs.length > 1} className="-mb-3">
          <Summary>Another dog</Summary>
          <div className="grid gap-4 pt-2">{rows.slice(1)}</div>
        </details>
      </div>
    </fieldset>
  );
}

const isFree = ({ isTaken, isMine }: BringItem) => !isTaken || isMine;

function OthersBring({ items }: { items: readonly BringItem[] }) {
  const taken = items.filter((each) => !isFree(each));
  return (
    taken[0] && (
      <p className="if-coming text-sm wrap-anywhere text-ink-soft">{`Others bring ${joined(taken.map(({ item }) => item))}.`}</p>
    )
  );
}

function BringFields({ items, chosen }: { items: readonly BringItem[]; chosen: readonly string[] }) {
  return (
    items.some(isFree) && (
      <fieldset className="grid gap-1">
        <legend className="pb-1 font-bold">I can bring</legend>
        {items.filter(isFree).map(({ item }) => (
          <label key={item} className="flex min-h-11 items-center gap-3 wrap-anywhere">
            <input
              type="checkbox"
              name="brings"
              value={item}
              defaultChecked={chosen.includes(item)}
              className="tick-box size-5.5 shrink-0"
            />
            {item}
          </label>
        ))}
        <OthersBring items={items} />
      </fieldset>
    )
  );
}

const formId = 'answer-form';

/** A field of the form, wherever it is on the page. */
export function AnswerKey({ answerKey }: { answerKey: string }) {
  return <input type="hidden" form={formId} name="answerKey" value={answerKey} />;
}

function hostOf({ host }: InvitationView, unnamed = 'your host'): string {
  return host.name ? isolated(host.name) : unnamed;
}

/** Says what the address is used for. A guest who says no gets no news. */
function emailHint(view: InvitationView): string {
  const whoSees = `Only ${hostOf(view)} sees it.`;
  if (view.state !== 'closed') return `So we can reach you if plans change. ${whoSees}`;
  return `${view.guest ? 'For the link to this answer.' : "Already answered? We'll email you your link."} ${whoSees}`;
}

/** Returns what the fields of the form hold, and what is wrong with it. Once late, only a no is accepted. */
function readForm({ view: { guest, state }, typed, problems }: ShownInvitation) {
  const isLate = state === 'closed';
  const draft = { ...(typed ?? guestDraftOf(guest)), ...(isLate && { answer: 'no' }) };
  const texts = guestProblemTexts(problems);
  const fieldOf = (name: 'name' | 'adults' | 'children' | 'allergies' | 'note' | 'email') => ({
    id: fieldId(name),
    name,
    defaultValue: draft[name],
    problem: texts[name],
    onValueChange: keptByBrowser,
  });
  return { isLate, draft, problems: texts, fieldOf };
}

function CompanyFields({ page }: { page: ShownInvitation }) {
  const { draft, fieldOf } = readForm(page);
  const count = { min: 0, max: guestLimits.people };
  return (
    <div className="if-coming grid gap-5">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] items-end gap-4">
        <Stepper label="Adults (you included)" {...count} {...fieldOf('adults')} />
        <Stepper label="Children" {...count} {...fieldOf('children')} />
      </div>
      <BringFields items={page.view.bringList} chosen={draft.brings} />
    </div>
  );
}

function NoteFields({ page }: { page: ShownInvitation }) {
  const { isLate, draft, problems, fieldOf } = readForm(page);
  const isUnfolded = Boolean(draft.note || draft.allergies || problems.note || problems.allergies);
  return (
    <details open={isUnfolded}>
      <Summary>{isLate ? 'Add a note' : 'Add a note, allergies'}</Summary>
      <div className="grid gap-5 pt-2">
        <TextBox label={`Note for ${hostOf(page.view)}`} isOptional rows={2} {...fieldOf('note')} />
        {!isLate && (
          <div className="if-coming grid gap-5">
            <TextBox label="Allergies, of people or dogs" isOptional rows={2} {...fieldOf('allergies')} />
          </div>
        )}
      </div>
    </details>
  );
}

/**
 * The form for an answer, with what was typed or answered before. The browser sends it without script. Until one of the three answers is
 * chosen, a new one shows nothing else, as a bar at the foot of the window (styles/invitation.css).
 */
export function AnswerForm({
  page,
  table,
}: {
  page: ShownInvitation;
  /** The table for a guest who says yes: the dog that is being typed sits down. */
  table: ReactNode;
}) {
  const { token, view, trouble, isForSomebodyElse } = page;
  const { isLate, draft, problems, fieldOf } = readForm(page);
  const isBar = !view.guest && !isLate;
  return (
    <section
      aria-labelledby="answer-title"
      className={isBar ? 'answer-bar bg-card px-4 sm:px-8' : 'rounded-card bg-card p-5 text-start'}
    >
      <form
        id={formId}
        method="post"
        action={`${invitationPage(token)}${isForSomebodyElse ? `?${somebodyElseQuery}` : ''}`}
        className="answer-form grid gap-5"
      >
        {isBar && (
          <button type="reset" aria-label="Close" className="answer-close size-11 place-content-center text-ink-soft">
            <CrossIcon />
          </button>
        )}
        <AnswerProblems problems={problems} trouble={trouble} />
        {isLate ? (
          <>
            <h2 id="answer-title" className="text-title">
              Can't go?
            </h2>
            <input type="hidden" name="answer" value="no" />
          </>
        ) : (
          <AttendanceField page={page} value={draft.answer} problem={problems.answer} />
        )}
        <div className="answer-rest grid gap-5">
          {!isLate && <DogFields dogs={draft.dogs} problem={problems.dogs} table={table} />}
          <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
            <TextField
              label={isForSomebodyElse ? 'Their name' : 'Your name'}
              autoComplete="name"
              required
              {...fieldOf('name')}
            />
            <TextField
              label="Your email"
              isOptional
              type="email"
              autoComplete="email"
              hint={emailHint(view)}
              {...fieldOf('email')}
            />
          </div>
          {!isLate && <CompanyFields page={page} />}
          <div>
            <NoteFields page={page} />
            {!isLate && !view.bringList.some(isFree) && <OthersBring items={view.bringList} />}
          </div>
          <div className="answer-send bg-card">
            <p id="no-network" role="alert" hidden className="pb-2 font-bold">
              No network right now. Nothing you typed is lost: send it once you're back.
            </p>
            <Button type="submit" size="large" className="w-full">
              Send Answer
            </Button>
          </div>
          <p className="text-sm text-ink-soft">
            {`${hostOf(view, 'Your host')} sees your answer${view.guests?.seatedDogs && !isLate ? ', everybody your dog' : ''}. It's deleted 30 days after the party.`}
          </p>
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
      className="no-print rounded-card bg-card px-5 py-1 shadow-card max-lg:order-1 sm:px-8"
    >
      <Summary>Already answered? Change it</Summary>
      {lostLink === 'asked' ? (
        <p role="status" className="pb-3">
          If that email has answered here, we'll email its link, up to three times a day.
        </p>
      ) : (
        <form method="post" action={`${invitationPage(token)}?${lostLinkQuery}`} className="grid gap-3 pt-1 pb-3">
          <TextField
            id={fieldId(lostLinkQuery)}
            label="The email you answered with"
            name="email"
            type="email"
            autoComplete="email"
            required
            problem={lostLink ? guestProblemTexts({ email: lostLink }).email : undefined}
            onValueChange={keptByBrowser}
          />
          <Button type="submit" variant="secondary" className="justify-self-start">
            Email Me My Link
          </Button>
        </form>
      )}
    </details>
  );
}
