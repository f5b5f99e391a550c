import { useEffect, useRef } from 'react';
import { cardHash } from '../../../addresses/addresses.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PageLink } from '../../ui/page-link.tsx';
import type { BirthdayDog } from './birthday-words.ts';

export function CardLinks({
  celebrating,
  variant,
}: {
  celebrating: readonly BirthdayDog[];
  /**
   * Primary once the candles are out: the first link then takes the focus from the last candle, beats once and waits. Quiet links to the
   * cards of several dogs are only their names, in one row.
   */
  variant: 'primary' | 'quiet';
}) {
  const first = useRef<HTMLAnchorElement>(null);
  const isNext = variant === 'primary';
  useEffect(() => {
    if (isNext) first.current?.focus({ preventScroll: true });
  }, [isNext]);

  const areNames = !isNext && celebrating.length > 1;
  const links = celebrating.map(({ dog }, index) => (
    <PageLink
      key={dog.id}
      ref={index === 0 ? first : undefined}
      href={cardHash(dog.id)}
      className={classNames(
        buttonClasses(isNext && index > 0 ? 'secondary' : variant, isNext && index === 0 ? 'large' : 'regular'),
        'max-w-full wrap-anywhere',
        // After the smoke has risen.
        isNext && index === 0 && 'animate-[beats-once_600ms_var(--ease-settle)_1.8s]',
        !isNext && `min-w-11 ${areNames ? 'px-2!' : '-mx-1 px-1!'}`,
      )}
      {...(areNames && { 'aria-label': `Make ${dog.name}'s Card` })}
    >
      {areNames ? (
        dog.name
      ) : (
        <span>
          Make <span>{`${dog.name}'s`}</span> Card
        </span>
      )}
    </PageLink>
  ));
  if (!areNames) return links;
  return (
    <p className="-mx-2 flex max-w-full flex-wrap items-center">
      <span className="mx-2 text-ink-soft">Cards:</span> {links}
    </p>
  );
}
