import { Wordmark } from './wordmark.tsx';

/** Fills the window while the session is being checked. */
export function LoadingScreen() {
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center gap-4 p-6">
      <Wordmark className="text-hero" tail="animate-wag" />
      <h1 className="text-title">
        <span role="status">Loading...</span>
      </h1>
    </main>
  );
}
