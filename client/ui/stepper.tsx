import { type ReactNode, useId } from 'react';
import { Field, type Wired } from './field.tsx';
import { MinusIcon, PlusIcon } from './icons.tsx';
import { step } from './step.ts';

const signs = { down: MinusIcon, up: PlusIcon };

type Turn = keyof typeof signs;

/**
 * A control between a minus and a plus. The Tab key skips these, because the arrow keys do the same in the control.
 * @param labelId the id of what describes both buttons
 * @param onTurn what a press does; without it, the number between them is changed
 */
export function SteppedControl({
  labelId,
  labels = { down: 'One fewer', up: 'One more' },
  onTurn,
  children,
}: {
  labelId: string;
  labels?: Record<Turn, string>;
  onTurn?: (turn: Turn) => void;
  children: ReactNode;
}) {
  const button = (turn: Turn) => {
    const Sign = signs[turn];
    return (
      <button
        type="button"
        tabIndex={-1}
        data-step={turn}
        aria-label={labels[turn]}
        aria-describedby={labelId}
        className="grid size-12 shrink-0 touch-manipulation place-items-center hover:bg-apricot-wash noscript:hidden"
        onClick={onTurn ? () => onTurn(turn) : step}
      >
        <Sign className="size-5" />
      </button>
    );
  };
  return (
    <div className="flex w-full max-w-88 items-stretch overflow-hidden rounded-field border-2 border-edge bg-field transition-colors duration-quick hover:border-ink-soft has-aria-invalid:border-danger has-[input:focus-visible]:outline-3 has-[input:focus-visible]:outline-offset-3 has-[input:focus-visible]:outline-focus">
      {button('down')}
      {children}
      {button('up')}
    </div>
  );
}

export const steppedClasses = 'min-h-12 w-full min-w-8 flex-1 bg-transparent text-center font-bold outline-none';

/** A small number between a minus and a plus. Without script it is a plain field for a number. */
export function Stepper({ label, problem, hint, isOptional, id, onValueChange, ...rest }: Wired<'input'>) {
  const labelId = useId();
  return (
    <Field {...{ label, problem, hint, isOptional, id, labelId, onValueChange }}>
      {(wiring) => (
        <SteppedControl labelId={labelId}>
          <input
            type="number"
            inputMode="numeric"
            autoComplete="off"
            className={`${steppedClasses} appearance-[textfield] [&::-webkit-inner-spin-button]:appearance-none`}
            {...wiring}
            {...rest}
          />
        </SteppedControl>
      )}
    </Field>
  );
}
