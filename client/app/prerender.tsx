import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { LandingPage } from '../pages/landing-page.tsx';
import { Cast } from '../ui/art/cast.tsx';
import { LoadingScreen } from '../ui/loading-screen.tsx';

function Island({ name, children }: { name: string; children: ReactNode }) {
  // Rendered by itself, as in the browser, so that React creates the same ids on both sides.
  const html = renderToString(children, { identifierPrefix: name });
  return (
    <div
      className="contents"
      data-island={name}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML that React made a line above.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

export function renderLoadingScreen(): string {
  return renderToStaticMarkup(<LoadingScreen />);
}

/** The landing page as HTML, for the build: what a visitor sees before any script has run. */
export function renderLandingPage(): string {
  return renderToStaticMarkup(
    <>
      <Cast />
      <LandingPage renderIsland={(name, island) => <Island name={name}>{island}</Island>} />
    </>,
  );
}
