/**
 * Runs in the head of the landing page, before the first paint. The build inlines it and fills in the addresses. If a session is stored,
 * or the address is that of a mailed link or a dog, it starts the app at once, which covers the landing page. For everyone else it loads
 * the code of the landing page after the first paint and runs it at the first sign of use, so that it never blocks visitors who only
 * read. Until then it keeps what is clicked and typed. If the code does not arrive, it shows a note.
 */
import { homePage } from '../../addresses/addresses.ts';
import { patience, showNote } from './late-note.ts';

declare const wagday: {
  app: string;
  landing: string;
  /** The modules that bring the landing page to life, `landing` among them. The app needs them, too. */
  landingModules: string[];
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

const { dataset } = document.documentElement;

/** Adds a link. Resolves with its event once the file is there. If it does not arrive, removes the link. */
function add(rel: string, href: string): Promise<unknown> {
  return new Promise((onload, reject) => {
    // Removed, so that takeStylesOver in main.tsx does not wait for it.
    const onerror = () => reject(link.remove());
    const link = Object.assign(document.createElement('link'), { rel, href, onload, onerror });
    document.head.append(link);
  });
}

const preload = () => wagday.landingModules.map((href) => add('modulepreload', href));

/** Shows the note if code does not arrive, or not soon, until it does. Returns what it resolves with. */
async function expectCode<Code>(...code: Promise<Code>[]): Promise<Code[] | undefined> {
  const timer = setTimeout(showNote, patience, true);
  const arrived = await Promise.all(code).catch(() => undefined);
  clearTimeout(timer);
  showNote(!arrived);
  return arrived;
}

/** Returns whether this tab or browser keeps something under a key: never without storage. */
function isKept(storage: 'localStorage' | 'sessionStorage', key: string): boolean {
  try {
    return key in window[storage];
  } catch {
    return false;
  }
}

function startVisit() {
  dataset.unseen = '';
  let loading: unknown;
  const load = () => {
    // Browsers that guard against fingerprinting may not report the first paint.
    delete dataset.unseen;
    if (loading) return;
    loading = true;
    expectCode(import(wagday.landing)).then(([module] = []) => {
      module?.startLanding(early);
      // If it has not arrived, the next sign of use tries again.
      loading = module;
    });
  };
  const early: EarlyActions = {
    clicked: [],
    typed: new Map(),
    onAction: load,
    addStyles: () => add('stylesheet', wagday.visitStyles).catch(() => undefined),
  };
  for (const sign of ['pointermove', 'pointerdown', 'keydown', 'scroll', 'focusin']) {
    addEventListener(sign, load, { passive: true });
  }
  // Lays out the whole page before a key scrolls it, so that End leads to its end.
  addEventListener('keydown', () => (dataset.drawn = ''));
  // If the visitor has signed in meanwhile, in another tab or before going back to here, this is not the page to show.
  const leave = () => {
    if (isKept('localStorage', wagday.sessionKey)) location.reload();
  };
  addEventListener('storage', leave);
  addEventListener('pageshow', leave);

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
    (event) => {
      const control = event.target as HTMLInputElement;
      if (control.closest('[data-alive]')) return;
      early.typed.set(control, control.value);
      early.onAction();
    },
    true,
  );
  new PerformanceObserver((paints) => {
    if (!paints.getEntriesByName('first-contentful-paint')[0]) return;
    delete dataset.unseen;
    document.fonts.load('1em Grandstander').then(() => (dataset.typeface = ''));
    // What was typed before a reload is restored at once, and a dog in the link filled in.
    if (location.hash || isKept('sessionStorage', wagday.typedKey)) setTimeout(load);
    expectCode(...preload());
  }).observe({ type: 'paint', buffered: true });
}

let hasStarted = false;
function start() {
  if (hasStarted) return;
  hasStarted = true;
  const hasSession = isKept('localStorage', wagday.sessionKey);
  const isForApp = /[#&?](access_token|error\w*|code|dog|card|party)=|#(parties|you)\b/.test(location.href);
  if (hasSession || isForApp || location.pathname !== homePage) {
    dataset.app = hasSession ? 'loading' : 'starting';
    // The app has nothing to wait for, so it uses its typeface at once.
    dataset.typeface = '';
    // The app removes the note, even if it has to do without its styles.
    expectCode(
      add('stylesheet', wagday.appStyles),
      import(wagday.app).then(({ app }) => app),
      ...preload(),
    );
  } else startVisit();
}

// Starts with the first frame, before anything of it is drawn. Reading storage makes the browser wait; until then it can parse the
// page in one go. A page in the background has no frames, so it starts once it is parsed.
requestAnimationFrame(start);
addEventListener('DOMContentLoaded', start);
