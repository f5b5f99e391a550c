import { type ReactNode, StrictMode, useEffect } from 'react';
import { landingIslands } from '../pages/landing-islands.tsx';
import { prepareToasts, Toaster } from '../ui/toaster.tsx';
import { hideTrouble, restoreTyped, showTrouble } from './calculator-trouble.ts';
import type { EarlyActions } from './first-paint.ts';
import { IslandBoundary } from './island-boundary.tsx';
import { prepareNextPage } from './next-page.ts';
import { registerWorker } from './register-worker.ts';

/** Run in a turn of its own; where it did not come, the next call asks again. */
function loadReact() {
  return import('react-dom/client');
}

function placeOf(name: string): HTMLElement {
  const place = document.querySelector<HTMLElement>(`[data-island="${name}"]`);
  if (!place) throw new Error(`The page has no place for ${name}.`);
  return place;
}

function Alive({ onAlive, children }: { onAlive: () => unknown; children: ReactNode }) {
  useEffect(() => void onAlive(), [onAlive]);
  return children;
}

/** Brings an island to life, and then does there what the visitor has asked for already; `fillIn` first. */
async function hydrateIsland(
  name: string,
  island: ReactNode,
  { clicked, addStyles }: EarlyActions,
  fillIn?: () => Promise<void>,
) {
  const { hydrateRoot } = await loadReact();
  const place = placeOf(name);
  const catchUp = async () => {
    if (place.dataset.alive !== undefined) return;
    place.dataset.alive = '';
    await fillIn?.();
    for (const button of clicked) if (place.contains(button)) button.click();
  };
  hydrateRoot(
    place,
    <StrictMode>
      <Alive onAlive={catchUp}>
        <IslandBoundary onFailure={addStyles}>{island}</IslandBoundary>
      </Alive>
    </StrictMode>,
    { identifierPrefix: name },
  );
}

/** The calculator and the styles of what it opens come at the first sign that somebody is there, or that it is in sight. */
function hydrateCalculatorLater(early: EarlyActions) {
  const place = placeOf('calculator');
  let isLoading = false;
  const load = async () => {
    if (isLoading) return;
    isLoading = true;
    try {
      // In a turn of its own: the sign itself, such as a touch, is answered first.
      await pause();
      const [{ calculator }] = await Promise.all([import('./landing-calculator.ts'), early.addStyles()]);
      hideTrouble();
      await addToaster();
      calculator.keepTyped(place, early.typed);
      await hydrateIsland('calculator', calculator.island, early, () => calculator.fillIn(early.typed));
      signs.abort();
      sight.disconnect();
    } catch {
      // The next sign tries again. Only a visitor who has clicked or typed is told.
      isLoading = false;
      if (early.clicked.length > 0 || early.typed.size > 0) await showTrouble(place, load);
    }
  };
  const signs = new AbortController();
  const sight = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) void load();
  });
  const section = place.firstElementChild;
  if (section) sight.observe(section);
  for (const sign of ['pointermove', 'pointerdown', 'keydown', 'scroll', 'focusin']) {
    window.addEventListener(sign, load, { passive: true, signal: signs.signal });
  }
  early.onAction = load;
  if (restoreTyped(place) || early.clicked.length > 0 || early.typed.size > 0) void load();
}

/** Before the calculator: it may have something to tell as soon as it is alive. */
async function addToaster() {
  const { createRoot } = await loadReact();
  const place = document.createElement('div');
  document.body.append(place);
  await new Promise<void>((resolve) => {
    createRoot(place).render(
      <Alive onAlive={resolve}>
        <Toaster />
      </Alive>,
    );
  });
}

/** Lets the browser do what waits, such as answering a touch. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Brings the landing page to life, in steps that leave the browser room between them. */
export async function startLanding(early: EarlyActions) {
  await loadReact();
  hydrateCalculatorLater(early);
  for (const name of ['account', 'start'] as const) {
    await pause();
    await hydrateIsland(name, landingIslands[name], early);
  }
  // Now that there is time, all of the page is laid out, so that the scroll bar says where its end is.
  document.documentElement.dataset.drawn = '';
  prepareNextPage();
  registerWorker();
  // Who goes to the calculator hears how it went.
  window.addEventListener('focusin', prepareToasts, { once: true });
}
