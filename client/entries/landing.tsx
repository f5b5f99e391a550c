import { Component, type ReactNode, StrictMode, useEffect } from 'react';
import { authPage, dogLinkStart } from '../../addresses/addresses.ts';
import { prepareSupabase } from '../data/prepare-supabase.ts';
import { landingIslands } from '../pages/landing-islands.tsx';
import { Button } from '../ui/button.tsx';
import { prepareToasts, Toaster } from '../ui/toaster.tsx';
import { hideTrouble, restoreTyped, showTrouble } from './calculator-trouble.ts';
import type { EarlyActions } from './first-paint.ts';
import type { Newest } from './landing-calculator.ts';
import { doWithoutLostStyles } from './load-failure.ts';
import { registerWorker } from './register-worker.ts';

/** Loads the code of the sign-in screen as soon as a pointer or the focus is on a link to it. */
function prepareNextPage() {
  for (const intent of ['pointerover', 'focusin']) {
    document.addEventListener(intent, ({ target }) => {
      if (!(target instanceof Element && target.closest(`a[href^="${authPage}"]`))) return;
      // These are the app's own modules, so the next document finds them in the cache.
      void Promise.all([import('../pages/auth-pages.tsx'), import('./app.tsx'), prepareSupabase()]).catch(
        () => undefined,
      );
    });
  }
}

/** Replaces a part of the landing page that threw an error. React logs the cause. */
class IslandBoundary extends Component<{ onFailure: () => unknown; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    this.props.onFailure();
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div role="alert" className="mx-auto grid w-full max-w-3xl justify-items-center gap-3 px-4 py-6 text-center">
        <h2>This part of the page has lost its way</h2>
        <p>Something broke on our side. Please load the page again.</p>
        <Button onClick={() => window.location.reload()}>Load Again</Button>
      </div>
    );
  }
}

/** Loads React's client. If that fails, the next call tries again. */
function loadReact() {
  return import('react-dom/client');
}

function islandElement(name: string): HTMLElement {
  const container = document.querySelector<HTMLElement>(`[data-island="${name}"]`);
  if (!container) throw new Error(`The page has no place for ${name}.`);
  return container;
}

function Alive({ onAlive, children }: { onAlive: () => unknown; children: ReactNode }) {
  useEffect(() => void onAlive(), [onAlive]);
  return children;
}

function controlsOf(container: HTMLElement): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>('a[class],button[class],input[name]')];
}

/**
 * Hydrates an island, calls `fillIn`, and then repeats the visitor's earlier clicks in it. Where another program has changed the HTML, React
 * draws the island anew. Then the focus is put back, and `fillIn` is told how to find the control that replaces one of the HTML.
 */
async function hydrateIsland(
  name: string,
  island: ReactNode,
  { clicked, addStyles }: EarlyActions,
  fillIn?: (newest: Newest) => Promise<void>,
) {
  const { hydrateRoot } = await loadReact();
  const container = islandElement(name);
  const drawn = controlsOf(container);
  const focused = document.activeElement as HTMLElement;
  const catchUp = async () => {
    if (container.dataset.alive !== undefined) return;
    container.dataset.alive = '';
    const alive = controlsOf(container);
    const newest: Newest = (control) => (alive[drawn.indexOf(control)] ?? control) as typeof control;
    if (!focused.isConnected && document.activeElement === document.body) newest(focused).focus();
    await fillIn?.(newest);
    for (const button of clicked.map(newest)) if (container.contains(button)) button.click();
  };
  hydrateRoot(
    container,
    <StrictMode>
      <Alive onAlive={catchUp}>
        <IslandBoundary onFailure={addStyles}>{island}</IslandBoundary>
      </Alive>
    </StrictMode>,
    { identifierPrefix: name },
  );
}

function hydrateCalculatorLater(early: EarlyActions) {
  const container = islandElement('calculator');
  let loading: Promise<void> | null = null;
  const load = () => {
    loading ??= hydrate();
    return loading;
  };
  // If another try is under way, waits for it. It may fail, and then this tries once more.
  const tryAgain = async () => {
    await loading;
    await load();
  };
  const hydrate = async () => {
    try {
      // Pauses, so that the browser can first handle the sign itself, such as a touch.
      await pause();
      const [{ calculator }] = await Promise.all([import('./landing-calculator.ts'), early.addStyles()]);
      hideTrouble();
      await addToaster();
      calculator.keepTyped(container, early.typed);
      await hydrateIsland('calculator', calculator.island, early, (newest) => calculator.fillIn(early.typed, newest));
      signs.abort();
      sight.disconnect();
    } catch {
      // The next sign of use tries again. Only a visitor who has clicked or typed sees the message.
      loading = null;
      if (early.clicked.length > 0 || early.typed.size > 0) await showTrouble(container, tryAgain);
    }
  };
  const signs = new AbortController();
  const sight = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) void load();
  });
  const section = container.firstElementChild;
  if (section) sight.observe(section);
  for (const sign of ['pointermove', 'pointerdown', 'keydown', 'scroll', 'focusin']) {
    window.addEventListener(sign, load, { passive: true, signal: signs.signal });
  }
  early.onAction = load;
  if (restoreTyped(container, early.typed) || early.clicked.length > 0 || early.typed.size > 0) void load();
}

/** Renders the toaster before the calculator, which may show a toast as soon as it is hydrated. */
async function addToaster() {
  const { createRoot } = await loadReact();
  const container = document.createElement('div');
  document.body.append(container);
  await new Promise<void>((resolve) => {
    createRoot(container).render(
      <Alive onAlive={resolve}>
        <Toaster />
      </Alive>,
    );
  });
}

/** Yields to the browser, so that it can handle what is waiting, such as a touch. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** How long the page waits for its additional styles, in milliseconds. */
const stylesPatience = 3_000;

/** Adds the styles once. If they do not arrive, the next call tries again. */
function addedOnce(addStyles: EarlyActions['addStyles']): EarlyActions['addStyles'] {
  let added: Promise<unknown> | null = null;
  return async () => {
    added ??= addStyles();
    // A link that has loaded resolves with its event. Without a time limit, a link that hangs would leave the page dead.
    const outcome = await Promise.race([added, new Promise((resolve) => setTimeout(resolve, stylesPatience, 'late'))]);
    if (outcome === undefined) added = null;
  };
}

/** Hydrates the landing page in steps, and yields to the browser between them. */
export async function startLanding(early: EarlyActions) {
  early.addStyles = addedOnce(early.addStyles);
  window.addEventListener('vite:preloadError', doWithoutLostStyles);
  // A link to another dog, opened in this tab, changes the hash only.
  window.addEventListener('hashchange', () => {
    if (window.location.hash.startsWith(dogLinkStart)) window.location.reload();
  });
  const link =
    window.location.hash.startsWith(dogLinkStart) &&
    import('./take-dog-link.ts').then(
      ({ takeDogLink }) => takeDogLink(),
      () => undefined,
    );
  // The notice in the header is a dialog, for which the landing page has no styles.
  await Promise.all([loadReact(), early.addStyles(), link]);
  hydrateCalculatorLater(early);
  for (const name of ['account', 'start'] as const) {
    await pause();
    await hydrateIsland(name, landingIslands[name], early);
  }
  // Lays out the whole page from now on, so that the scroll bar is right.
  document.documentElement.dataset.drawn = '';
  prepareNextPage();
  registerWorker();
  // A visitor who focuses a field is about to get a toast.
  window.addEventListener('focusin', () => void pause().then(prepareToasts), { once: true });
}
