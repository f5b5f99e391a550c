import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

const variants = {
  primary:
    'bg-raspberry text-on-raspberry shadow-press hover:bg-raspberry-deep not-disabled:active:translate-y-1 active:shadow-none off:bg-asleep off:text-on-asleep off:shadow-none',
  secondary: 'border-2 border-edge bg-card text-ink hover:bg-apricot-wash off:bg-dimmed off:text-on-dimmed',
  danger:
    'border-2 border-danger bg-card text-danger hover:bg-danger-wash hover:text-ink off:border-edge off:bg-dimmed off:text-on-dimmed',
  // The shade is seen on every ground.
  quiet: 'text-ink underline underline-offset-4 hover:bg-shade off:text-on-dimmed',
  dimmed: 'bg-dimmed text-on-dimmed hover:text-ink',
} as const;

export type ButtonVariant = keyof typeof variants;

export function buttonClasses(variant: ButtonVariant, size: 'regular' | 'large' = 'regular'): string {
  return classNames(
    'inline-flex min-h-11 items-center justify-center gap-2 rounded-button text-center font-display font-bold',
    'transition duration-quick ease-spring',
    size === 'large' ? 'px-7 py-3.5 text-title' : `${variant === 'quiet' ? 'px-2' : 'px-5'} py-2 text-base`,
    variants[variant],
  );
}

/** The classes of a button within or below a text, which looks like a link. */
export const linkClasses = 'min-h-11 rounded-field px-1 font-bold text-ink underline underline-offset-4';

type ButtonProps = ComponentProps<'button'> & { variant?: ButtonVariant; size?: 'regular' | 'large' };

/** A screen has at most one `primary`, for what one came to do; `danger` is for what destroys, and `quiet` for what leaves. */
export function Button({ variant = 'primary', size = 'regular', className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={classNames(buttonClasses(variant, size), className)} {...rest} />;
}

type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'type'> & { label: string };

/** A round button that shows only an icon; `label` is its accessible name. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classNames(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-pill text-ink-soft',
        'transition duration-quick ease-spring hover:bg-shade hover:text-ink active:scale-90',
        className,
      )}
      {...rest}
    />
  );
}
