/** The candles of the day: not lit yet, burning, or all blown out. */
export type Candles = { phase: 'unlit' | 'lit' | 'out'; count: number; out: readonly number[] };

type Change =
  | { do: 'light'; count: number }
  | { do: 'blow'; candle: number }
  | { do: 'blow next' }
  | { do: 'blow all' };

export const unlit: Candles = { phase: 'unlit', count: 0, out: [] };

/** Returns the number of the first candle that burns, or null. */
function nextLit({ count, out }: Candles): number | null {
  for (let candle = 0; candle < count; candle += 1) if (!out.includes(candle)) return candle;
  return null;
}

function without(candles: Candles, candle: number): Candles {
  if (candles.phase !== 'lit' || candles.out.includes(candle)) return candles;
  const out = [...candles.out, candle];
  return { ...candles, out, phase: out.length < candles.count ? 'lit' : 'out' };
}

export function changeCandles(candles: Candles, change: Change): Candles {
  if (change.do === 'light') return { phase: 'lit', count: change.count, out: [] };
  if (change.do === 'blow') return without(candles, change.candle);
  if (change.do === 'blow all') {
    return candles.phase === 'lit' ? { ...candles, phase: 'out', out: [...Array(candles.count).keys()] } : candles;
  }
  const candle = nextLit(candles);
  return candle === null ? candles : without(candles, candle);
}
