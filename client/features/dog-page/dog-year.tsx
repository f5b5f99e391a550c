import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { type DayPicture, pictureOfDay } from '../../../domain/celebrations/celebration-photos.ts';
import type { Celebration } from '../../../domain/celebrations/celebrations.ts';
import { picturesOfFilm, picturesOfLife } from '../../../domain/celebrations/life-in-pictures.ts';
import { occasionOf } from '../../../domain/celebrations/occasion.ts';
import {
  dogYearOn,
  partiesHeld,
  type YearStop,
  yearAfter,
  yearStops,
  yearStory,
} from '../../../domain/celebrations/year-of-life.ts';
import { type CalendarDate, calendarLeaf, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { ordinal } from '../../../domain/dates/ordinal.ts';
import { isInMemory, isLiving } from '../../../domain/dogs/life.ts';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { PawPrint } from '../../art/paw-print.tsx';
import { portraitMessages } from '../../copy/portrait-messages.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import type { Portrait } from '../../data/records/portraits.ts';
import { figureOf, PawRing, StampRing } from '../../shared/stamp.tsx';
import { OpenedDialog, useOpenDialog } from '../../shared/use-open-dialog.tsx';
import { PlayIcon } from '../../ui/app-icons.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Chevron } from '../../ui/disclosure.tsx';
import { CalendarIcon, CameraIcon, PawIcon } from '../../ui/icons.tsx';

/** Of the years only what is opened from them is printed: it would be hidden with them. */
export const offPaper = 'print:[&:not(:has(dialog))]:hidden';

type StampState = 'past' | 'next' | 'to come';

const rings: Record<StampState, string> = {
  past: 'fill-apricot stroke-ink',
  next: 'fill-card stroke-ink forced-colors:fill-none forced-colors:stroke-current',
  'to come': 'fill-card stroke-stamp',
};

/** What a figure counts or marks, in a word, where it is not one human year more. */
const markWords = { 'human-year birthday': null, 'puppy graduation': 'graduation', 'gotcha day': 'gotcha' } as const;

/** Returns the word below a stop. The birthday at the end of the year has the date of the first, so it says its year instead. */
function markOf(celebration: Celebration, index: number): string | null {
  if (celebration.kind !== 'birthday') return markWords[celebration.kind];
  if (index > 0) return celebration.date.slice(0, 4);
  return celebration.anniversary === 0 ? 'born' : 'birthday';
}

type StopProps = {
  dog: Dog;
  stop: YearStop<Party>;
  picture: DayPicture | null;
  /** Whether it has just got its photo: it comes down like a stamp, and says so until the page is left. */
  isNew: boolean;
  /** Whether the address names its day. */
  isSought: boolean;
  state: StampState;
  index: number;
};

/** The figure of a stop on its ring, or its photo with the figure at the rim. */
function Stamp({ dog, stop: { celebration, parties }, picture, isNew, isSought, state, index }: StopProps) {
  const isAbout = 'isAbout' in celebration;
  const stamp = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    // On the way back, the page is where it was left.
    if (isSought && window.scrollY === 0) stamp.current?.scrollIntoView({ block: 'nearest' });
  }, [isSought]);
  return (
    <span
      key={String(isNew)}
      ref={stamp}
      className={classNames(
        isNew && 'stamp-lands',
        'relative grid aspect-square w-full max-w-20 scroll-mb-48 place-content-center text-center font-display text-title leading-none font-bold',
        state === 'past' && 'text-on-apricot',
        state === 'to come' && 'font-normal text-ink-soft',
      )}
    >
      {picture && (
        <DogPhoto
          dog={{ ...dog, photoUrl: picture.photoUrl, photoFocus: picture.photoFocus }}
          isSmall
          loading="lazy"
          className="absolute inset-[12%] block size-[76%] overflow-hidden rounded-full"
        />
      )}
      <svg viewBox="0 0 200 200" className="absolute inset-0 size-full overflow-visible" aria-hidden="true">
        {picture ? (
          <PawRing />
        ) : (
          <StampRing turn={index * 70} strokeWidth={state === 'next' ? 14 : 8} className={rings[state]}>
            {state === 'past' && !isAbout && (
              <path
                d="M100 30C142 29 172 60 171 101S142 171 100 171S29 142 30 100S58 31 100 30Z"
                strokeWidth="4"
                className="fill-none stroke-ink"
              />
            )}
          </StampRing>
        )}
        {parties.length > 0 && (
          <g className="[--art-print:var(--color-ink)]">
            <circle cx="168" cy="168" r="34" strokeWidth="8" className="fill-card stroke-ink" />
            <PawPrint transform="translate(168 171) scale(1.3)" />
          </g>
        )}
      </svg>
      <span
        className={
          picture
            ? 'absolute -start-1 -top-1 rounded-pill border-2 border-ink bg-card px-1.5 py-0.5 text-base leading-none text-ink'
            : 'relative'
        }
      >
        {isAbout && !picture && <span className="block font-sans text-sm leading-none max-[22rem]:hidden">about</span>}
        {/* Its years at home are no step from one human year to the next. */}
        {celebration.kind === 'gotcha day' ? <PawIcon className="size-[1.4em]" /> : figureOf(celebration)}
      </span>
    </span>
  );
}

/**
 * A stop of the year: its figure on a stamp, with a paw where a party was held for it, above its date. A photo fills the stamp of a day that
 * has passed, which opens to take one.
 */
function Stop({ onOpen, ...stamp }: StopProps & { onOpen: () => void }) {
  const { picture, isNew, state, index } = stamp;
  const { celebration, parties } = stamp.stop;
  const { date } = celebration;
  const { month, day } = calendarLeaf(date);
  const [party] = parties;
  return (
    <li
      aria-current={state === 'next' ? 'step' : undefined}
      className="relative grid content-start justify-items-center text-sm first:[--from:50%] last:[--to:50%]"
    >
      <span className="sr-only w-full wrap-anywhere whitespace-normal">
        {formatLongDate(date)}: {occasionOf(celebration)}
        {party && <span>{`, with ${parties.length === 1 ? party.title : `${parties.length} parties`}`}</span>}
      </span>
      <span
        aria-hidden="true"
        // The dashes between the stamps go on to the edge where a row ends.
        className="relative grid w-full justify-items-center before:absolute before:start-[var(--from,-0.25rem)] before:end-[var(--to,-0.25rem)] before:top-1/2 before:-z-1 before:border-t-2 before:border-edge before:border-dashed"
      >
        <Stamp {...stamp} />
      </span>
      {state === 'past' && (
        <button
          type="button"
          aria-label={`${picture ? 'Photo' : 'Add a photo'} of ${formatLongDate(picture?.day ?? date)}`}
          className="absolute inset-0 rounded-field"
          onClick={onOpen}
        />
      )}
      <span
        aria-hidden="true"
        className={classNames('mt-1 text-center', state === 'next' ? 'font-bold' : 'text-ink-soft')}
      >
        {month} {day}
        {isNew ? (
          <strong className="mx-auto block w-fit rounded-pill bg-leaf px-2 text-on-leaf">Kept!</strong>
        ) : (
          <span className="block max-[22rem]:hidden">{markOf(celebration, index)}</span>
        )}
      </span>
    </li>
  );
}

/** Returns in how many columns the stamps fill their rows, with at most so many in a row. */
function columnsOf(count: number, rowLength: number): number {
  return Math.ceil(count / Math.ceil(count / rowLength));
}

type Kept = { dog: Dog; parties: readonly Party[]; portraits: readonly Portrait[]; today: CalendarDate };

const loadStory = async () => (await import('./story-dialog.tsx')).StoryDialog;
const loadPoster = async () => (await import('./poster-dialog.tsx')).PosterDialog;
const loadFilm = async () => (await import('./film-dialog.tsx')).FilmDialog;
const loadPair = async () => (await import('./then-and-now.tsx')).ThenAndNowDialog;

/** What is made of a dog's days and photos: story, poster, film and card. A year that has passed has the card only. */
function Keepsakes({ dog, parties, portraits, today, isCurrent }: Kept & { isCurrent: boolean }) {
  const { open, opened } = useOpenDialog();
  const { drawingFailed } = portraitMessages;
  const birthday = dogYearOn(dog.birthDate, today)?.from ?? today;
  // The story of the last birthday.
  const story = yearStory(dog, birthday);
  const pictures = picturesOfLife(dog, portraits, parties);
  const told = story ? partiesHeld(story.year, parties, today) : parties;
  const onStory = () => open(loadStory, { dog, story, today, parties: told, portraits });
  const [first, second, ...more] = pictures;
  const filmed = picturesOfFilm(dog, pictures, today);
  const isNow = isCurrent && isLiving(dog, today);
  const hasStory = story ? isCurrent && today === birthday : isNow && first && !filmed;
  const made: [isOffered: unknown, Icon: typeof PawIcon, name: string, onOpen: () => void][] = [
    [hasStory, PawIcon, `See ${dog.name}'s Story`, onStory],
    [isNow, CalendarIcon, 'Poster of the Year', () => open(loadPoster, { dog, today, pictures }, drawingFailed)],
    [
      isCurrent && filmed,
      PlayIcon,
      filmed?.isOfYear ? 'Film of the Year' : 'Film of the Years',
      () => filmed && open(loadFilm, { dog, pictures: filmed, parties, onStory }, drawingFailed),
    ],
    [
      second,
      CameraIcon,
      isInMemory(dog) ? 'Two Days Side by Side' : 'Then and Now',
      () => first && second && open(loadPair, { dog, pictures: [first, second, ...more] }),
    ],
  ];
  return (
    <>
      <div className="mt-4 flex flex-wrap justify-center gap-2 empty:hidden *:not-only:grow *:not-only:basis-[max(40%,7rem)] *:not-only:px-3! max-sm:*:not-only:justify-start max-sm:*:not-only:text-start md:max-lg:*:not-only:basis-0">
        {made
          .filter(([isOffered]) => isOffered)
          .map(([, Icon, name, onOpen]) => (
            <Button key={name} variant="secondary" className="leading-tight wrap-anywhere" onClick={onOpen}>
              <Icon className="size-6 shrink-0" />
              <span>{name}</span>
            </Button>
          ))}
      </div>
      <OpenedDialog opened={opened} />
    </>
  );
}

type DogYearProps = Kept & {
  stampedDay?: CalendarDate | undefined;
  /** Its year is open first, and its stamp in view. */
  soughtDay?: CalendarDate | null | undefined;
  /** Opens what is kept of a celebration; `day` is the day of the picture. */
  onOpenStamp: (celebration: Celebration, day: CalendarDate) => void;
};

/** The years of a dog's life as stamps, the current one first; of a dog in memory the last. Below them is what is made of them. */
export function DogYear({ dog, parties, portraits, today, stampedDay, soughtDay, onOpenStamp }: DogYearProps) {
  const sought = soughtDay ? dogYearOn(dog.birthDate, soughtDay) : null;
  const [open, setOpen] = useState(sought?.anniversary ?? Number.POSITIVE_INFINITY);
  const current = dogYearOn(dog.birthDate, dog.diedOn ?? today);
  if (!current) return null;
  const anniversary = Math.min(open, current.anniversary);
  const year = yearAfter(dog.birthDate, anniversary);
  const stops = yearStops(dog, year, parties, today, portraits);
  const pastCount = stops.filter(({ celebration }) => celebration.date <= today).length;
  const columns = { '--few': columnsOf(stops.length, 5), '--many': columnsOf(stops.length, 7) };
  const isCurrent = anniversary === current.anniversary;
  const title = isCurrent
    ? dog.name.length > 16
      ? 'This Year'
      : `${dog.name}'s Year`
    : `${ordinal(anniversary + 1)} Year`;
  // Where there is no other year, the button stays, with its focus.
  const arrow = (label: string, step: -1 | 1, hasYear: boolean) => (
    <IconButton
      label={label}
      aria-disabled={!hasYear}
      className="aria-disabled:text-edge"
      onClick={() => hasYear && setOpen(anniversary + step)}
    >
      <Chevron className={`size-5 ${step < 0 ? 'rotate-90' : '-rotate-90'}`} />
    </IconButton>
  );
  return (
    <section aria-labelledby={`year-${dog.id}`} className={`rounded-card bg-card p-4 sm:px-5 ${offPaper}`}>
      <div className="flex items-start gap-x-4">
        <div className="min-w-0 flex-1">
          <h2 id={`year-${dog.id}`} aria-live="polite" className="text-title wrap-anywhere">
            {title}
          </h2>
          <p className="text-sm text-ink-soft">
            {pastCount} of {stops.length} stamps
          </p>
        </div>
        {current.anniversary > 0 && (
          <span className="-mt-2 -me-3 flex">
            {arrow('The year before', -1, anniversary > 0)}
            {arrow('The year after', 1, !isCurrent)}
          </span>
        )}
      </div>
      <ol
        className="isolate -mx-1 mt-4 grid grid-cols-[repeat(auto-fit,minmax(max(5rem-44px,100%/var(--columns)-8px),1fr))] gap-x-2 gap-y-4 overflow-x-clip px-1 [--columns:var(--few)] md:[--columns:var(--many)] min-[110rem]:[--columns:var(--few)]"
        style={columns as CSSProperties}
      >
        {stops.map((stop, index) => {
          const picture = stop.days
            .map((day) => pictureOfDay(dog.id, day, portraits, parties))
            .find((found) => found !== null);
          return (
            <Stop
              key={`${stop.celebration.kind} ${stop.celebration.date}`}
              dog={dog}
              stop={stop}
              picture={picture ?? null}
              isNew={picture !== undefined && picture.day === stampedDay}
              isSought={stop.celebration.date === soughtDay}
              state={index < pastCount ? 'past' : index === pastCount ? 'next' : 'to come'}
              index={index}
              onOpen={() => onOpenStamp(stop.celebration, picture?.day ?? stop.celebration.date)}
            />
          );
        })}
      </ol>
      <Keepsakes dog={dog} parties={parties} portraits={portraits} today={today} isCurrent={isCurrent} />
    </section>
  );
}
