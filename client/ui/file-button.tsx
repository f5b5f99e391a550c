import type { ComponentProps } from 'react';
import { type ButtonVariant, buttonClasses } from './button.tsx';
import { classNames } from './class-names.ts';

type FileButtonProps = Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'onClick'> & {
  variant?: ButtonVariant;
  isBusy?: boolean;
  onChoose: (file: File) => void;
};

/** A button that lets its user choose a photo of the device; the same file may be chosen again. While it is busy it keeps the focus. */
export function FileButton({ variant = 'secondary', isBusy = false, children, onChoose, ...rest }: FileButtonProps) {
  return (
    <label
      className={classNames(
        buttonClasses(variant),
        'relative has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus',
        isBusy && 'bg-dimmed text-on-dimmed',
      )}
    >
      {children}
      <input
        type="file"
        accept="image/*,.heic,.heif"
        className="sr-only"
        aria-disabled={isBusy || undefined}
        onClick={(event) => isBusy && event.preventDefault()}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onChoose(file);
          target.value = '';
        }}
        {...rest}
      />
    </label>
  );
}
