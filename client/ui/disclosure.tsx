import { type ReactNode, useState } from 'react';
import { type ButtonVariant, buttonClasses } from './button.tsx';
import { classNames } from './class-names.ts';
import { icon } from './icon.tsx';

export const Chevron = icon(<path d="M5.1 8.9Q8.6 12.4 12 15.7Q15.4 12.6 18.9 8.7" strokeWidth="2.6" />);

export function Summary({ children }: { children: ReactNode }) {
  return (
    <summary className="flex min-h-14 items-center justify-between gap-3 rounded-field py-2 font-display font-bold text-ink marker:content-none [&::-webkit-details-marker]:hidden">
      {children}
      <Chevron className="size-5 shrink-0 text-ink-soft transition duration-easy ease-spring [[open]>summary>&]:rotate-180" />
    </summary>
  );
}

/** The same as a button, for what is folded beside other buttons. */
export function ButtonSummary({ variant = 'secondary', children }: { variant?: ButtonVariant; children: ReactNode }) {
  return (
    <summary className={classNames(buttonClasses(variant), 'marker:content-none [&::-webkit-details-marker]:hidden')}>
      {children}
    </summary>
  );
}

type DisclosureProps = {
  title: ReactNode;
  className: string;
  children: ReactNode;
};

/** Content folded behind its title. It is rendered when it is opened. */
export function Disclosure({ title, className, children }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={className} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <Summary>{title}</Summary>
      {isOpen && children}
    </details>
  );
}
