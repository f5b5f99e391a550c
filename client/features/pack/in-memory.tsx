import { memo, useEffect, useId } from 'react';
import { dogHash } from '../../../addresses/addresses.ts';
import { yearsOfLife } from '../../../domain/dogs/life.ts';
import { lifeLivedText } from '../../../domain/dogs/life-words.ts';
import { DogPhoto } from '../../art/dog-photo.tsx';
import type { Dog } from '../../data/records/dogs.ts';
import { bringIntoView } from '../../ui/focus.ts';
import { isAlwaysNear, useNear } from '../../ui/use-near.ts';
import { Actions, Badges, cardOf, Notes } from './dog-card.tsx';
import type { CardSlots } from './pack-cards.tsx';

type Slots = Pick<CardSlots, 'Parties' | 'Change'> & {
  onEdit: (dog: Dog) => void;
  onDelete: (dog: Dog) => void;
};

type MemoryCardProps = Slots & { dog: Dog; isAlwaysNear: boolean };

/** A dog in memory: photo, years and parties, in quiet colours. Nothing counts down here, and nothing is planned. Memoized like others. */
const MemoryCard = memo(function MemoryCard({ dog, isAlwaysNear, Parties, Change, onEdit, onDelete }: MemoryCardProps) {
  const { isNear, item } = useNear(isAlwaysNear, '14rem');
  return (
    <li {...item} className="grid">
      <article
        id={`card-${dog.id}`}
        tabIndex={-1}
        aria-label={dog.name}
        className="flex gap-4 rounded-card border-2 border-line p-4 focus-visible:outline-3 focus-visible:outline-offset-3 focus-visible:outline-focus sm:gap-6"
      >
        {isNear && (
          <>
            {/* The name beside it is the same link, for the keyboard and screen readers. */}
            {/* biome-ignore lint/a11y: see above. */}
            <a
              data-grows=""
              href={dogHash(dog.id)}
              tabIndex={-1}
              aria-hidden="true"
              className="relative aspect-square w-28 shrink-0 self-start saturate-75 sm:w-(--photo)"
            >
              <DogPhoto
                dog={dog}
                loading="lazy"
                isSmall
                className="absolute inset-0 block size-full overflow-hidden rounded-field border-2 border-line"
              />
            </a>
          </>
        )}
        <div className="flex min-w-0 grow flex-col items-stretch gap-1">
          <h3 className="-mb-1 text-title wrap-anywhere">
            <a
              href={dogHash(dog.id)}
              className="inline-block min-h-11 min-w-11 rounded-field pt-1.5 pb-1 leading-tight decoration-3 underline-offset-4 hover:underline"
            >
              {dog.name}
            </a>
          </h3>
          {isNear && (
            <>
              <p className="mb-1 flex flex-wrap gap-1 [--text-sm:0.8125rem] sm:gap-2">
                <Badges dog={dog} />
              </p>
              <p className="font-display text-title font-bold text-ink-soft">{yearsOfLife(dog)}</p>
              <p className="text-sm wrap-anywhere text-ink-soft">{lifeLivedText(dog, 'Lived')}</p>
              {Change && <Change dog={dog} />}
              <div className="-my-2 empty:hidden">{Parties && <Parties dog={dog} />}</div>
              {dog.notes && (
                <div className="mt-2 text-sm">
                  <Notes dogName={dog.name} notes={dog.notes} />
                </div>
              )}
              <div className="mt-auto -mb-2 [&_button]:text-edge">
                <Actions dog={dog} onEdit={() => onEdit(dog)} onDelete={() => onDelete(dog)} />
              </div>
            </>
          )}
        </div>
      </article>
    </li>
  );
});

type InMemoryProps = Slots & {
  dogs: Dog[];
  above: number;
  arrived: Dog | null;
  onArrived: () => void;
};

export function InMemory({ dogs, above, arrived, onArrived, ...card }: InMemoryProps) {
  const headingId = useId();
  const arrivedId = dogs.find(({ id }) => id === arrived?.id)?.id;
  useEffect(() => {
    const element = arrivedId && cardOf(arrivedId);
    if (!element) return;
    bringIntoView(element);
    onArrived();
  }, [arrivedId, onArrived]);
  return (
    <section aria-labelledby={headingId} className="mt-10">
      <h2 id={headingId} className="mb-4 text-title">
        In Memory
      </h2>
      <ul className="grid grid-cols-1 gap-4 [--photo:11rem] *:only:max-w-130 sm:grid-cols-2 sm:*:only:col-span-2 lg:[--photo:13rem]">
        {dogs.map((dog, index) => (
          <MemoryCard
            key={dog.id}
            dog={dog}
            isAlwaysNear={isAlwaysNear(above + index, above + dogs.length)}
            {...card}
          />
        ))}
      </ul>
    </section>
  );
}
