import { linkClasses } from './button.tsx';

/** Says that a form began with what was typed before, and offers an empty one. */
export function ResumedLine({ onStartOver }: { onStartOver: () => void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-soft">
      <span>Picked up where you left off.</span>
      <button type="button" className={linkClasses} onClick={onStartOver}>
        Start Over
      </button>
    </p>
  );
}
