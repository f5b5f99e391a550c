import { dogSizes, sizeTraits } from '../../../domain/dogs/size.ts';
import { type Attendance, attendances, type GuestDraft, guestLimits } from '../../../domain/guests/guest-answer.ts';
import type { BringItem } from '../../../domain/guests/invitation-view.ts';
import { SelectField, TextField } from '../../ui/field.tsx';

/** Nothing of the form follows what is typed: the browser keeps it, and sends it. */
export const keptByBrowser = () => undefined;

/** The address of a field within the page. */
export const fieldId = (name: string) => `field-${name}`;

const answerLabels: Record<Attendance, string> = { yes: 'Yes!', maybe: 'Maybe', no: "Can't come" };

/** The problem of several controls that stand together. */
function GroupProblem({ id, text }: { id: string; text: string | undefined }) {
  return (
    text && (
      <p id={id} className="text-sm font-bold text-danger">
        {text}
      </p>
    )
  );
}

export function AttendanceField({ value, problem }: { value: string; problem: string | undefined }) {
  return (
    <fieldset className="grid gap-2" aria-describedby={problem && 'answer-problem'}>
      <legend className="pb-2 text-title">Are you coming?</legend>
      <div className="flex flex-wrap gap-2">
        {attendances.map((answer, index) => (
          <label
            key={answer}
            className="relative flex min-h-14 grow cursor-pointer items-center justify-center gap-2 rounded-button border-2 border-edge bg-field px-4 font-display text-lg font-bold hover:bg-apricot-wash has-checked:border-ink has-checked:bg-apricot has-checked:text-on-apricot has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus"
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
        // Styles tell by it whether the field is empty, and only then hide the rows that follow.
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

/** A row for each dog, and one more as soon as there is a name in the last: see styles/invitation.css. */
export function DogFields({ dogs, problem }: { dogs: GuestDraft['dogs']; problem: string | undefined }) {
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

export function BringFields({ items, chosen }: { items: readonly BringItem[]; chosen: readonly string[] }) {
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
