import { PlusIcon } from './app-icons.tsx';
import { Field, type Wired } from './field.tsx';
import { icon } from './icon.tsx';
import { step } from './step.ts';

const MinusIcon = icon(<path d="M4.7 12.1Q12 11.7 19.3 12.1" strokeWidth="2.8" />);

const steps = {
  down: { label: 'One fewer', Sign: MinusIcon },
  up: { label: 'One more', Sign: PlusIcon },
} as const;

/** Skipped by the Tab key, because the arrow keys do the same in the field between the buttons. */
function StepButton({ to, fieldId }: { to: keyof typeof steps; fieldId: string }) {
  const { label, Sign } = steps[to];
  return (
    <button
      type="button"
      tabIndex={-1}
      data-step={to}
      aria-label={label}
      aria-describedby={fieldId}
      className="grid size-12 shrink-0 touch-manipulation place-items-center hover:bg-apricot-wash noscript:hidden"
      onClick={step}
    >
      <Sign className="size-5" />
    </button>
  );
}

/** A small number between a minus and a plus. Without script it is a plain field for a number. */
export function Stepper({ label, problem, hint, isOptional, id, onValueChange, ...rest }: Wired<'input'>) {
  return (
    <Field {...{ label, problem, hint, isOptional, id, onValueChange }}>
      {(wiring) => (
        <div className="flex w-full max-w-56 items-stretch overflow-hidden rounded-field border-2 border-edge bg-field transition-colors duration-quick hover:border-ink-soft has-aria-invalid:border-danger has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-3 has-[input:focus-visible]:outline-focus">
          <StepButton to="down" fieldId={wiring.id} />
          <input
            type="number"
            inputMode="numeric"
            autoComplete="off"
            className="min-h-12 w-full min-w-8 flex-1 appearance-[textfield] bg-transparent text-center font-bold outline-none [&::-webkit-inner-spin-button]:appearance-none"
            {...wiring}
            {...rest}
          />
          <StepButton to="up" fieldId={wiring.id} />
        </div>
      )}
    </Field>
  );
}
