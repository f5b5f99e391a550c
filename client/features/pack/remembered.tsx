import type { ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import type { InMemory } from './in-memory.tsx';

async function loadInMemory() {
  return (await import('./in-memory.tsx')).InMemory;
}

/** The dogs in memory. Their cards are in a file of their own, because most packs have none. */
export function Remembered(props: ComponentProps<typeof InMemory>) {
  const { part: Section, hasFailed, retry } = useLoaded(loadInMemory);
  if (Section) return <Section {...props} />;
  if (!hasFailed) return null;
  return (
    <div role="alert" className="mt-10 grid justify-items-start gap-3">
      <p>The dogs in memory could not be shown. Please check your network.</p>
      <Button look="secondary" onClick={retry}>
        Try Again
      </Button>
    </div>
  );
}
