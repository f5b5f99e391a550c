import type { ReactNode } from 'react';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { placeholderGround } from '../../art/dog-placeholder.tsx';
import type { Dog } from '../../data/records/dogs.ts';
import { classNames } from '../../ui/class-names.ts';
import type { BirthdayDog } from './birthday-words.ts';
import { Tier } from './cake-art.tsx';

/** A speech bubble with the howl of a happy dog. Decorative: the status says it in words. */
function Howl({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 220 120" className={className} aria-hidden="true">
      <g stroke="var(--art-ink)" strokeWidth="5" strokeLinecap="round" strokeLinejoin="round">
        <path
          d="M24 14C70 2 150 2 196 12C214 18 215 66 199 78C178 88 130 88 98 86L62 114L66 84C44 83 30 81 22 76C6 64 6 22 24 14Z"
          fill="var(--art-white)"
        />
        <path d="M206 96l8 7M4 92l-8 7M110 106l1 10" fill="none" stroke="var(--art-raspberry)" strokeWidth="6" />
        <text
          x="110"
          y="60"
          textAnchor="middle"
          fontSize="40"
          fontWeight="700"
          stroke="none"
          transform="rotate(-3 110 50)"
          className="fill-(--art-tag-ink) font-display"
        >
          Awoooo!
        </text>
      </g>
    </svg>
  );
}

/** At most this many dogs look over the cake. The words say how many more there are. */
const shownCount = 4;

const columns = ['grid-cols-1', 'grid-cols-2', 'grid-cols-3', 'grid-cols-2 grid-rows-2'];

/** In a wide window the picture fades into this beside the dogs: the photo out of focus, or the ground of the drawing. */
function Backdrop({ dog: { photoUrl, size } }: { dog: Dog }) {
  return (
    <div className={classNames('absolute inset-0 max-lg:hidden', placeholderGround[size])}>
      {photoUrl && <img src={photoUrl} alt="" className="size-full scale-115 object-cover blur-2xl" />}
    </div>
  );
}

/**
 * The dogs of the day behind their cake, from edge to edge. In a wide window they are on the right, and a scrim on the left backs
 * the words. While the candles burn, the light comes from them.
 */
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
    <div className="relative isolate h-84 max-h-[60svh] min-h-72 overflow-hidden bg-paper-deep sm:h-112 lg:absolute lg:inset-0 lg:h-auto lg:max-h-none">
      {shown[0] && <Backdrop dog={shown[0].dog} />}
      <div
        className={classNames(
          'absolute inset-x-0 top-0 bottom-8 grid lg:start-[42%] lg:mask-l-from-88%',
          columns[shown.length - 1],
        )}
      >
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
      <div className="absolute inset-0 bg-linear-to-r from-[#1a100cf0] from-36% via-[#1a100cc8] via-44% to-transparent to-54% max-lg:hidden" />
      <Tier colour="apricot" className="absolute inset-x-0 bottom-0 h-16 w-full lg:aspect-12/1 lg:h-auto" />
      <div className="absolute inset-0 lg:start-[42%] lg:bottom-5">{children}</div>
      {isHowling && <Howl className="absolute end-2 top-12 w-36 animate-pop sm:w-56 lg:end-6 lg:top-20" />}
    </div>
  );
}
