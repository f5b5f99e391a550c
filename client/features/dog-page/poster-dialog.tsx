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
} from '../../../domain/dates/calendar-date.ts';
import { isolated } from '../../../domain/text/text.ts';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { Flags } from '../../art/flags.tsx';
import { Tier } from '../../art/icing.tsx';
import { Wordmark } from '../../art/wordmark.tsx';
import type { Dog } from '../../data/records/dogs.ts';
import { figureOf, StampRing } from '../../shared/stamp.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LinkCode, linkInCode } from './link-dialog.tsx';
import './poster.css';

/** The poster has room for this many photos, the latest, and for fewer below many days. */
const mostPhotos = 4;
const photosBelowMany = 2;
const manyDays = 6;

function lengthOf(name: string): 'short' | 'long' | 'longest' {
  const longestWord = Math.max(...name.split(/\s+/).map(({ length }) => length));
  if (name.length > 24 || longestWord > 13) return 'longest';
  return name.length > 14 || longestWord > 8 ? 'long' : 'short';
}

/** A day to celebrate: its figure on a stamp, and its date, to be read across a kitchen. */
function Day({ celebration, index }: { celebration: Celebration; index: number }) {
  const { month, day } = calendarLeaf(celebration.date);
  return (
    <li>
      <span aria-hidden="true" className="poster-stamp" data-kind={celebration.kind}>
        <svg viewBox="0 0 200 200" aria-hidden="true" className="absolute inset-0 size-full overflow-visible">
          <StampRing turn={index * 70} strokeWidth={9} />
        </svg>
        <span className="relative">{figureOf(celebration)}</span>
      </span>
      <span className="min-w-0">
        <strong>{`${month} ${day}`}</strong>
        <span> {formatDayOfWeek(celebration.date).slice(0, 3)}</span>
        <span className="block">{occasionOf(celebration)}</span>
      </span>
    </li>
  );
}

/** A year of a dog on one sheet of paper: the days to celebrate in the coming twelve months, the last photos, and a code of its link. */
export function PosterDialog({
  dog,
  pictures,
  today,
  onClose,
}: {
  dog: Dog;
  /** The pictures of the dog's days, in order. */
  pictures: readonly DayPicture[];
  today: CalendarDate;
  onClose: () => void;
}) {
  const celebrations = celebrationsOfYear(dog, today);
  const count = celebrations.length;
  const latest = pictures.slice(-(count > manyDays ? photosBelowMany : mostPhotos));
  const layout = count > manyDays ? 'many' : count > 4 || latest.length > 2 ? 'some' : count > 1 ? 'few' : 'one';
  return (
    <Dialog isWide title={`${dog.name}'s Poster`} closeLabel="Close" onClose={onClose}>
      <div className="poster-page">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
          <Button size="large" onClick={() => window.print()}>
            Print the Poster
          </Button>
          <p>One page, in color or gray.</p>
        </div>
        <section
          aria-label={`The year of ${dog.name}`}
          className={classNames('poster scheme-light', latest.length === 0 && 'is-faced')}
          data-days={layout}
        >
          <Flags className="poster-flags" />
          <header>
            <DogPhoto dog={dog} photo={dog.photoUrl} alt="" className="poster-face" />
            <div className="min-w-0">
              <p className="poster-name" data-length={lengthOf(dog.name)}>
                {dog.name}
              </p>
              <h3>{count === 1 ? 'The day to celebrate' : `${count} days to celebrate`}</h3>
              <p>until {formatLongDate(anniversaryOf(today, 1))}</p>
            </div>
            <div className="poster-code">
              <LinkCode
                link={linkInCode(dog, window.location.origin)}
                label={`Code that opens the link for ${isolated(dog.name)}`}
              />
              <p>Scan me for my birthdays</p>
              <Wordmark className="poster-mark" />
            </div>
          </header>
          <ul className="poster-days">
            {celebrations.map((celebration, index) => (
              <Day key={`${celebration.kind} ${celebration.date}`} {...{ celebration, index }} />
            ))}
          </ul>
          {latest.length > 0 && (
            <div className="poster-kept">
              <h3>{latest.length === 1 ? 'One stamp so far' : 'Stamps so far'}</h3>
              <ul className="poster-photos" data-count={latest.length}>
                {latest.map(({ day, photoUrl, photoFocus, line }) => (
                  <li key={day}>
                    <DogPhoto
                      dog={{ ...dog, photoFocus }}
                      photo={photoUrl}
                      alt={`${dog.name} on ${formatLongDate(day)}`}
                      className="poster-photo"
                    />
                    <span className="min-w-0">
                      <strong className="block">{formatLongDate(day)}</strong>
                      <span className="block">{humanYearsText(birthdayReport(dog, day))} human years</span>
                      {line && <span className="line-clamp-4">{line}</span>}
                    </span>
                  </li>
                ))}
              </ul>
            </div>
          )}
          <Tier colour="apricot" className="poster-cake" />
        </section>
      </div>
    </Dialog>
  );
}
