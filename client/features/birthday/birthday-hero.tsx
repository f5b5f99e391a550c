import { useEffect, useEffectEvent, useId, useReducer, useState } from 'react';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Dog } from '../../backend/records/dogs.ts';
import { packMessages } from '../../copy/pack-messages.ts';
import { Flags } from '../../ui/art/flags.tsx';
import { CakeIcon } from '../../ui/art/icons.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Confetti } from '../../ui/confetti.tsx';
import { showError } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import {
  type BirthdayDog,
  candleCount,
  candlesLeft,
  candlesLit,
  explanationOf,
  headlineOf,
  howlOf,
  lineOf,
} from './birthday-words.ts';
import { type Candles, changeCandles, unlit } from './candle-state.ts';
import type { CandleButtons } from './candles.tsx';
import { CardButtons } from './card-buttons.tsx';
import { Stage } from './stage.tsx';
import { useBirthdayCard } from './use-birthday-card.tsx';
import { WaysToBlow } from './ways-to-blow.tsx';

/** What has just happened to the candles. */
function newsOf(candles: Candles, celebrating: readonly BirthdayDog[]): string {
  const { phase, count, out } = candles;
  if (phase === 'unlit') return '';
  if (phase === 'out') return howlOf(celebrating);
  return out.length === 0 ? candlesLit(count) : candlesLeft(count - out.length);
}

/** The party of today, in full: dogs, cake and candles, and the card at the end. */
export function BirthdayHero({
  celebrating,
  today,
  isLitAtOnce,
  onCelebrated,
  onClose,
}: {
  celebrating: readonly BirthdayDog[];
  today: CalendarDate;
  /** Lights the candles without being asked again. */
  isLitAtOnce: boolean;
  onCelebrated: () => void;
  onClose: () => void;
}) {
  const headingId = useId();
  const [candles, change] = useReducer(changeCandles, unlit);
  const [Buttons, setButtons] = useState<typeof CandleButtons | null>(null);
  const [isConfettiFalling, setIsConfettiFalling] = useState(false);
  const isOut = candles.phase === 'out';
  const [openCard, card] = useBirthdayCard(today, isOut, () => isOut && onClose());
  const [onlyOne] = celebrating.length === 1 ? celebrating : [];

  const [light] = useSingleFlight(async () => {
    try {
      const { CandleButtons } = await import('./candles.tsx');
      setButtons(() => CandleButtons);
      change({ do: 'light', count: candleCount(celebrating) });
    } catch {
      showError(packMessages.couldNotLightCandles);
    }
  });

  const lightAtOnce = useEffectEvent(() => {
    if (isLitAtOnce) void light();
  });
  useEffect(() => lightAtOnce(), []);

  const celebrate = useEffectEvent(() => {
    setIsConfettiFalling(true);
    onCelebrated();
  });
  useEffect(() => {
    if (isOut) celebrate();
  }, [isOut]);

  function endConfetti() {
    setIsConfettiFalling(false);
    // The card comes by itself, unless the owner has gone on to something else.
    if (onlyOne && !document.querySelector('dialog:modal')) openCard(onlyOne.dog);
  }

  const showCard = (dog: Dog) => {
    setIsConfettiFalling(false);
    openCard(dog);
  };

  return (
    <section
      aria-labelledby={headingId}
      className="relative mb-6 grid overflow-hidden rounded-card bg-card shadow-card md:grid-cols-[3fr_2fr]"
    >
      <Stage celebrating={celebrating} isLit={candles.phase === 'lit'} isHowling={isOut}>
        {Buttons && candles.phase !== 'unlit' && (
          <Buttons candles={candles} onBlow={(candle) => change({ do: 'blow', candle })} />
        )}
      </Stage>
      <Flags className="pointer-events-none absolute inset-x-0 top-0 h-16 w-full" />
      <div className="grid content-center gap-4 p-5 sm:p-8 md:pt-20">
        <h2 id={headingId} className={classNames(onlyOne && 'text-hero', 'wrap-anywhere')}>
          {headlineOf(celebrating)}
        </h2>
        {onlyOne ? (
          <p className="text-lg">{explanationOf(onlyOne.celebration)}</p>
        ) : (
          <ul className="grid gap-1 text-lg wrap-anywhere">
            {celebrating.map((one) => (
              <li key={one.dog.id}>{lineOf(one)}</li>
            ))}
          </ul>
        )}
        <p role="status" className="font-display text-title font-bold wrap-anywhere text-raspberry empty:-mb-4">
          {newsOf(candles, celebrating)}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          {candles.phase === 'unlit' && (
            <Button size="large" onClick={() => void light()}>
              <CakeIcon />
              Light the Candles
            </Button>
          )}
          {candles.phase === 'lit' && (
            <WaysToBlow onBreath={() => change({ do: 'blow next' })} onBlowAll={() => change({ do: 'blow all' })} />
          )}
          {candles.phase !== 'lit' && <CardButtons celebrating={celebrating} isNext={isOut} onOpen={showCard} />}
          <Button look="quiet" onClick={onClose}>
            {isOut ? 'Done' : 'Later'}
          </Button>
        </div>
      </div>
      {isConfettiFalling && <Confetti onEnd={endConfetti} />}
      {card}
    </section>
  );
}
