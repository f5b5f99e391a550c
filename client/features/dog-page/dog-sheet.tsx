import type { ReactNode } from 'react';
import { celebratesOn } from '../../../domain/celebrations/celebrations.ts';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { isInMemory, yearsOfLife } from '../../../domain/dogs/life.ts';
import { birthWords } from '../../../domain/dogs/life-words.ts';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { Flags } from '../../art/flags.tsx';
import type { Dog } from '../../data/records/dogs.ts';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { BackIcon } from '../../ui/icons.tsx';

/** The dog's photo as in an album: as wide as a phone, or mounted on the page in a larger window. */
function AlbumPhoto({ dog, today }: { dog: Dog; today: CalendarDate }) {
  return (
    <figure className="md:self-start">
      <div
        className={classNames(
          'relative md:-rotate-1 md:rounded-field md:border-12 md:border-(--art-white) md:shadow-lift',
          isInMemory(dog) && 'saturate-50',
        )}
      >
        <DogPhoto
          dog={dog}
          photo={dog.photoUrl}
          alt={dog.name}
          isCelebrating={celebratesOn(dog, today)}
          className="block aspect-square max-h-[60dvh] w-full md:aspect-[4/5] md:rounded-field"
        />
        {celebratesOn(dog, today) && <Flags className="absolute inset-x-0 top-0 h-14 w-full" />}
      </div>
      <figcaption className="hidden pt-4 text-center font-display wrap-anywhere md:block print:block">
        <strong className="block text-title">{dog.name}</strong>
        {yearsOfLife(dog) ?? `Born ${birthWords(dog).join(' ')}`}
      </figcaption>
    </figure>
  );
}

/** The frame of a dog's page. `children` are beside and below the photo. */
export function DogSheet({
  dog,
  today,
  onBack,
  children,
}: {
  dog: Dog;
  today: CalendarDate;
  onBack: () => void;
  children: ReactNode;
}) {
  return (
    <main data-sheet="" className="mx-auto w-full max-w-4xl grow overflow-x-clip">
      <title>{`${dog.name} on Wagday`}</title>
      <div className="flex items-center gap-1 px-2 py-2">
        <IconButton label="Back" onClick={onBack}>
          <BackIcon />
        </IconButton>
        <h1 tabIndex={-1} className="line-clamp-2 text-title wrap-anywhere">
          {dog.name}
        </h1>
      </div>
      <article
        tabIndex={-1}
        aria-label={`The page of ${dog.name}`}
        className="report grid grid-cols-1 pb-24 md:grid-cols-[20rem_1fr] md:grid-rows-[auto_1fr] md:gap-x-8 md:px-8 md:pt-8 lg:grid-cols-[24rem_1fr]"
      >
        <AlbumPhoto dog={dog} today={today} />
        {children}
      </article>
    </main>
  );
}
