import type { ReactNode } from 'react';
import { manyDogs } from '../../../domain/dogs/pack-order.ts';
import { deviceStorage } from '../../data/drafts/web-storage.ts';
import { packCountKey } from '../../data/offline/forget.ts';
import { classNames } from '../../ui/class-names.ts';
import { PawIcon } from '../../ui/icons.tsx';

/** A pack of at most this many dogs shows each in full. */
export const fewDogs = 2;

/**
 * The grid of cards: in full one below the other, otherwise side by side. Wider cards fill the rows that would end early: at the top of a
 * pack, at the foot of one of many. What a search found keeps its width.
 */
export function gridClasses(count: number, isFull: boolean, isSearching = false): string {
  if (isFull) return count > 1 ? 'grid grid-cols-1 gap-x-6 md:grid-cols-2 upright-cards' : 'grid grid-cols-1 one-card';
  if (count === 1) return 'grid grid-cols-1 only-card';
  const isMany = count >= manyDogs;
  const over = isSearching ? 0 : count % 3;
  return classNames(
    'grid grid-cols-1 gap-x-6 sm:grid-cols-2 lg:grid-cols-6 lg:*:col-span-2',
    isMany ? 'at-a-glance' : count % 2 === 1 && 'odd-cards',
    count % 2 === 1 && !isSearching && 'sm:max-lg:*:last:odd:col-span-2',
    over === 1 && (isMany ? 'lg:*:nth-last-[-n+4]:col-span-3' : 'lg:*:nth-[-n+4]:col-span-3'),
    over === 2 && (isMany ? 'lg:*:nth-last-[-n+2]:col-span-3' : 'lg:*:nth-[-n+2]:col-span-3'),
  );
}

/** Returns how many dogs the pack had when it was last seen on this device; 1 if unknown. */
function lastSeenCount(): number {
  const kept = deviceStorage.read(packCountKey);
  return typeof kept === 'number' && kept >= 1 ? kept : 1;
}

export function keepCount(count: number) {
  deviceStorage.keep(packCountKey, count);
}

/** A bar in place of words. */
function Stroke({ className }: { className: string }) {
  return <span className={classNames('block rounded-pill bg-dimmed', className)} />;
}

function SkeletonCard({ isFull, children }: { isFull: boolean; children: ReactNode }) {
  return (
    <div className="pb-4 sm:pb-6">
      <div
        className={classNames(
          'flex overflow-hidden rounded-card bg-card shadow-card',
          isFull ? 'flex-col sm:flex-row upright:flex-col' : 'gap-3 p-3 roomy:flex-col roomy:p-0',
        )}
      >
        <div
          className={classNames(
            'grid shrink-0 place-items-center bg-apricot-wash',
            isFull
              ? 'aspect-4/3 w-full sm:aspect-auto sm:min-h-72 sm:w-[45%] lg:min-h-96 upright:aspect-4/3 upright:w-full'
              : 'size-28 rounded-field roomy:aspect-4/3 roomy:size-auto roomy:rounded-none',
          )}
        >
          {children || <PawIcon className={classNames('text-line', isFull ? 'size-20' : 'size-12 roomy:size-20')} />}
        </div>
        <div className={classNames('grid grow content-start', isFull ? 'gap-5 p-5 sm:p-7' : 'gap-3 roomy:p-5')}>
          <Stroke className="h-4 w-2/5" />
          <Stroke className="h-5 w-1/4" />
          <Stroke className="h-2.5 w-1/2" />
          <Stroke className="h-2.5 w-2/3" />
          <Stroke className="mt-2 h-11 w-36 max-w-full" />
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
