import { Button } from './button.tsx';

/** Stands for a part whose code did not arrive, and loads it again. */
export function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="grid content-start justify-items-start gap-3">
      <p>This part did not arrive. Please check your network.</p>
      <Button look="secondary" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
