import { renderToStaticMarkup } from 'react-dom/server';
import { Cast } from '../art/cast.tsx';
import { LoadingScreen } from '../art/loading-screen.tsx';
import { LandingPage } from '../pages/landing-page.tsx';
import { Island } from './island.tsx';

export function renderLoadingScreen(): string {
  return renderToStaticMarkup(<LoadingScreen />);
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
