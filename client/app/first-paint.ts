/**
 * Runs in the head of the landing page, before anything is painted; the build puts it inline and fills in the addresses. It
 * decides what this page is going to be. Where a session is stored, or a link of a mail leads, that is the app: it covers the
 * landing page before that was seen, and its code is fetched at once. For everyone else the page is there already: its code
 * waits for the first paint, and what is clicked and typed before that is kept.
 */
import { homePage } from '../../addresses/addresses.ts';

declare const wagday: { app: string; landing: string; styles: string; font: string; sessionKey: string };

export type Control = HTMLInputElement | HTMLSelectElement;

/** What a visitor did before the page could react. */
export type EarlyActions = {
  clicked: HTMLElement[];
  typed: Map<Control, string>;
  /** Told of each click and key that is kept. */
  onAction: () => void;
  addStyles: () => Promise<unknown>;
};

function addStyles(): Promise<unknown> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = wagday.styles;
  document.head.append(link);
  return new Promise((resolve) => {
    link.onload = resolve;
    // Gone, so that nobody waits for it.
    link.onerror = () => resolve(link.remove());
  });
}

function startVisit() {
  let isLoading = false;
  const load = () => {
    if (isLoading) return;
    isLoading = true;
    // The next click or key tries again.
    import(wagday.landing)
      .then(({ startLanding }) => startLanding(early))
      .catch(() => {
        isLoading = false;
      });
  };
  const early: EarlyActions = { clicked: [], typed: new Map(), onAction: load, addStyles };

  addEventListener(
    'click',
    (event) => {
      const button = (event.target as Element).closest<HTMLElement>('[data-island]:not([data-alive]) button');
      if (!button) return;
      event.preventDefault();
      early.clicked.push(button);
      early.onAction();
    },
    true,
  );
  addEventListener(
    'input',
    ({ target }) => {
      const control = target as Control;
      if (!control.closest('[data-alive]')) {
        early.typed.set(control, control.value);
        early.onAction();
      }
    },
    true,
  );
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
    // The letters of names beyond these are in files of their own, which come with the rest of the styles.
    const letters = { weight: '400 900', unicodeRange: 'U+20-BE,U+2013-2026' };
    document.fonts.add(new FontFace('Grandstander', `url(${wagday.font})`, letters));
    setTimeout(load);
  }).observe({ type: 'paint', buffered: true });
}

let hasSession = false;
try {
  hasSession = localStorage.getItem(wagday.sessionKey) !== null;
} catch {
  // Without local storage there is no session.
}
const isOutcome = /[#&?](access_token|error|error_description|code)=/.test(location.hash + location.search);
if (hasSession || isOutcome || location.pathname !== homePage) {
  document.documentElement.dataset.app = hasSession ? 'loading' : 'starting';
  addStyles();
  import(wagday.app);
} else startVisit();
