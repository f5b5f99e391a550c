/**
 * Runs in the head of an invitation. The build inlines it and fills in the addresses. The page needs no script, so this waits for the
 * first paint, and then loads the typeface and the interactive parts: at once if there is a link to copy or the reader's clock is
 * another, otherwise at the first sign of use, or when the countdown has to change.
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

/** Returns whether the date here differs from that of UTC, by which the page is drawn. */
function isOtherDayHere() {
  const now = new Date();
  return now.getDate() !== now.getUTCDate();
}

/** Returns whether the reader has another time zone than the party, or a clock of 24 hours. */
function hasOtherClock() {
  const { timeZone, hourCycle } = new Intl.DateTimeFormat(navigator.language, { hour: 'numeric' }).resolvedOptions();
  const props = document.querySelector<HTMLElement>('[data-island="clocks"]')?.dataset.props ?? '';
  return (props.includes('zone":"') && !props.includes(`zone":"${timeZone}"`)) || (hourCycle ?? '') > 'h2';
}

new PerformanceObserver((paints) => {
  if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
  document.fonts.load('1em Grandstander').then(() => (document.documentElement.dataset.typeface = ''));
  const isWantedAtOnce = document.querySelector('[data-island="link"]') || isOtherDayHere() || hasOtherClock();
  setTimeout(liven, isWantedAtOnce ? 0 : minute);
}).observe({ type: 'paint', buffered: true });

export {};
