import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';

/** The way to the cards of the day. */
export function CardButton({
  count,
  isNext,
  onOpen,
}: {
  /** How many dogs celebrate. */
  count: number;
  /** The candles are out: the card is what comes next, and takes the focus that the last candle had. */
  isNext: boolean;
  onOpen: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isNext) button.current?.focus({ preventScroll: true });
  }, [isNext]);

  return (
    <Button ref={button} look={isNext ? 'primary' : 'secondary'} onClick={onOpen}>
      {count === 1 ? 'Make a Card' : 'Make Their Cards'}
    </Button>
  );
}
