import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

export const controlClasses = classNames(
  'w-full min-h-12 rounded-field border-2 border-edge bg-field px-3.5 py-2.5 text-ink',
  'transition-colors duration-quick hover:border-ink-soft aria-invalid:border-danger',
);

type FieldProps = {
  label: string;
  /** What is wrong with the value, in words; none while it is fine. */
  problem?: string | undefined;
  /** What helps to fill the field in. */
  hint?: ReactNode;
  isOptional?: boolean;
};

/** Ties a label, a hint and a problem to one control. */
export function Field({
  label,
  problem,
  hint,
  isOptional = false,
  children,
}: FieldProps & {
  children: (wiring: { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }) => ReactNode;
}) {
  const id = useId();
  const problemId = `${id}problem`;
  const hintId = `${id}hint`;
  const describedBy = [problem && problemId, hint && hintId].filter(Boolean).join(' ');
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-bold">
        {label}
        {isOptional && <span className="font-normal text-ink-soft"> (optional)</span>}
      </label>
      {children({ id, 'aria-invalid': problem !== undefined, 'aria-describedby': describedBy || undefined })}
      {problem && (
        <p id={problemId} className="text-sm font-bold text-danger">
          {problem}
        </p>
      )}
      {hint && (
        <div id={hintId} className="text-sm text-ink-soft">
          {hint}
        </div>
      )}
    </div>
  );
}

export type Wired<Control extends 'input' | 'textarea' | 'select'> = Omit<
  ComponentProps<Control>,
  'id' | 'className' | 'aria-invalid' | 'aria-describedby' | 'onChange' | 'value'
> &
  FieldProps & { value: string; onValueChange: (value: string) => void };

export function TextField({ label, problem, hint, isOptional, onValueChange, ...rest }: Wired<'input'>) {
  return (
    <Field {...{ label, problem, hint, isOptional: isOptional ?? false }}>
      {(wiring) => (
        <input
          className={controlClasses}
          onChange={(event) => onValueChange(event.target.value)}
          {...wiring}
          {...rest}
        />
      )}
    </Field>
  );
}

export function TextBox({ label, problem, hint, isOptional, onValueChange, ...rest }: Wired<'textarea'>) {
  return (
    <Field {...{ label, problem, hint, isOptional: isOptional ?? false }}>
      {(wiring) => (
        <textarea
          className={classNames(controlClasses, 'resize-y')}
          onChange={(event) => onValueChange(event.target.value)}
          {...wiring}
          {...rest}
        />
      )}
    </Field>
  );
}

export function SelectField({ label, problem, hint, isOptional, onValueChange, ...rest }: Wired<'select'>) {
  return (
    <Field {...{ label, problem, hint, isOptional: isOptional ?? false }}>
      {(wiring) => (
        <select
          className={classNames(controlClasses, 'select-menu')}
          onChange={(event) => onValueChange(event.target.value)}
          {...wiring}
          {...rest}
        />
      )}
    </Field>
  );
}
