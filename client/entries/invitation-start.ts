/**
 * Runs in the head of an invitation. The page needs no script, so this waits for the first paint, and then loads the typeface and what
 * brings the niceties to life: at once where there is a button to press or something to celebrate, else at the first sign of use or
 * when the countdown has to go on. The build inlines it and fills in the addresses.
 */
declare const wagday: { invitation: string };

const minute = 60_000;

const signs = new AbortController();

function liven() {
  signs.abort();
  import(wagday.invitation);
}

for (const sign of ['pointerdown', 'keydown', 'scroll'])
  addEventListener(sign, liven, { signal: signs.signal, passive: true });

/** The page is drawn by the calendar of UTC. */
function isOtherDayHere() {
  const now = new Date();
  return now.getDate() !== now.getUTCDate();
}

function isWantedAtOnce() {
  return location.hash === '#answered' || document.querySelector('[data-island="link"]') || isOtherDayHere();
}

new PerformanceObserver((paints) => {
  if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
  document.fonts.load('1em Grandstander').then(() => (document.documentElement.dataset.typeface = ''));
  setTimeout(liven, isWantedAtOnce() ? 0 : minute);
}).observe({ type: 'paint', buffered: true });

export {};
