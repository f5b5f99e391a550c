/**
 * Runs in the head of an invitation. The page needs no script, so this waits for the first paint, and then loads the typeface and what
 * brings the niceties to life. The build inlines it and fills in the addresses.
 */
declare const wagday: { invitation: string; font: string };

new PerformanceObserver((paints) => {
  if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
  const letters = { weight: '400 900', unicodeRange: 'U+20-BE,U+2013-2026' };
  // Added when it is there, so that the page is laid out once more and not twice.
  new FontFace('Grandstander', `url(${wagday.font})`, letters).load().then((face) => document.fonts.add(face));
  setTimeout(() => import(wagday.invitation));
}).observe({ type: 'paint', buffered: true });

export {};
