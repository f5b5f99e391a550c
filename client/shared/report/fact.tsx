import type { ReactNode } from 'react';

/** A labelled figure of a report, inside a `<dl>`. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-center rounded-field border-2 border-edge/50 bg-card px-3 py-3 sm:px-4">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="font-display text-lg font-bold wrap-break-word hyphens-auto sm:text-title">{children}</dd>
    </div>
  );
}
