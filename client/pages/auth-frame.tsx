import type { ReactNode } from 'react';
import { SignInScene } from '../art/sign-in-scene.tsx';
import { Wordmark } from '../art/wordmark.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { Toaster } from '../ui/toaster.tsx';

/** The frame of the pages for signing in: one card below a drawing. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="toasts-over-drawing grid min-h-dvh place-items-center px-4 py-8">
      <title>{title}</title>
      <div className="w-full max-w-md">
        <header className="mb-4 grid justify-center">
          <PageLink href="/" className="rounded-field">
            <Wordmark className="text-heading" />
          </PageLink>
        </header>
        <SignInScene className="mx-auto -mb-4 w-60" />
        <main className="rounded-card bg-card p-6 shadow-card sm:p-8">
          {children}
          <Toaster place="form" />
        </main>
      </div>
    </div>
  );
}
