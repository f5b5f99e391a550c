/** The candles of the day: not lit yet, burning, or all blown out. */
export type Candles = { phase: 'unlit' | 'lit' | 'out'; count: number; out: readonly number[] };

type Change =
  | { do: 'light'; count: number }
  | { do: 'blow'; candle: number }
  | { do: 'blow next' }
  | { do: 'blow all' };

export const unlit: Candles = { phase: 'unlit', count: 0, out: [] };

function without(candles: Candles, candle: number): Candles {
  if (candles.phase !== 'lit' || candles.out.includes(candle)) return candles;
  const out = [...candles.out, candle];
  return { ...candles, out, phase: out.length < candles.count ? 'lit' : 'out' };
}

export function changeCandles(candles: Candles, change: Change): Candles {
  if (change.do === 'light') return { phase: 'lit', count: change.count, out: [] };
  if (change.do === 'blow') return without(candles, change.candle);
  const all = [...Array(candles.count).keys()];
  if (change.do === 'blow all') return candles.phase === 'lit' ? { ...candles, phase: 'out', out: all } : candles;
  const next = all.find((candle) => !candles.out.includes(candle));
  return next === undefined ? candles : without(candles, next);
}
