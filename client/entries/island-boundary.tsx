import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';

/** Replaces a part of the landing page that threw an error. React logs the cause. */
export class IslandBoundary extends Component<
  { onFailure: () => unknown; children: ReactNode },
  { hasFailed: boolean }
> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch() {
    this.props.onFailure();
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div role="alert" className="mx-auto grid w-full max-w-3xl justify-items-center gap-3 px-4 py-6 text-center">
        <h2>This part of the page has lost its way</h2>
        <p>Something broke on our side. Please load the page again.</p>
        <Button onClick={() => window.location.reload()}>Load Again</Button>
      </div>
    );
  }
}
