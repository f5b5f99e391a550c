/**
 * Runs in the head of the landing page, before the first paint. The build inlines it and fills in the addresses. If a session is stored,
 * or the address is that of a mailed link or a dog, it starts the app at once, which covers the landing page. For everyone else it loads
 * the code of the landing page after the first paint and runs it at the first sign of use, so that it never blocks visitors who only
 * read. Until then it keeps what is clicked and typed.
 */
import { authPage, homePage } from '../../addresses/addresses.ts';

declare const wagday: {
  app: string;
  landing: string;
  /** The modules that bring the landing page to life, `landing` among them. */
  landingModules: string[];
  /** Supabase's client, which fills the network while the app finds its other modules. */
  client: string;
  /** The styles of the app, and those for a visitor of the landing page. */
  appStyles: string;
  visitStyles: string;
  sessionKey: string;
  typedKey: string;
};

/** What a visitor did before the page could react. */
export type EarlyActions = {
  clicked: HTMLElement[];
  typed: Map<HTMLInputElement, string>;
  /** Called for each click and input that is kept. */
  onAction: () => void;
  addStyles: () => Promise<unknown>;
};

function addLink(rel: string, href: string): HTMLLinkElement {
  return document.head.appendChild(Object.assign(document.createElement('link'), { rel, href }));
}

function addStyles(href: string): Promise<unknown> {
  const link = addLink('stylesheet', href);
  return new Promise((resolve) => {
    link.onload = resolve;
    // Removed, so that takeStylesOver in main.tsx does not wait for it.
    link.onerror = () => resolve(link.remove());
  });
}

/** Returns whether this tab or browser keeps something under a key: never without storage. */
function isKept(storage: 'localStorage' | 'sessionStorage', key: string): boolean {
  try {
    return window[storage].getItem(key) !== null;
  } catch {
    return false;
  }
}

function startVisit() {
  document.documentElement.dataset.unseen = '';
  let isLoading = false;
  let trouble: HTMLElement | undefined;
  const load = () => {
    // Browsers that guard against fingerprinting may not report the first paint.
    delete document.documentElement.dataset.unseen;
    if (isLoading) return;
    isLoading = true;
    // The next click or input tries again.
    import(wagday.landing)
      .then(({ startLanding }) => {
        trouble?.remove();
        startLanding(early);
      })
      .catch(() => {
        isLoading = false;
        trouble ??= Object.assign(document.createElement('p'), {
          role: 'alert',
          className: 'text-center',
          textContent: 'Wagday got lost on its way. Please reload the page.',
        });
        early.clicked[0]?.closest('[data-island]')?.after(trouble);
      });
  };
  const early: EarlyActions = {
    clicked: [],
    typed: new Map(),
    onAction: load,
    addStyles: () => addStyles(wagday.visitStyles),
  };
  for (const sign of ['pointermove', 'pointerdown', 'keydown', 'scroll', 'focusin']) {
    addEventListener(sign, load, { passive: true });
  }
  // Lays out the whole page before a key scrolls it, so that End leads to its end.
  addEventListener('keydown', () => (document.documentElement.dataset.drawn = ''));
  // If the visitor has signed in meanwhile, in another tab or before going back to here, this is not the page to show.
  const leave = () => {
    if (isKept('localStorage', wagday.sessionKey)) location.reload();
  };
  addEventListener('storage', leave);
  addEventListener('pageshow', ({ persisted }) => persisted && leave());

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
      const control = target as HTMLInputElement;
      if (control.closest('[data-alive]')) return;
      early.typed.set(control, control.value);
      early.onAction();
    },
    true,
  );
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
    delete document.documentElement.dataset.unseen;
    document.fonts.load('1em Grandstander').then(() => (document.documentElement.dataset.typeface = ''));
    // What was typed before a reload is restored at once.
    if (isKept('sessionStorage', wagday.typedKey)) setTimeout(load);
    for (const href of wagday.landingModules) addLink('modulepreload', href);
  }).observe({ type: 'paint', buffered: true });
}

let hasStarted = false;
function start() {
  if (hasStarted) return;
  hasStarted = true;
  const hasSession = isKept('localStorage', wagday.sessionKey);
  const isForApp = /[#&?](access_token|error(_description)?|code|dog|card|party|you)=|#(parties|you)\b/.test(
    location.hash + location.search,
  );
  if (hasSession || isForApp || location.pathname !== homePage) {
    document.documentElement.dataset.app = hasSession ? 'loading' : 'starting';
    // The app has nothing to wait for, so it uses its typeface at once.
    document.documentElement.dataset.typeface = '';
    addStyles(wagday.appStyles);
    // The page of the app says what is wrong, and what helps.
    const giveUp = () => location.replace(authPage + location.search + location.hash);
    const timer = setTimeout(giveUp, 3e4);
    import(wagday.app).then(() => clearTimeout(timer), giveUp);
    addLink('modulepreload', wagday.client);
  } else startVisit();
}

// Starts with the first frame, before anything of it is drawn. Reading storage makes the browser wait; until then it can parse the
// page in one go. A page in the background has no frames, so it starts once it is parsed.
requestAnimationFrame(start);
addEventListener('DOMContentLoaded', start);
