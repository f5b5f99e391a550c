import type { ReactNode } from 'react';
import { deviceStorage } from '../../data/drafts/web-storage.ts';
import { packCountKey } from '../../data/sync/forget.ts';
import { classNames } from '../../ui/class-names.ts';
import { PawIcon } from '../../ui/icons.tsx';

/** A pack of at most this many dogs shows each on a wide card, above everything else, and needs no tools. */
export const fewDogs = 2;

/** The list of cards: one below the other if they are few, otherwise side by side. Four are two pairs, so that none is left over. */
export function gridClasses(count: number): string {
  if (count <= fewDogs) return 'mb-6 grid grid-cols-1 gap-6';
  return classNames('grid grid-cols-1 gap-6 sm:grid-cols-2', count !== 4 && 'lg:grid-cols-3');
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
  return <span className={classNames('block rounded-field bg-line', className)} />;
}

function SkeletonCard({ isWide, children }: { isWide: boolean; children: ReactNode }) {
  return (
    <div
      className={classNames('flex flex-col overflow-hidden rounded-card bg-card shadow-card', isWide && 'sm:flex-row')}
    >
      <div
        className={classNames(
          'grid aspect-4/3 w-full place-items-center bg-apricot-wash',
          isWide && 'sm:aspect-auto sm:min-h-96 sm:w-[45%] sm:shrink-0',
        )}
      >
        {children}
      </div>
      <div className={classNames('grid grow content-start gap-4 p-5', isWide && 'sm:p-7')}>
        <Stroke className="my-1.5 h-8 w-1/2" />
        <Stroke className="h-7 w-2/3" />
        <div className="grid grid-cols-2 gap-3">
          <Stroke className="h-24" />
          <Stroke className="h-24" />
        </div>
        <Stroke className="h-12 w-4/5" />
        <Stroke className={classNames('h-11', isWide ? 'sm:w-40' : 'w-full')} />
      </div>
    </div>
  );
}

function Status() {
  return (
    <p role="status" className="grid justify-items-center gap-3 p-4 text-center font-display text-title font-bold">
      <PawIcon className="size-12 animate-wag text-ink-soft" />
      Loading your pack...
    </p>
  );
}

/** A placeholder in the shape in which the pack was last seen on this device, so that little moves when the dogs arrive. */
export function PackLoading() {
  const count = lastSeenCount();
  const areFew = count <= fewDogs;
  return (
    <>
      {!areFew && (
        <div className="mb-6 grid h-44 place-items-center rounded-card bg-card shadow-card sm:h-80">
          <Status />
        </div>
      )}
      <div className={classNames('skeleton', gridClasses(count))}>
        {Array.from({ length: Math.min(count, 6) }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
          <SkeletonCard key={index} isWide={areFew}>
            {areFew && index === 0 ? <Status /> : <PawIcon className="size-20 text-line" />}
          </SkeletonCard>
        ))}
      </div>
    </>
  );
}
