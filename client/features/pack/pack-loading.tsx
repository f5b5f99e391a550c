import type { ReactNode } from 'react';
import { manyDogs } from '../../../domain/dogs/pack-order.ts';
import { deviceStorage } from '../../data/drafts/web-storage.ts';
import { packCountKey } from '../../data/offline/forget.ts';
import { classNames } from '../../ui/class-names.ts';
import { PawIcon } from '../../ui/icons.tsx';

/** A pack of at most this many dogs shows each in full. */
export const fewDogs = 2;

/** The grid of cards: in full, or compact ones that fill their rows, unless `isAsIs`: then each keeps its width. Three to seven are upright. */
export function gridClasses(count: number, isFull: boolean, isAsIs = false): string {
  const grid = 'grid grid-cols-1 gap-x-6';
  if (isFull) return `${grid} ${count > 1 ? 'upright-cards md:grid-cols-2' : 'one-card'}`;
  const look = count >= manyDogs ? 'at-a-glance' : count > fewDogs && 'standing-cards';
  return classNames(grid, 'pack-cards', look, isAsIs && 'as-is');
}

/** Returns how many dogs the pack had when it was last seen on this device; 1 if unknown. */
function lastSeenCount(): number {
  const kept = deviceStorage.read(packCountKey);
  return typeof kept === 'number' && kept >= 1 ? kept : 1;
}

export function keepCount(count: number) {
  deviceStorage.keep(packCountKey, count);
}

const strokes = ['h-4 w-2/5', 'h-5 w-1/4', 'h-2.5 w-1/2', 'h-2.5 w-2/3', 'mt-2 h-11 w-36 max-w-full'];

function SkeletonCard({ isFull, children }: { isFull: boolean; children: ReactNode }) {
  return (
    <div className="pb-4 sm:pb-6">
      <div
        className={classNames(
          'flex overflow-hidden rounded-card bg-card shadow-card',
          isFull ? 'full-card flex-col' : 'gap-3 p-3 roomy:min-h-64 roomy:p-0',
        )}
      >
        <div
          className={classNames(
            'grid shrink-0 place-items-center bg-apricot-wash',
            isFull
              ? 'full-photo relative aspect-4/3 w-full'
              : 'size-28 rounded-field roomy:h-auto roomy:w-2/5 roomy:rounded-none',
          )}
        >
          {children || <PawIcon className={classNames('text-line', isFull ? 'size-20' : 'size-12 roomy:size-20')} />}
        </div>
        <div className={classNames('grid grow content-start', isFull ? 'gap-5 p-5 sm:p-7' : 'gap-3 roomy:p-5')}>
          {strokes.map((look) => (
            <span key={look} className={`block rounded-pill bg-dimmed ${look}`} />
          ))}
        </div>
      </div>
    </div>
  );
}

/** A placeholder in the shape in which the pack was last seen on this device, so that little moves when the dogs arrive. */
export function PackLoading() {
  const count = lastSeenCount();
  const isFull = count <= fewDogs;
  const status = (
    <p role="status" className="flex items-center justify-center gap-3 font-display text-title font-bold">
      <PawIcon className="size-10 animate-wag text-ink-soft" />
      Loading your pack...
    </p>
  );
  return (
    <>
      {count >= manyDogs && <div className="mt-7.5 mb-4 h-12 rounded-field bg-dimmed sm:mb-6 sm:w-153" />}
      {count > 1 && (
        <div className="mb-4 grid min-h-38 items-center rounded-card bg-card px-4 shadow-card sm:mb-6">{status}</div>
      )}
      <div className={classNames('skeleton', gridClasses(count, isFull))}>
        {Array.from({ length: Math.min(count, 6) }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
          <SkeletonCard key={index} isFull={isFull}>
            {count === 1 && status}
          </SkeletonCard>
        ))}
      </div>
    </>
  );
}
