import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

export const controlClasses = classNames(
  'w-full min-h-12 rounded-field border-2 border-edge bg-field px-3.5 py-2.5 text-ink',
  'transition-colors duration-quick hover:border-ink-soft aria-invalid:border-danger',
);

type FieldProps = {
  label: string;
  problem?: string | undefined;
  hint?: ReactNode;
  isOptional?: boolean | undefined;
  /** Where something else of the page has to lead to the control. */
  id?: string | undefined;
  onValueChange: (value: string) => void;
};

type Wiring = {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
  onChange: (event: { target: { value: string } }) => void;
};

export function Field({
  label,
  problem,
  hint,
  isOptional,
  id: givenId,
  labelId,
  onValueChange,
  children,
}: FieldProps & { labelId?: string; children: (wiring: Wiring) => ReactNode }) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const problemId = `${id}problem`;
  const hintId = `${id}hint`;
  const describedBy = [problem && problemId, hint && hintId].filter(Boolean).join(' ');
  return (
    <div className="grid grid-cols-1 content-start gap-1.5">
      <label id={labelId} htmlFor={id} className="font-bold">
        {label}
        {isOptional && <span className="font-normal text-ink-soft"> (optional)</span>}
      </label>
      {children({
        id,
        'aria-invalid': problem !== undefined,
        'aria-describedby': describedBy || undefined,
        onChange: (event) => onValueChange(event.target.value),
      })}
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
  'className' | 'value' | 'defaultValue' | keyof Wiring
> &
  // With `defaultValue` the browser keeps what is typed, and sends it with its form.
  FieldProps & { value?: string; defaultValue?: string };

export function TextField({ label, problem, hint, isOptional, id, onValueChange, ...rest }: Wired<'input'>) {
  return (
    <Field {...{ label, problem, hint, isOptional, id, onValueChange }}>
      {(wiring) => <input className={controlClasses} {...wiring} {...rest} />}
    </Field>
  );
}

export function TextBox({ label, problem, hint, isOptional, id, onValueChange, ...rest }: Wired<'textarea'>) {
  return (
    <Field {...{ label, problem, hint, isOptional, id, onValueChange }}>
      {(wiring) => (
        <textarea
          className={classNames(
            controlClasses,
            'max-h-80 resize-none field-sizing-content',
            // One that begins with a single line grows from there.
            rest.rows !== 1 && 'min-h-24',
          )}
          {...wiring}
          {...rest}
        />
      )}
    </Field>
  );
}

type SelectFieldProps = Wired<'select'> & {
  options?: Readonly<Record<string, string>> | readonly (readonly [value: string, name: string])[];
};

/** `options` are values with their names, in a table or a list. They follow the children. */
export function SelectField({ options = [], children, ...props }: SelectFieldProps) {
  const { label, problem, hint, isOptional, id, onValueChange, ...rest } = props;
  const listed = Array.isArray(options) ? options : Object.entries(options);
  return (
    <Field {...{ label, problem, hint, isOptional, id, onValueChange }}>
      {(wiring) => (
        <select className={classNames(controlClasses, 'select-menu')} {...wiring} {...rest}>
          {children}
          {listed.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
