import { Component, type ReactNode } from 'react';
import { LostDog } from '../ui/art/lost-dog.tsx';
import { Button } from '../ui/button.tsx';

/** Stands in for a page that broke, so that an owner never faces a blank one. React logs the cause. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className="grid min-h-dvh place-content-center justify-items-center gap-3 px-4 py-10 text-center">
        <LostDog className="w-96 max-w-full" />
        <h1>This page has lost its way</h1>
        <p className="max-w-reading">Something broke on our side. Your dogs are safe; please load the page again.</p>
        <Button size="large" className="mt-2" onClick={() => window.location.reload()}>
          Load Again
        </Button>
      </main>
    );
  }
}
