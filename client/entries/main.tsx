import { StrictMode, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { helpPage } from '../../addresses/addresses.ts';
import { afterFirstLists } from '../data/client.ts';
import { database as openStored } from '../data/offline/database.ts';
import { hasStoredSession } from '../data/session/stored-session.ts';
import '../styles/index.css';
import { App, loadPlainPages } from './app.tsx';
import { doWithoutLostStyles } from './load-failure.ts';
import { bearOtherPrograms } from './other-programs.ts';
import { registerWorker } from './register-worker.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to show the app in.');

/** Once the app has rendered, removes the prerendered 'Loading...', of which it has its own, and hides the note that it is late. */
function AppInPlace() {
  useLayoutEffect(() => {
    document.documentElement.removeAttribute('data-app');
    document.getElementById('loading')?.remove();
    document.getElementById('late')?.setAttribute('hidden', '');
  }, []);
  return <App />;
}

/**
 * Waits for the app's styles, if a script has added them, and then removes those of the landing page. The latter come later in
 * the document and would win wherever both set the same property.
 */
async function takeStylesOver() {
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]');
  if (link && !link.sheet) {
    await new Promise((settled) => {
      link.addEventListener('load', settled);
      link.addEventListener('error', settled);
    });
  }
  // If the app's styles could not be loaded, the landing page's stay.
  if (link?.sheet) document.querySelector('style[data-landing]')?.remove();
}

async function start(container: HTMLElement) {
  // The first lists wait for it.
  if (hasStoredSession()) void openStored();
  bearOtherPrograms();
  window.addEventListener('vite:preloadError', doWithoutLostStyles);
  await takeStylesOver();
  // Then nothing comes between the help that the build has rendered and the app's own.
  if (window.location.pathname === helpPage) await loadPlainPages().catch(() => undefined);
  // React removes what was rendered ahead with its first commit.
  createRoot(container).render(
    <StrictMode>
      <AppInPlace />
    </StrictMode>,
  );
  if (hasStoredSession()) await afterFirstLists;
  registerWorker();
}

void start(root);
