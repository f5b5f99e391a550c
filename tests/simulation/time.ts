/** Time that passes only while `runUntil` runs. Events of the same moment happen in the order in which they were planned. */
export type Time = ReturnType<typeof createTime>;

/** Lets every promise that is settled by now call what waits for it. */
const untilSettled = () => new Promise<void>((resolve) => setImmediate(resolve));

export function createTime() {
  let now = Date.UTC(2026, 0, 1);
  /** The next event is the last. */
  const events: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    /** Plans a call, in milliseconds from now. The returned function cancels it. */
    after(delay: number, run: () => void): () => void {
      const event = { at: now + Math.max(delay, 0), run };
      let place = events.length;
      while (place > 0 && (events[place - 1]?.at ?? 0) <= event.at) place -= 1;
      events.splice(place, 0, event);
      return () => {
        const found = events.indexOf(event);
        if (found >= 0) events.splice(found, 1);
      };
    },
    async runFor(duration: number): Promise<void> {
      const end = now + duration;
      for (;;) {
        await untilSettled();
        const next = events.at(-1);
        if (!next || next.at > end) break;
        events.pop();
        now = next.at;
        next.run();
      }
      now = end;
    },
  };
}

export type Chance = ReturnType<typeof createChance>;

/** Chance that is always the same for a seed (mulberry32). */
export function createChance(seed: number) {
  let state = Math.imul(seed, 0x9e3779b1);
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  return {
    /** Returns a number from `low` to below `high`. */
    between: (low: number, high: number) => low + next() * (high - low),
    happens: (probability: number) => next() < probability,
    pick: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item,
  };
}
