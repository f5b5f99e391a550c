import { type ReactNode, useEffect, useEffectEvent, useId, useReducer, useState } from 'react';
import { packMessages } from '../../copy/pack-messages.ts';
import { useAttempt } from '../../shared/use-attempt.ts';
import { Button } from '../../ui/button.tsx';
import { Confetti } from '../../ui/confetti.tsx';
import { CakeIcon } from '../../ui/icons.tsx';
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
import { CardLinks } from './card-links.tsx';
import { Stage } from './stage.tsx';

/** Ways to blow out the candles other than tapping each: by breath, if the owner asks for it, or all at once. */
function WaysToBlow({ onBreath, onBlowAll }: { onBreath: () => void; onBlowAll: () => void }) {
  const [breath, ask] = useBreath(onBreath);
  // Browsers expose media devices only over https.
  const hasMicrophone = Boolean((navigator as Partial<Navigator>).mediaDevices?.getUserMedia);
  return (
    <>
      <Button size="large" className="max-sm:grow sm:min-w-50" onClick={onBlowAll}>
        Blow!
      </Button>
      {breath === 'off' && hasMicrophone && (
        <Button variant="quiet" onClick={ask}>
          Use My Mic
        </Button>
      )}
      <p role="status" className="w-full empty:absolute">
        {breath === 'listening'
          ? 'Blow at your device! It listens only while candles burn, and keeps nothing.'
          : breath === 'refused' && 'No microphone, no matter: a tap blows just as well.'}
      </p>
    </>
  );
}

type Breath = 'off' | 'listening' | 'refused';

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

/** Loads the candles before they are lit, at once if the owner has already asked for it. */
function useLight(isLitAtOnce: boolean, onLit: () => void) {
  const [Buttons, setButtons] = useState<typeof CandleButtons | null>(null);
  const [light] = useAttempt(
    async () => {
      const { CandleButtons } = await import('./candles.tsx');
      setButtons(() => CandleButtons);
      onLit();
    },
    () => packMessages.couldNotLightCandles,
  );
  const lightAtOnce = useEffectEvent(() => {
    if (isLitAtOnce) void light();
  });
  useEffect(() => lightAtOnce(), []);
  return { Buttons, light };
}

function newsOf(candles: Candles, celebrating: readonly BirthdayDog[]): string {
  const { phase, count, out } = candles;
  if (phase === 'unlit') return '';
  if (phase === 'out') return howlOf(celebrating);
  return out.length === 0 ? candlesLit(count) : candlesLeft(count - out.length);
}

type StepsProps = {
  celebrating: readonly BirthdayDog[];
  phase: Candles['phase'];
  change: (step: Parameters<typeof changeCandles>[1]) => void;
  onLight: () => void;
  onClose: () => void;
};

function Steps({ celebrating, phase, change, onLight, onClose }: StepsProps) {
  return (
    <div
      className={`flex flex-wrap items-center gap-3 max-sm:justify-center ${phase === 'unlit' ? 'max-sm:flex-col max-sm:gap-y-1' : ''}`}
    >
      {phase === 'unlit' && (
        <Button size="large" className="max-sm:w-full" onClick={onLight}>
          <CakeIcon />
          Light the Candles
        </Button>
      )}
      {phase === 'lit' && (
        <WaysToBlow onBreath={() => change({ do: 'blow next' })} onBlowAll={() => change({ do: 'blow all' })} />
      )}
      {phase !== 'lit' && <CardLinks celebrating={celebrating} variant={phase === 'out' ? 'primary' : 'quiet'} />}
      {phase === 'out' && (
        <Button variant="quiet" onClick={onClose}>
          Done
        </Button>
      )}
    </div>
  );
}

const sizes = ['text-number lg:text-hero', 'text-heading sm:text-number', 'text-heading lg:text-number'];

/** In characters. Longer headlines are set smaller. */
const longHeadline = 52;

type BirthdayHeroProps = {
  celebrating: readonly BirthdayDog[];
  isLitAtOnce: boolean;
  onCelebrated: () => void;
  onClose: () => void;
  question: ReactNode;
  /** The facts and actions of the only dog that celebrates. */
  children: ReactNode;
};

/**
 * Today's party in full: dogs, cake and candles, and the cards at the end. In a wide window it has two flat parts, words and
 * picture, with the icing across both. If one dog celebrates, this is also its card in the pack, with the facts below the cake.
 */
export function BirthdayHero(props: BirthdayHeroProps) {
  const { celebrating, isLitAtOnce, onCelebrated, onClose, question, children } = props;
  const headingId = useId();
  const [candles, change] = useReducer(changeCandles, unlit);
  const [isConfettiFalling, setIsConfettiFalling] = useState(false);
  const isOut = candles.phase === 'out';
  const [onlyOne] = celebrating.length === 1 ? celebrating : [];
  const headline = headlineOf(celebrating);

  const { Buttons, light } = useLight(isLitAtOnce, () => change({ do: 'light', count: candleCount(celebrating) }));
  const celebrate = useEffectEvent(() => {
    setIsConfettiFalling(true);
    onCelebrated();
  });
  useEffect(() => {
    if (isOut) celebrate();
  }, [isOut]);

  return (
    <section
      aria-labelledby={headingId}
      // Several dogs get more of the width, and no more height than they need.
      className={`${onlyOne ? '[--picture:56]' : '[--picture:60]'} relative isolate mb-4 grid overflow-hidden rounded-card bg-(--art-wall) text-ink shadow-card sm:mb-6 lg:grid-cols-[1fr_calc(var(--picture)*1%)]`}
    >
      <Stage celebrating={celebrating} isHowling={isOut}>
        {Buttons && candles.phase !== 'unlit' && (
          <Buttons candles={candles} onBlow={(candle) => change({ do: 'blow', candle })} />
        )}
      </Stage>
      <div
        className={`grid min-w-0 content-center gap-3 p-4 sm:gap-4 sm:p-8 lg:pt-7 lg:order-first ${onlyOne ? 'lg:min-h-132 lg:pb-25 min-[110rem]:min-h-160' : 'lg:min-h-104 lg:pb-22'} min-[110rem]:pb-36`}
      >
        <h2
          id={headingId}
          className={`${sizes[Math.min(celebrating.length, 3) + (headline.length > longHeadline ? 1 : -1)] ?? 'text-heading'} wrap-anywhere`}
        >
          {headline}
        </h2>
        {!onlyOne && (
          <ul className="grid gap-1 wrap-anywhere sm:text-title">
            {celebrating.map((one) => (
              <li key={one.dog.id}>{lineOf(one)}</li>
            ))}
          </ul>
        )}
        {/* As high as with the news of the candles, which take the place of the explanation, so that nothing moves when they are lit. */}
        <div
          className={`grid content-start gap-3 sm:gap-4 max-sm:[&>[role=status]:not(:empty)]:min-h-13.5 lg:[&>[role=status]:not(:empty)]:min-h-13.5 ${onlyOne ? 'max-sm:min-h-35' : 'min-h-33 pt-2 sm:max-lg:min-h-27'}`}
        >
          {onlyOne && candles.phase === 'unlit' && (
            <p className="sm:text-title lg:min-h-13.5 lg:content-center">{explanationOf(onlyOne.celebration)}</p>
          )}
          <p role="status" className="font-display text-title font-bold wrap-anywhere empty:absolute">
            {newsOf(candles, celebrating)}
          </p>
          <Steps {...{ celebrating, change, onClose }} phase={candles.phase} onLight={() => void light()} />
        </div>
        {question}
      </div>
      <div className="-mt-1 px-4 pb-4 empty:hidden sm:-mt-4 sm:px-8 sm:pb-6 lg:col-span-2 lg:mt-0 lg:bg-card lg:pt-6">
        {children}
      </div>
      {isConfettiFalling && <Confetti onEnd={() => setIsConfettiFalling(false)} />}
    </section>
  );
}
