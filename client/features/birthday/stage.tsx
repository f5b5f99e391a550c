import { type ReactNode, useId } from 'react';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { Flags } from '../../art/flags.tsx';
import { Tier } from '../../art/icing.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { BirthdayDog } from './birthday-words.ts';

/** A speech bubble below the dog's muzzle, with the howl of a happy dog. Decorative: the status says it in words. */
function Howl({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 220 120" className={className} aria-hidden="true">
      <g stroke="var(--art-ink)" strokeWidth="5" strokeLinecap="round" strokeLinejoin="round">
        <path
          d="M24 40C40 34 54 33 66 32L48 4L96 30C140 29 180 31 196 36C214 42 215 92 199 103C170 114 56 115 22 102C6 90 6 48 24 40Z"
          fill="var(--art-white)"
        />
        <text
          x="110"
          y="86"
          textAnchor="middle"
          fontSize="40"
          fontWeight="700"
          stroke="none"
          transform="rotate(-3 110 76)"
          className="fill-(--art-tag-ink) font-display"
        >
          Awoooo!
        </text>
      </g>
    </svg>
  );
}

/** The edge of the panel of words, scalloped like the cloth on the party table. Decorative. */
function Scallops({ className }: { className: string }) {
  const id = useId();
  return (
    <svg className={className} aria-hidden="true">
      <pattern id={id} width="28" height="44" patternUnits="userSpaceOnUse">
        <path d="M-6 0H4Q30 22 4 44H-6Z" fill="var(--art-wall)" />
        <path d="M4 0Q30 22 4 44" fill="none" stroke="var(--art-ink)" strokeWidth="4.5" />
      </pattern>
      <rect width="28" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}

/** At most this many dogs look over the cake. The words say how many more there are. */
const shownCount = 4;

const columns = [
  'grid-cols-1',
  'grid-cols-2',
  'grid-cols-3 lg:top-9',
  'grid-cols-2 grid-rows-2 *:nth-[n+3]:border-t-3',
];

const small = 'w-[200%] sm:w-[150%]';

/** As wide as two, three or four garlands, so that no flag is cut. Over narrow frames they hang above the heads in photos. */
const garlands = ['w-[300%] sm:max-md:w-[200%]', small, 'w-[200%]', small];

type StageProps = {
  celebrating: readonly BirthdayDog[];
  isHowling: boolean;
  children: ReactNode;
};

/** The dogs of the day behind their cake, under the bunting. In a wide window the icing goes on below the words beside them. */
export function Stage({ celebrating, isHowling, children }: StageProps) {
  const shown = celebrating.slice(0, shownCount);
  const areThree = shown.length === 3;
  return (
    <div
      className={`relative sm:max-h-[60svh] lg:h-auto lg:max-h-none ${['h-70 sm:h-116', 'h-62 sm:h-96', 'h-72 sm:h-116', 'h-70 sm:h-116'][shown.length - 1]}`}
    >
      <div
        // It ends behind the edge of the icing, so that a whole face is above that.
        className={`dogs-of-day absolute inset-x-0 top-0 bottom-12 grid overflow-hidden lg:bottom-16 ${columns[shown.length - 1]}`}
      >
        {shown.map(({ dog }) => (
          // Three frames are narrow, with names: there dogs are larger, and their eyes about on one line.
          <div
            key={dog.id}
            className={classNames(
              'relative min-w-0 overflow-hidden not-first:border-s-3 border-(--art-ink)',
              areThree &&
                'pb-12 lg:border-t-3 lg:pb-18 [&_.speck]:hidden [&_:is(g,use)]:[stroke-width:3.5] [&>img]:origin-top [&>img]:scale-140 [&>svg]:origin-bottom',
              areThree && (dog.size === 'small' ? '[&>svg]:scale-135' : '[&>svg]:scale-125'),
            )}
          >
            <DogPhoto
              dog={dog}
              alt={dog.name}
              isCelebrating
              // A dog that is drawn as large as this has thinner lines.
              className={`block size-full ${areThree ? '' : 'absolute inset-0'} ${shown.length === 1 ? 'max-sm:object-[50%_10%] sm:max-lg:object-[50%_15%] md:[&_:is(g,use)]:[stroke-width:4]' : ''}`}
            />
            {areThree && (
              <span
                className="absolute inset-x-0 bottom-0 h-12 truncate border-t-3 border-(--art-ink) bg-(--art-white) px-1 pt-0.5 text-center font-display text-sm font-bold text-(--art-tag-ink) lg:h-18 lg:pt-2 lg:text-title"
                aria-hidden="true"
              >
                {!children && dog.name}
              </span>
            )}
          </div>
        ))}
      </div>
      <div data-clips="" className="pointer-events-none absolute inset-x-0 top-0 overflow-hidden">
        <Flags className={`h-auto max-w-none ${garlands[shown.length - 1]}`} />
      </div>
      {/* By night only the flames light the dogs, until they are out. */}
      {children && (
        <span
          className={`absolute inset-0 hidden bg-[radial-gradient(75%_70%_at_50%_75%,#ffb04826,#180a0480)] transition-opacity duration-700 starting:opacity-0 dark:block ${isHowling ? 'opacity-0' : ''}`}
        />
      )}
      <Scallops className="absolute inset-y-0 -start-1 hidden h-full w-7 lg:block" />
      {/* The icing covers both parts; this is the wider one. */}
      <Tier
        colour="apricot"
        className="absolute end-0 bottom-0 h-16 w-full lg:aspect-12/1 lg:h-auto lg:w-[calc(100%*100/var(--picture))]"
      />
      <div className="absolute inset-0 lg:bottom-5">{children}</div>
      {isHowling && <Howl className="absolute end-2 bottom-36 w-28 animate-pop sm:bottom-74 sm:w-56 lg:end-4" />}
    </div>
  );
}
