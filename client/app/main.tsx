import { StrictMode, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import '../styles/index.css';
import { App } from './app.tsx';
import { registerWorker } from './register-worker.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to show the app in.');

/** Takes away what stood in for the app, once the app shows the same or more. */
function AppInPlace() {
  useLayoutEffect(() => {
    document.documentElement.removeAttribute('data-app');
  }, []);
  return <App />;
}

/**
 * Waits for the app's styles where a script has asked for them, and takes those of the landing page away. They stand after the
 * app's in the document and would win wherever both sheets set the same property.
 */
async function takeStylesOver() {
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]');
  if (link && !link.sheet) {
    await new Promise((settled) => {
      link.addEventListener('load', settled);
      link.addEventListener('error', settled);
    });
  }
  // Where the app's styles did not come, those of the landing page are better than none.
  if (link?.sheet) document.querySelector('style[data-landing]')?.remove();
}

async function start(place: HTMLElement) {
  await takeStylesOver();
  // The landing page that was rendered at build time may be in there, unseen; it belongs to visitors.
  place.replaceChildren();
  createRoot(place).render(
    <StrictMode>
      <AppInPlace />
    </StrictMode>,
  );
  registerWorker();
}

void start(root);
