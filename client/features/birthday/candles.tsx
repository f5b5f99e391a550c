import { useEffect, useRef } from 'react';
import { Tier } from './cake-art.tsx';
import { CandleArt } from './candle-art.tsx';
import type { Candles } from './candle-state.ts';
import './candles.css';

/** At most this many candles stand in one row, so that each is wide enough for a thumb on the smallest phone. */
const rowLength = 5;

/** The candles, as buttons that blow each of them out. The hero loads this when they are lit. */
export function CandleButtons({ candles, onBlow }: { candles: Candles; onBlow: (candle: number) => void }) {
  const { count, out } = candles;
  const cake = useRef<HTMLFieldSetElement>(null);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);

  useEffect(() => {
    // The button that lit the candles is gone, and on a phone it stood below the dogs, who are to be seen now.
    buttons.current[0]?.focus({ preventScroll: true });
    cake.current?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, []);

  function blow(candle: number) {
    // This button is about to be disabled, so the focus goes to the next candle that burns, or to the first.
    const others = [...Array(count).keys()].filter((other) => other !== candle && !out.includes(other));
    const next = others.find((other) => other > candle) ?? others[0];
    if (next !== undefined) buttons.current[next]?.focus({ preventScroll: true });
    onBlow(candle);
  }

  const backRow = count > rowLength ? Math.floor((count - 1) / 2) : 0;
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
          className="candle h-20 w-11 rounded-field transition duration-quick ease-spring enabled:hover:-translate-y-1 disabled:cursor-default sm:h-24 sm:w-12"
          onClick={() => blow(candle)}
        >
          <CandleArt index={candle} isLit={isLit} />
        </button>
      );
    });

  return (
    <fieldset ref={cake} className="absolute inset-x-0 bottom-9 grid animate-pop justify-items-center">
      <legend className="sr-only">The candles</legend>
      {backRow > 0 && (
        <div className="relative -mb-17 px-6 pb-14 sm:-mb-21 sm:pb-17">
          <span className="absolute inset-x-0 bottom-0 h-17 overflow-hidden rounded-t-2xl border-x-3 border-(--art-ink) sm:h-20">
            <Tier colour="pink" className="size-full" />
          </span>
          <div className="relative flex gap-1 sm:gap-3">{row(0, backRow)}</div>
        </div>
      )}
      <div className="relative flex gap-1 sm:gap-3">{row(backRow, count)}</div>
    </fieldset>
  );
}
