import { type ReactNode, useId, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';

/**
 * One folded section of 'Your account'. Closing it drops what was typed, so that no password stays in a closed form.
 */
export function Fold({
  title,
  isDanger = false,
  children,
}: {
  title: string;
  isDanger?: boolean;
  children: ReactNode;
}) {
  const headingId = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="group/fold" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="flex min-h-14 cursor-pointer items-center justify-between gap-3 rounded-field marker:content-none after:text-lg after:text-ink-soft after:transition after:duration-quick after:content-['▸'] group-open/fold:after:rotate-90">
        <h3 id={headingId} className={classNames(isDanger && 'text-danger')}>
          {title}
        </h3>
      </summary>
      {isOpen && (
        <section aria-labelledby={headingId} className="pt-1 pb-6">
          {children}
        </section>
      )}
    </details>
  );
}
