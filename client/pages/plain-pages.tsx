import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { LostDog } from '../art/lost-dog.tsx';
import type { Owner } from '../data/session/session.ts';
import { AccountActions } from '../features/landing/landing-buttons.tsx';
import { Header } from '../features/landing/landing-sections.tsx';
import { DashboardHeader } from '../features/pack/dashboard-header.tsx';
import { buttonClasses } from '../ui/button.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { Help, PlainPage } from './help.tsx';
import { PlacesBar } from './places.tsx';

type PageProps = { owner: Owner | null };

function headerFor(owner: Owner | null) {
  if (!owner) return <Header account={<AccountActions />} />;
  return <DashboardHeader owner={owner} places={<PlacesBar place={{ name: 'elsewhere' }} news={0} />} />;
}

export function HelpPage({ owner }: PageProps) {
  return <Help header={headerFor(owner)} />;
}

export function NotFoundPage({ owner }: PageProps) {
  const [path] = useLocation();

  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: the specification requires unknown routes to be logged.
    console.error('404: no page at', path);
  }, [path]);

  return (
    <PlainPage
      title="Page not found on Wagday"
      header={headerFor(owner)}
      className="grid grow place-content-center justify-items-center gap-3 px-4 py-10 text-center"
    >
      <LostDog className="w-96 max-w-full" />
      <h1 className="text-hero">404</h1>
      <p className="mb-3 text-title">Oops! Page not found</p>
      <PageLink href="/" className={buttonClasses('primary', 'large')}>
        Return to Home
      </PageLink>
    </PlainPage>
  );
}
