import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { DogPhoto } from '../../ui/dog-photo.tsx';
import type { BirthdayDog } from './birthday-words.ts';
import { Tier } from './cake-art.tsx';
import { Howl } from './howl.tsx';

/** At most this many dogs look over the cake. The words name how many more there are. */
const shownCount = 4;

const columns = ['grid-cols-1', 'grid-cols-2', 'grid-cols-3', 'grid-cols-2 grid-rows-2'];

/** The dogs of the day behind their cake, from edge to edge. While the candles burn, the light is theirs. */
export function Stage({
  celebrating,
  isLit,
  isHowling,
  children,
}: {
  celebrating: readonly BirthdayDog[];
  isLit: boolean;
  isHowling: boolean;
  /** The candles on the cake. */
  children: ReactNode;
}) {
  const shown = celebrating.slice(0, shownCount);
  return (
    <div className="relative isolate h-84 max-h-[60svh] min-h-72 overflow-hidden bg-paper-deep md:h-auto md:max-h-none md:min-h-112">
      <div className={classNames('absolute inset-x-0 top-0 bottom-8 grid', columns[shown.length - 1])}>
        {shown.map(({ dog }) => (
          <div key={dog.id} className="relative min-w-0 overflow-hidden not-first:border-s-3 border-(--art-ink)">
            <DogPhoto
              dog={dog}
              photo={dog.photoUrl}
              alt={dog.name}
              isCelebrating
              className="absolute inset-0 block size-full"
            />
          </div>
        ))}
      </div>
      <div
        className={classNames(
          'absolute inset-0 bg-[radial-gradient(ellipse_at_50%_80%,transparent_25%,var(--color-scrim)_90%)] transition-opacity duration-1000',
          isLit ? 'opacity-100' : 'opacity-0',
        )}
      />
      <Tier colour="apricot" className="absolute inset-x-0 bottom-0 h-16 w-full" />
      {children}
      {isHowling && <Howl className="absolute end-2 top-12 w-36 animate-pop sm:w-56 md:end-6 md:top-20" />}
    </div>
  );
}
