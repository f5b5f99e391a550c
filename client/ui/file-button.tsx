import type { ComponentProps } from 'react';
import { type ButtonVariant, buttonClasses } from './button.tsx';
import { classNames } from './class-names.ts';

/** A button that lets its user choose a photo of the device; the same file may be chosen again. */
export function FileButton({
  variant = 'secondary',
  children,
  onChoose,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'onChange'> & { variant?: ButtonVariant; onChoose: (file: File) => void }) {
  return (
    <label
      className={classNames(
        buttonClasses(variant),
        'relative has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus',
        rest.disabled && 'bg-dimmed text-on-dimmed',
      )}
    >
      {children}
      <input
        type="file"
        accept="image/*,.heic,.heif"
        className="sr-only"
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
