import { useEffect, useRef, useState } from 'react';
import type { Guest } from '../../data/records/guests.ts';
import { Button } from '../../ui/button.tsx';
import { focusOrHeading } from '../../ui/focus.ts';
import { isAnsweredAlone, RemovalQuestion, whoText } from './guest-removal.tsx';

/** Says how many guests are chosen, and removes them together or stops choosing. It stays in sight under a long list. */
export function ChosenGuests({
  chosen,
  onRemove,
  onStop,
}: {
  chosen: readonly Guest[];
  onRemove: () => void;
  onStop: () => void;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const bar = useRef<HTMLDivElement>(null);

  // The pressed button is gone, and the focus with it. Focuses the first ticked box, or else the first: the work begins there, or
  // continues after a removal that failed or was not confirmed. A focus that has moved on since then stays.
  useEffect(() => {
    if (isAsking) return;
    const list = bar.current?.parentElement;
    const box = list?.querySelector<HTMLElement>('input:checked') ?? list?.querySelector('input');
    if (!document.activeElement?.matches('dialog :not(h2)')) box?.focus();
  }, [isAsking]);

  function stop() {
    focusOrHeading();
    onStop();
  }

  function remove() {
    onRemove();
    stop();
  }

  return (
    <div ref={bar} className="sticky -bottom-6 z-10 border-t-2 border-line bg-card py-3 sm:-bottom-8">
      {isAsking && chosen.length > 0 ? (
        <RemovalQuestion guests={chosen} onRemove={remove} onKeep={() => setIsAsking(false)} />
      ) : (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p role="status" className="grow">
            {chosen.length === 0 ? 'Tick the guests to take off the list.' : `${chosen.length} chosen`}
          </p>
          <div className="flex gap-3">
            <Button variant="secondary" onClick={stop}>
              Cancel
            </Button>
            <Button
              variant="danger"
              disabled={chosen.length === 0}
              onClick={() => (chosen.some(isAnsweredAlone) ? setIsAsking(true) : remove())}
            >
              Remove<span className="sr-only"> {chosen.length > 0 && whoText(chosen)}</span>
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
