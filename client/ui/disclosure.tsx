import { type ReactNode, useState } from 'react';

/** The classes of a `<summary>`. */
export const summaryClasses =
  'flex min-h-11 w-fit items-center gap-2 rounded-field font-bold text-raspberry marker:content-none before:transition before:duration-quick before:content-["▸"] [[open]>&]:before:rotate-90';

/** Content folded behind its title. It is rendered when it is opened. */
export function Disclosure({ title, className, children }: { title: string; className: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={className} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={summaryClasses}>{title}</summary>
      {isOpen && children}
    </details>
  );
}
