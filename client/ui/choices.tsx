import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/**
 * One of several, by name; the arrow keys go from one to the next.
 * @param optionClasses how each looks
 * @param restClasses how those look that are not chosen
 * @param pictureOf what is seen above the name
 */
export function Choices<Value extends string>({
  label,
  names,
  chosen,
  onChoose,
  className,
  optionClasses,
  restClasses,
  pictureOf,
}: {
  label: string;
  names: Partial<Record<Value, string>>;
  chosen: Value;
  onChoose: (value: Value) => void;
  className: string;
  optionClasses: string;
  restClasses: string;
  pictureOf?: (value: Value) => ReactNode;
}) {
  const group = useId();
  return (
    <div role="radiogroup" aria-label={label} className={className}>
      {(Object.keys(names) as Value[]).map((value) => (
        <label
          key={value}
          className={classNames(
            'relative flex min-h-11 cursor-pointer items-center justify-center border-2 font-bold text-ink',
            'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
            optionClasses,
            value === chosen ? 'border-ink bg-apricot-wash' : classNames('bg-card', restClasses),
          )}
        >
          <input
            type="radio"
            name={group}
            className="sr-only"
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          {pictureOf && (
            <span aria-hidden="true" className="contents">
              {pictureOf(value)}
            </span>
          )}
          {names[value]}
        </label>
      ))}
    </div>
  );
}
