import { birthdayReport, humanYearsText } from '../../../domain/celebrations/birthday-report.ts';
import type { DayPicture } from '../../../domain/celebrations/celebration-photos.ts';
import { type Celebration, celebrationsOfYear } from '../../../domain/celebrations/celebrations.ts';
import { occasionOf } from '../../../domain/celebrations/occasion.ts';
import {
  anniversaryOf,
  type CalendarDate,
  calendarLeaf,
  formatDayOfWeek,
  formatLongDate,
  formatShortDate,
} from '../../../domain/dates/calendar-date.ts';
import { isolated } from '../../../domain/text/text.ts';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { Flags } from '../../art/flags.tsx';
import { Tier } from '../../art/icing.tsx';
import { Wordmark } from '../../art/wordmark.tsx';
import type { Dog } from '../../data/records/dogs.ts';
import { figureOf, PawStamp, StampRing } from '../../shared/stamp.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LinkCode, linkInCode } from './link-dialog.tsx';
import '../../cards/card-studio.css';
import './poster.css';

/** The poster has room for this many photos, the latest, and for fewer below many days. */
const mostPhotos = 4;
const photosBelowMany = 2;
const manyDays = 6;

/** How many days are in a row, and how large they are. */
const dayClasses = {
  many: 'grid-cols-2 text-sm [--stamp:calc(10.4*var(--unit))]',
  few: 'justify-center text-title [--stamp:calc(15*var(--unit))]',
  one: 'grow-0! justify-center text-title [--stamp:calc(24*var(--unit))]',
};

const fills = ['fill-(--art-butter)', 'fill-(--art-sky)', 'fill-(--art-apricot)', 'fill-(--art-leaf)'];

function sizeOf(name: string): string {
  const longestWord = Math.max(...name.split(/\s+/).map(({ length }) => length));
  if (name.length > 24 || longestWord > 13) return 'text-heading';
  return name.length > 14 || longestWord > 8 ? 'text-number' : 'text-hero';
}

type DayProps = {
  celebration: Celebration;
  index: number;
  /** Where a year begins on the poster. */
  year: string | undefined;
  className: string;
};

/** A day to celebrate: its figure on a stamp, and its date, to be read across a kitchen. A birthday has the color of its own. */
function Day({ celebration, index, year, className }: DayProps) {
  const { month, day } = calendarLeaf(celebration.date);
  const [text, fill] =
    celebration.kind === 'birthday' ? ['text-on-raspberry', 'fill-raspberry'] : ['', fills[index % fills.length]];
  return (
    <li className={`items-center gap-1.5 ${className}`}>
      <span
        aria-hidden="true"
        className={`poster-stamp relative grid size-(--stamp) place-content-center font-display text-[calc(0.42*var(--stamp))] leading-none font-bold ${text}`}
      >
        <svg viewBox="0 0 200 200" aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
          <StampRing turn={index * 70} strokeWidth={9} className={`stroke-ink ${fill}`} />
        </svg>
        <span className="relative">{figureOf(celebration)}</span>
      </span>
      <span className="min-w-0">
        <strong>{`${month} ${day}`}</strong>
        {year && <span className="text-sm"> {year}</span>}
        <span className="text-title"> {formatDayOfWeek(celebration.date).slice(0, 3)}</span>
        <span className="block leading-tight">{occasionOf(celebration)}</span>
      </span>
    </li>
  );
}

/** A photo with its words beside it, or below it where more than two are in a row. */
function Kept({ dog, picture, className }: { dog: Dog; picture: DayPicture; className: string }) {
  const { day, photoUrl, photoFocus, line } = picture;
  return (
    <li className={`grid min-h-0 gap-1.5 text-sm leading-tight ${className}`}>
      <div className="grid size-full min-h-0 place-content-center [container-type:size]">
        <PawStamp
          photo={
            <DogPhoto
              dog={{ ...dog, photoFocus }}
              photo={photoUrl}
              alt={`${dog.name} on ${formatLongDate(day)}`}
              className="block"
            />
          }
          className="size-[100cqmin]"
        />
      </div>
      <span className="min-w-0">
        <strong className="block text-base leading-tight">{formatShortDate(day)}</strong>
        <span className="block">{humanYearsText(birthdayReport(dog, day))} human years</span>
        {line && <span className="line-clamp-6">{line}</span>}
      </span>
    </li>
  );
}

/** `pictures` are those of the dog's days, in order. */
type PosterProps = { dog: Dog; pictures: readonly DayPicture[]; today: CalendarDate; onClose: () => void };

/** A year of a dog on one sheet of paper: the days to celebrate in the coming twelve months, the last photos, and a code of its link. */
export function PosterDialog({ dog, pictures, today, onClose }: PosterProps) {
  const celebrations = celebrationsOfYear(dog, today);
  const count = celebrations.length;
  const latest = pictures.slice(-(count > manyDays ? photosBelowMany : mostPhotos));
  const isRow = latest.length > 2;
  // Four days in one column would leave the only photo a strip.
  const isShared = isRow || (count === 4 && latest.length === 1);
  const layout = count > 4 || isShared ? 'many' : count > 1 ? 'few' : 'one';
  const [block, photoClasses] = isRow
    ? ['max-h-50 min-h-36', 'row-span-2 grid-rows-subgrid text-center']
    : latest.length > 1
      ? ['max-h-33 min-h-24', 'grid-cols-[8fr_7fr] items-center *:first:aspect-square *:first:h-auto!']
      : ['min-h-24', 'grid-cols-[5fr_4fr] items-center'];
  // Without photos of days the dog itself is large, with what is said of it beside it, or above it where one day leaves the room.
  const isFaced = latest.length === 0;
  const [columns, face] = !isFaced
    ? ['grid-cols-[auto_minmax(0,1fr)_auto]', 'size-22 rounded-[48%_52%_50%_50%/51%_48%_52%_49%]']
    : layout === 'one'
      ? ['grid-cols-[minmax(0,1fr)_auto]', 'order-last col-span-2 aspect-4/3 w-74 justify-self-center rounded-card']
      : [
          'grid-cols-[auto_minmax(0,1fr)] [--text-hero:calc(7.4*var(--unit))] [--text-number:calc(4.8*var(--unit))]',
          'row-span-2 aspect-4/3 w-50 rounded-card',
        ];
  return (
    <Dialog isWide title={`${dog.name}'s Poster`} closeLabel="Close" onClose={onClose}>
      <div className="@container grid gap-5 print:gap-0">
        <section
          aria-label={`The year of ${dog.name}`}
          className="poster sheet-of-paper relative flex min-h-129 flex-col gap-1 overflow-clip rounded-card border-(length:--line) border-ink bg-field px-5 pt-11 pb-11 text-ink scheme-light"
        >
          <Flags className="absolute inset-x-0 top-0 h-11 w-full" />
          <header className={`grid items-center gap-3 ${columns}`}>
            <DogPhoto
              dog={dog}
              photo={dog.photoUrl}
              alt=""
              className={`block overflow-hidden border-(length:--line) border-ink ${face}`}
            />
            <div className="min-w-0">
              <p className={`mb-1 font-display leading-none font-bold ${sizeOf(dog.name)}`}>{dog.name}</p>
              <h3>{count === 1 ? 'One celebration' : `${count} celebrations`}</h3>
              <p>until {formatLongDate(anniversaryOf(today, 1))}</p>
            </div>
            <div className="w-16 text-center text-sm leading-tight">
              <LinkCode
                link={linkInCode(dog, window.location.origin)}
                label={`Code that opens the link for ${isolated(dog.name)}`}
              />
              <p>Scan me for my birthdays</p>
              <Wordmark className="mt-0.5 py-0! text-title whitespace-nowrap" />
            </div>
          </header>
          <ul className={`poster-days grid flex-[1_0_auto] content-evenly gap-x-3 gap-y-1 ${dayClasses[layout]}`}>
            {celebrations.map((celebration, index) => {
              // Of an odd number the next one leads the rows.
              const leads = index === 0 && count % 2 === 1 && count > 4;
              const box =
                '-mx-2 col-span-2 grid-cols-[auto_minmax(0,auto)] justify-center rounded-card border-(length:--line) border-dashed border-edge bg-apricot-wash px-2 py-1.5';
              const className = `grid ${leads ? box : 'grid-cols-[auto_minmax(0,1fr)]'}`;
              const [year, before] = [celebration, celebrations[index - 1]].map((of) =>
                (of?.date ?? today).slice(0, 4),
              );
              const key = `${celebration.kind} ${celebration.date}`;
              return <Day key={key} {...{ celebration, index, className }} year={year === before ? undefined : year} />;
            })}
          </ul>
          {latest.length > 0 && (
            <div className={`poster-photos flex flex-[9_1_0px] flex-col gap-2 pt-1 ${block}`}>
              <h3>{latest.length === 1 ? 'One stamp so far' : 'Stamps so far'}</h3>
              <ul
                className={`grid min-h-0 flex-1 auto-cols-fr grid-flow-col gap-x-3 ${isRow ? 'grid-rows-[minmax(0,1fr)_auto]' : ''}`}
              >
                {latest.map((picture) => (
                  <Kept key={picture.day} {...{ dog, picture }} className={photoClasses} />
                ))}
              </ul>
            </div>
          )}
          <Tier colour="apricot" className="absolute inset-x-0 bottom-0 h-8.5 w-full" />
        </section>
        <div className="foot-bar card-share flex flex-wrap items-center gap-x-4 gap-y-1 text-center sm:justify-center print:hidden">
          <Button size="large" className="max-sm:w-full" onClick={() => window.print()}>
            Print the Poster
          </Button>
          <p className="max-sm:w-full max-sm:text-sm">One page, in color or gray.</p>
        </div>
      </div>
    </Dialog>
  );
}
