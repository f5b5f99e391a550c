import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../styles/index.css';
import { App } from './app.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root to show the app in.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
