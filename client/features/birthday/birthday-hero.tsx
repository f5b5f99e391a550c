import { useEffect, useEffectEvent, useId, useReducer, useState } from 'react';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { Flags } from '../../art/flags.tsx';
import { packMessages } from '../../copy/pack-messages.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Confetti } from '../../ui/confetti.tsx';
import { CakeIcon } from '../../ui/icons.tsx';
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
import { Stage } from './stage.tsx';
import { CardButton, usePartyCards } from './use-party-cards.tsx';

/** Ways to blow out the candles other than tapping each: by breath, if the owner asks for it, or all at once. */
function WaysToBlow({ onBreath, onBlowAll }: { onBreath: () => void; onBlowAll: () => void }) {
  const [breath, ask] = useBreath(onBreath);
  return (
    <>
      <Button variant="secondary" onClick={onBlowAll}>
        Blow Them All Out
      </Button>
      {breath === 'off' && hasMicrophone() && (
        <Button variant="secondary" onClick={ask}>
          Blow With Your Breath
        </Button>
      )}
      <p role="status" className="w-full empty:-mt-3">
        {breath === 'listening' && 'Blow at your device! It listens only while candles burn, and keeps nothing.'}
        {breath === 'refused' && 'No microphone, no matter: a tap blows just as well.'}
      </p>
    </>
  );
}

/** Returns whether this device can be asked for a microphone at all. */
function hasMicrophone(): boolean {
  // Browsers expose media devices only over https.
  return Boolean((navigator as Partial<Navigator>).mediaDevices?.getUserMedia);
}

/** The microphone is off, listens for breath, or was refused. */
type Breath = 'off' | 'listening' | 'refused';

/** Listens for breath from the owner's request until the component unmounts. */
function useBreath(onBreath: () => void): [Breath, ask: () => void] {
  const [breath, setBreath] = useState<Breath>('off');
  const tell = useEffectEvent(onBreath);
  const isAsked = breath === 'listening';

  useEffect(() => {
    if (!isAsked) return;
    const over = new AbortController();
    import('./breath.ts')
      .then(({ listenForBreath }) => listenForBreath(() => tell(), over.signal))
      .catch(() => {
        if (!over.signal.aborted) setBreath('refused');
      });
    return () => over.abort();
  }, [isAsked]);

  return [breath, () => setBreath('listening')];
}

/** Describes what has just happened to the candles. */
function newsOf(candles: Candles, celebrating: readonly BirthdayDog[]): string {
  const { phase, count, out } = candles;
  if (phase === 'unlit') return '';
  if (phase === 'out') return howlOf(celebrating);
  return out.length === 0 ? candlesLit(count) : candlesLeft(count - out.length);
}

/**
 * Today's party in full: dogs, cake and candles, and the cards at the end. In a wide window the picture fills the card from edge
 * to edge, and the words are on it, beside the dog.
 */
export function BirthdayHero({
  celebrating,
  today,
  isLitAtOnce,
  onCelebrated,
  onClose,
}: {
  celebrating: readonly BirthdayDog[];
  today: CalendarDate;
  /** Lights the candles at once, because the owner has already asked for it. */
  isLitAtOnce: boolean;
  onCelebrated: () => void;
  onClose: () => void;
}) {
  const headingId = useId();
  const [candles, change] = useReducer(changeCandles, unlit);
  const [Buttons, setButtons] = useState<typeof CandleButtons | null>(null);
  const [isConfettiFalling, setIsConfettiFalling] = useState(false);
  const isOut = candles.phase === 'out';
  const [openCards, cards] = usePartyCards({
    celebrating,
    today,
    isFinished: isOut,
    onClose: () => isOut && onClose(),
  });
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
    // The cards open by themselves, unless the owner has opened another dialog.
    if (!document.querySelector('dialog:modal')) openCards();
  }

  const showCards = () => {
    setIsConfettiFalling(false);
    openCards();
  };

  return (
    <section
      aria-labelledby={headingId}
      className="relative mb-6 grid overflow-hidden rounded-card bg-card shadow-card lg:min-h-136"
    >
      <Stage celebrating={celebrating} isLit={candles.phase === 'lit'} isHowling={isOut}>
        {Buttons && candles.phase !== 'unlit' && (
          <Buttons candles={candles} onBlow={(candle) => change({ do: 'blow', candle })} />
        )}
      </Stage>
      <Flags className="pointer-events-none absolute inset-x-0 top-0 h-16 w-full" />
      {/* The words are on the dark scrim of the stage, so they use the colours of the dark theme. */}
      <div className="relative grid content-center gap-4 p-5 text-ink sm:p-8 lg:w-[44%] lg:pt-20 lg:pb-28 lg:[color-scheme:dark]">
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
          {candles.phase !== 'lit' && <CardButton count={celebrating.length} isNext={isOut} onOpen={showCards} />}
          <Button variant="quiet" onClick={onClose}>
            {isOut ? 'Done' : 'Later'}
          </Button>
        </div>
      </div>
      {isConfettiFalling && <Confetti onEnd={endConfetti} />}
      {cards}
    </section>
  );
}
