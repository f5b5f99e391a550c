import { type ReactNode, useId } from 'react';

type CheckBoxProps = {
  label: ReactNode;
  hint?: ReactNode;
  name?: string;
  isChecked: boolean;
  isDisabled?: boolean;
  onCheckedChange: (isChecked: boolean) => void;
};

export function CheckBox({ label, hint, name, isChecked, isDisabled = false, onCheckedChange }: CheckBoxProps) {
  const hintId = useId();
  return (
    <div>
      <label className="flex min-h-11 w-fit items-center gap-3 pe-2 has-disabled:text-on-dimmed">
        <input
          type="checkbox"
          name={name}
          className="tick-box size-5.5 shrink-0"
          checked={isChecked}
          disabled={isDisabled}
          aria-describedby={hint ? hintId : undefined}
          onChange={({ target }) => onCheckedChange(target.checked)}
        />
        {label}
      </label>
      {hint && (
        <div id={hintId} className="ms-8.5 -mt-1 mb-1 text-sm wrap-anywhere text-ink-soft">
          {hint}
        </div>
      )}
    </div>
  );
}
