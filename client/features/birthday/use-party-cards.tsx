import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { messages } from '../../copy/messages.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { showError } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import type { BirthdayDog } from './birthday-words.ts';
import type { PartyCards } from './party-cards.tsx';

/** The button that opens the cards of the day. */
export function CardButton({
  celebrating,
  variant,
  onOpen,
}: {
  celebrating: readonly BirthdayDog[];
  /** Primary once the candles are out: the button then takes the focus from the last candle, beats once and waits. */
  variant: 'primary' | 'secondary' | 'quiet';
  onOpen: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const isNext = variant === 'primary';
  useEffect(() => {
    if (isNext) button.current?.focus({ preventScroll: true });
  }, [isNext]);

  const [only] = celebrating.length === 1 ? celebrating : [];
  return (
    <Button
      ref={button}
      variant={variant}
      size={isNext ? 'large' : 'regular'}
      className={classNames(
        'max-w-full wrap-anywhere',
        isNext && 'beats-once',
        variant === 'quiet' && 'max-sm:w-full sm:px-1',
      )}
      onClick={onOpen}
    >
      {only ? `Make ${only.dog.name}'s Card` : 'Make Their Cards'}
    </Button>
  );
}

/**
 * Loads the cards of the day on demand. Returns how to open them, and the open ones to render. `isFinished` slides them up, as the
 * end of the party.
 */
export function usePartyCards({
  celebrating,
  today,
  isFinished,
}: {
  celebrating: readonly BirthdayDog[];
  today: CalendarDate;
  isFinished: boolean;
}): [open: () => void, cards: ReactNode] {
  const [Cards, setCards] = useState<typeof PartyCards | null>(null);
  const [open] = useSingleFlight(async () => {
    try {
      const loaded = await import('./party-cards.tsx');
      setCards(() => loaded.PartyCards);
    } catch {
      showError(messages.cardFailed);
    }
  });
  const [first, ...others] = celebrating;
  const cards = Cards && first && (
    <Cards celebrating={[first, ...others]} today={today} isFinished={isFinished} onClose={() => setCards(null)} />
  );
  return [() => void open(), cards];
}
