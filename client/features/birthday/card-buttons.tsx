import { useEffect, useRef } from 'react';
import type { Dog } from '../../backend/records/dogs.ts';
import { Button } from '../../ui/button.tsx';
import type { BirthdayDog } from './birthday-words.ts';

/** The way to the birthday card of each dog of the day. */
export function CardButtons({
  celebrating,
  isNext,
  onOpen,
}: {
  celebrating: readonly BirthdayDog[];
  /** The candles are out: the card is what comes next, and takes the focus that the last candle had. */
  isNext: boolean;
  onOpen: (dog: Dog) => void;
}) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isNext) first.current?.focus({ preventScroll: true });
  }, [isNext]);

  return celebrating.map(({ dog }, index) => (
    <Button
      key={dog.id}
      ref={index === 0 ? first : null}
      look={isNext && celebrating.length === 1 ? 'primary' : 'secondary'}
      className="max-w-full wrap-anywhere"
      onClick={() => onOpen(dog)}
    >
      {celebrating.length === 1 ? 'Make a Card' : `A Card for ${dog.name}`}
    </Button>
  ));
}
