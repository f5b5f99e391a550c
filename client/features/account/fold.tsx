import { type ReactNode, useId, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';

/**
 * One folded part of 'Your Account'. Opening another part closes it, and what was typed stays. Only the dangerous part forgets it
 * and its password, so that nothing is ever one press away from being deleted.
 */
export function Fold({
  title,
  isDanger = false,
  isInitiallyOpen = false,
  children,
}: {
  title: string;
  isDanger?: boolean;
  isInitiallyOpen?: boolean;
  children: ReactNode;
}) {
  const headingId = useId();
  const [isOpen, setIsOpen] = useState(isInitiallyOpen);
  const [wasOpened, setWasOpened] = useState(isInitiallyOpen);
  return (
    <details
      name="account"
      open={isOpen}
      className="group/fold"
      onToggle={({ currentTarget }) => {
        setIsOpen(currentTarget.open);
        if (!currentTarget.open) return;
        setWasOpened(true);
        // The part that closed may have stood above.
        currentTarget.scrollIntoView({ block: 'nearest' });
      }}
    >
      <summary className="flex min-h-13 items-center justify-between gap-3 rounded-field marker:content-none after:text-lg after:text-ink-soft after:transition after:duration-quick after:content-['▸'] group-open/fold:after:rotate-90">
        <h4
          id={headingId}
          className={classNames('font-display text-lg font-bold', isDanger && 'group-open/fold:text-danger')}
        >
          {title}
        </h4>
      </summary>
      {(isDanger ? isOpen : wasOpened) && (
        <section aria-labelledby={headingId} className="pt-1 pb-6">
          {children}
        </section>
      )}
    </details>
  );
}
