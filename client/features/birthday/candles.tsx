import { useEffect, useRef } from 'react';
import { Tier } from '../../art/icing.tsx';
import type { Candles } from './candle-state.ts';
import './candles.css';

const wax = ['raspberry', 'sky', 'butter', 'leaf'] as const;

/**
 * One candle of 44 × 104 units, with a flame or with smoke; a tall one goes on below, behind the cake, and a low one has burned down.
 * Decorative: its button has the name.
 */
function CandleArt(props: { index: number; isLit: boolean; isTall: boolean; isLow: boolean }) {
  const { index, isLit, isTall, isLow } = props;
  const colour = wax[index % wax.length];
  const body = `M13 ${isLow ? '88Q22 83 31 87' : '48Q22 43 31 47'}L30 ${isTall ? 160 : 104}H14Z`;
  return (
    <svg
      viewBox="0 0 44 104"
      className={`size-full overflow-visible ${isLow ? 'translate-y-1/5' : ''}`}
      aria-hidden="true"
    >
      <g stroke="var(--art-ink)" strokeWidth="3.5" strokeLinecap="round" strokeLinejoin="round">
        <path d={body} fill={`var(--art-${colour})`} />
        <g stroke="var(--art-white)" strokeWidth="5">
          <path d={`M17 98L27 89${isLow ? '' : 'M17 66L27 57M17 82L27 73'}`} />
          {isTall && <path d="M17 114L27 105M17 130L27 121M17 146L27 137" />}
        </g>
        <path d={body} fill="none" />
        <g transform={isLow ? 'translate(0 40)' : undefined}>
          <path d="M22 44Q21 39 22 34" fill="none" />
          {isLit && <circle cx="22" cy="20" r="38" fill="#ffb0483d" stroke="none" className="hidden dark:block" />}
          {isLit ? (
            <g className="candle-flame">
              <path d="M22 36C9 30 13 15 23 2C32 15 36 30 22 36Z" fill="var(--art-butter)" />
              <path d="M22 34C16 30 18 22 23 16C27 22 29 30 22 34Z" fill="var(--art-apricot)" stroke="none" />
            </g>
          ) : (
            <g className="animate-[candle-smoke_1.8s_var(--ease-settle)_backwards]" fill="none">
              <path d="M22 30Q14 22 21 14T20-4" strokeWidth="8" />
              <path d="M22 30Q14 22 21 14T20-4" stroke="var(--art-white)" strokeWidth="4" />
            </g>
          )}
        </g>
      </g>
    </svg>
  );
}

/** How many candles are in the back row: even, because a dog looks over its middle. So each of at most five in a row is as wide as a thumb. */
const backRowOf = (count: number) => (count > 5 ? 2 * Math.floor(count / 4) : 0);

export function CandleButtons({ candles, onBlow }: { candles: Candles; onBlow: (candle: number) => void }) {
  const { count, out } = candles;
  const cake = useRef<HTMLFieldSetElement>(null);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);

  useEffect(() => {
    // The button that lit the candles is gone. On a phone it was below the dogs, which should be in view now.
    buttons.current[0]?.focus({ preventScroll: true });
    cake.current?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, []);

  function blow(candle: number) {
    // This button is about to be disabled, so the focus moves to the next burning candle, or else to the first.
    const others = [...Array(count).keys()].filter((other) => other !== candle && !out.includes(other));
    const next = others.find((other) => other > candle) ?? others[0];
    if (next !== undefined) buttons.current[next]?.focus({ preventScroll: true });
    onBlow(candle);
  }

  const backRow = backRowOf(count);
  const middle = Math.floor((backRow + count) / 2);
  const isEven = (count - backRow) % 2 === 0;
  const row = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, step) => {
      const candle = from + step;
      const isLit = !out.includes(candle);
      return (
        <button
          key={candle}
          ref={(button) => {
            buttons.current[candle] = button;
          }}
          type="button"
          disabled={!isLit}
          aria-label={`Candle ${candle + 1} of ${count}, ${isLit ? 'lit' : 'out'}`}
          className="candle h-13 w-11 shrink-0 rounded-field transition duration-quick ease-spring enabled:hover:-translate-y-1 disabled:cursor-default lg:h-24 lg:w-12"
          onClick={() => blow(candle)}
        >
          <CandleArt index={candle} isLit={isLit} isTall={candle < backRow} isLow={candle === middle && !isEven} />
        </button>
      );
    });

  return (
    <fieldset ref={cake} className="absolute inset-x-0 bottom-4 grid animate-pop justify-items-center lg:bottom-6">
      <legend className="sr-only">The candles</legend>
      <div
        className={`[--gap:4px] min-[22.5rem]:[--gap:8px] lg:[--gap:20px] ${backRow > 0 ? 'relative px-4 pb-9 lg:px-9 lg:pb-18' : 'pb-3 lg:pb-0'}`}
      >
        {backRow > 0 && (
          <>
            {/* A thumb finds the tall candles above the short ones. They are open in the middle, so that no flame burns in a muzzle. */}
            <div className="absolute inset-x-0 bottom-18 flex justify-center gap-(--gap) lg:bottom-31">
              {row(0, backRow / 2)}
              {/* As wide as two candles, so that the others are between those in front. */}
              <span className="w-[calc(--spacing(22)+var(--gap))] lg:w-[calc(--spacing(24)+var(--gap))]" />
              {row(backRow / 2, backRow)}
            </div>
            <span className="absolute inset-x-0 bottom-0 h-12 overflow-hidden rounded-t-2xl border-3 border-(--art-ink) lg:h-24 lg:border-4">
              {/* Higher than its frame by the waves of its icing, and its lines are as wide as those of the frame. */}
              <Tier
                colour="pink"
                className="[&_path]:[vector-effect:non-scaling-stroke] [&>g]:[stroke-width:3] lg:[&>g]:[stroke-width:4] absolute inset-x-0 bottom-0 h-[calc(100%+0.875rem)] w-full lg:h-30.5"
              />
            </span>
            <span className="absolute -inset-x-3 -bottom-3.5 h-3.5 rounded-pill border-3 border-(--art-ink) bg-(--art-sky) lg:border-4" />
            <span className="piping absolute inset-x-0 -bottom-2 h-5" />
          </>
        )}
        <div className="relative flex gap-(--gap)">
          {row(backRow, middle)}
          {/* An even row is open there, too. The middle candle of an odd one is low. */}
          {isEven && <span className="w-11 lg:w-12" />}
          {row(middle, count)}
        </div>
      </div>
    </fieldset>
  );
}
