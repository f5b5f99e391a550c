/**
 * Runs in the head of an invitation. The page needs no script, so this waits for the first paint, and then loads the typeface and what
 * brings the niceties to life: at once where there is a button to press or something to celebrate, else at the first sign of use or
 * when the countdown has to go on. The build inlines it and fills in the addresses.
 */
declare const wagday: { invitation: string; font: string };

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
  const letters = { weight: '400 900', unicodeRange: 'U+20-BE,U+2013-2026' };
  // Added when it is there, so that the page is laid out once more and not twice.
  new FontFace('Grandstander', `url(${wagday.font})`, letters).load().then((face) => document.fonts.add(face));
  setTimeout(liven, isWantedAtOnce() ? 0 : minute);
}).observe({ type: 'paint', buffered: true });

export {};
