import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { messages } from '../../copy/messages.ts';
import { Button } from '../../ui/button.tsx';
import { showError } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import type { BirthdayDog } from './birthday-words.ts';
import type { PartyCards } from './party-cards.tsx';

/** The button that opens the cards of the day. */
export function CardButton({
  count,
  isNext,
  onOpen,
}: {
  /** How many dogs celebrate. */
  count: number;
  /** Whether the candles are out. The card comes next then, and takes the focus from the last candle. */
  isNext: boolean;
  onOpen: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isNext) button.current?.focus({ preventScroll: true });
  }, [isNext]);

  return (
    <Button ref={button} variant={isNext ? 'primary' : 'secondary'} onClick={onOpen}>
      {count === 1 ? 'Make a Card' : 'Make Their Cards'}
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
  onClose,
}: {
  celebrating: readonly BirthdayDog[];
  today: CalendarDate;
  isFinished: boolean;
  onClose: () => void;
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
    <Cards
      celebrating={[first, ...others]}
      today={today}
      isFinished={isFinished}
      onClose={() => {
        setCards(null);
        onClose();
      }}
    />
  );
  return [() => void open(), cards];
}
