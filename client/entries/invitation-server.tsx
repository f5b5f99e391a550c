/** Draws the pages of invitations for the server. The build bundles this and everything it shows into one module. */
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { dogSizes } from '../../domain/dogs/size.ts';
import type { InvitationPages, InvitationPage as Page } from '../../domain/guests/shown-invitation.ts';
import { Cast } from '../art/cast.tsx';
import { type IslandProps, invitationIslands } from '../pages/invitation-islands.tsx';
import { InvitationPage } from '../pages/invitation-page.tsx';
import { InvitationTags } from '../pages/invitation-tags.tsx';
import { Confetti } from '../ui/confetti.tsx';
import { samplePages } from './invitation-samples.ts';
import { Island } from './island.tsx';

/** The contents of the head of every page. The build makes it, because it knows everything that the pages can show. */
type InvitationHead = { styles: string; script: string; policy: string };

function renderIsland<Name extends keyof IslandProps>(name: Name, props: IslandProps[Name]) {
  const Part: (props: IslandProps[Name]) => ReactNode = invitationIslands[name];
  return (
    <Island name={name} props={props}>
      {createElement(Part, props)}
    </Island>
  );
}

function Document({ page, head }: { page: Page; head: InvitationHead }) {
  const guest = page.kind === 'invitation' ? page.view.guest : null;
  return (
    <html lang="en" data-answer={guest?.answer === 'yes' && !guest.isWaiting ? 'yes' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own script, which the policy knows by its hash. */}
        <script dangerouslySetInnerHTML={{ __html: head.script }} />
        <meta name="color-scheme" content="light dark" />
        <InvitationTags page={page} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the build's own styles, which the policy knows by their hash. */}
        <style dangerouslySetInnerHTML={{ __html: head.styles }} />
      </head>
      <body>
        <Cast sizes={page.kind === 'invitation' ? dogSizes : ['medium']} />
        <InvitationPage page={page} renderIsland={renderIsland} />
      </body>
    </html>
  );
}

export function createInvitationPages(head: InvitationHead): InvitationPages {
  return {
    render: (page) => `<!doctype html>${renderToStaticMarkup(<Document page={page} head={head} />)}`,
    policy: head.policy,
  };
}

/** Renders one of everything that the pages can show. From it the build finds the styles that they need. */
export function renderSamples(): string {
  const head = { styles: '', script: '', policy: '' };
  return (
    samplePages.map((page) => renderToStaticMarkup(<Document page={page} head={head} />)).join('') +
    renderToStaticMarkup(<Confetti onEnd={() => undefined} />)
  );
}
