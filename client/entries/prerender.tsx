import { renderToStaticMarkup } from 'react-dom/server';
import { Cast } from '../art/cast.tsx';
import { LoadingScreen } from '../art/loading-screen.tsx';
import { Help } from '../pages/help.tsx';
import { LandingPage } from '../pages/landing-page.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { Island } from './island.tsx';

export function renderLoadingScreen(): string {
  return renderToStaticMarkup(<LoadingScreen />);
}

/** Renders the note that code has not arrived, for every document: see late-note.ts. */
export function renderLateNote(): string {
  return renderToStaticMarkup(
    <div id="late" role="alert" hidden>
      <p>Part of Wagday hasn't arrived. Please check your network.</p>
      <button type="button" className={`mt-4 ${buttonClasses('secondary')}`}>
        Load Again
      </button>
    </div>,
  );
}

/** Renders the landing page as HTML for the build: what a visitor sees before any script has run. */
export function renderLandingPage(): string {
  return renderToStaticMarkup(
    <>
      <Cast />
      <LandingPage renderIsland={(name, island) => <Island name={name}>{island}</Island>} />
    </>,
  );
}

/** Renders the help for the build: what there is to read before a script runs, and without one. */
export function renderHelpPage(): string {
  return renderToStaticMarkup(
    <>
      <Cast sizes={['medium']} />
      <Help />
    </>,
  );
}
