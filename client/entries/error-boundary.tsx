import { Component, type ReactNode } from 'react';
import { LostDog } from '../art/lost-dog.tsx';
import { Button } from '../ui/button.tsx';
import { isLoadFailure, isServerThere, reloadOnce } from './load-failure.ts';

type Failure = 'broken' | 'not loaded';

const words: Record<Failure, string> = {
  broken: 'Something broke on our side. Your dogs are safe; please load the page again.',
  'not loaded': 'Not all of it arrived. Your dogs are safe; please check your network and load the page again.',
};

/** Replaces a page that threw an error. React logs the cause. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failure: Failure | null }> {
  override state: { failure: Failure | null } = { failure: null };

  static getDerivedStateFromError(error: unknown): { failure: Failure } {
    return { failure: isLoadFailure(error) ? 'not loaded' : 'broken' };
  }

  override componentDidCatch(error: unknown) {
    // If a new build has come while this page was open, a reload asks for files that exist.
    if (isLoadFailure(error)) void isServerThere().then((isThere) => isThere && reloadOnce());
  }

  override render() {
    if (!this.state.failure) return this.props.children;
    return (
      <main className="grid min-h-dvh place-content-center justify-items-center gap-3 px-4 py-10 text-center">
        <LostDog className="w-96 max-w-full" />
        <h1>This page has lost its way</h1>
        <p className="max-w-reading">{words[this.state.failure]}</p>
        <Button size="large" className="mt-2" onClick={() => window.location.reload()}>
          Load Again
        </Button>
      </main>
    );
  }
}
