import { type ReactNode, StrictMode, useEffect } from 'react';
import { hasStoredSession, sessionStorageKey } from '../backend/stored-session.ts';
import { landingIslands } from '../pages/landing-islands.tsx';
import { prepareToasts, Toaster } from '../ui/toaster.tsx';
import { hideTrouble, restoreTyped, showTrouble } from './calculator-trouble.ts';
import { DocumentLocation } from './document-location.tsx';
import type { Control, EarlyActions } from './first-paint.ts';
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

/** A control whose value is not the one that the page came with: typed early, or filled in again by the browser. */
function isChanged(control: Control): boolean {
  return control instanceof HTMLSelectElement
    ? control.selectedOptions[0]?.defaultSelected === false
    : control.value !== control.defaultValue;
}

/** Tells React of a value that was there before it was: it listens to events, and trusts what it saw last. */
function announceValue(control: Control, value: string) {
  const { prototype } = control instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
  const isText = control instanceof HTMLInputElement && control.type === 'text';
  const [start, end] = isText ? [control.selectionStart, control.selectionEnd] : [];
  // React notes what is set on the element itself, and not what is set through its prototype.
  control.value = '';
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, value);
  if (isText) control.setSelectionRange(start ?? null, end ?? null);
  control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

function Alive({ onAlive, children }: { onAlive: () => unknown; children: ReactNode }) {
  useEffect(() => void onAlive(), [onAlive]);
  return children;
}

/** Brings an island to life, and then does there what the visitor has asked for already. */
async function hydrateIsland(name: string, island: ReactNode, { clicked, typed, addStyles }: EarlyActions) {
  const { hydrateRoot } = await loadReact();
  const place = placeOf(name);
  for (const control of place.querySelectorAll<Control>('input, select')) {
    if (isChanged(control)) typed.set(control, control.value);
  }
  const catchUp = async () => {
    if (place.dataset.alive !== undefined) return;
    place.dataset.alive = '';
    for (const [control, value] of typed) {
      if (!place.contains(control)) continue;
      announceValue(control, value);
      // One after the other, as a hand would: each is rendered before the next.
      await Promise.resolve();
    }
    for (const button of clicked) if (place.contains(button)) button.click();
  };
  hydrateRoot(
    place,
    <StrictMode>
      <Alive onAlive={catchUp}>
        <IslandBoundary onFailure={addStyles}>
          <DocumentLocation>{island}</DocumentLocation>
        </IslandBoundary>
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
      const [{ calculatorIsland }] = await Promise.all([import('../pages/calculator-island.tsx'), early.addStyles()]);
      hideTrouble();
      await addToaster();
      await hydrateIsland('calculator', calculatorIsland, early);
      signs.abort();
      sight.disconnect();
    } catch {
      // The next sign tries again. Who waits for something to happen is told; who only looks is not.
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

/** Signed in meanwhile, in another tab or before the way back to here: then this is not the page to show. */
function leaveWhenSignedIn() {
  const leave = () => {
    if (hasStoredSession()) window.location.reload();
  };
  window.addEventListener('storage', ({ key }) => key === sessionStorageKey && leave());
  window.addEventListener('pageshow', ({ persisted }) => persisted && leave());
}

/** Lets the browser do what waits, such as answering a touch. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Brings the landing page to life, in steps that leave the browser room between them. */
export async function startLanding(early: EarlyActions) {
  await loadReact();
  leaveWhenSignedIn();
  hydrateCalculatorLater(early);
  for (const name of ['header', 'start'] as const) {
    await pause();
    await hydrateIsland(name, landingIslands[name], early);
  }
  prepareNextPage();
  registerWorker();
  // Who goes to the calculator hears how it went.
  window.addEventListener('focusin', prepareToasts, { once: true });
}
