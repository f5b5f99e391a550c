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

// The landing page that was rendered at build time may be in there, unseen; it belongs to visitors.
root.replaceChildren();
createRoot(root).render(
  <StrictMode>
    <AppInPlace />
  </StrictMode>,
);
registerWorker();
