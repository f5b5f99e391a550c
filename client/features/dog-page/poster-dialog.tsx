import { birthdayReport, humanYearsText } from '../../../domain/celebrations/birthday-report.ts';
import { celebrationsOfYear } from '../../../domain/celebrations/celebrations.ts';
import { occasionOf } from '../../../domain/celebrations/occasion.ts';
import type { DayPicture } from '../../../domain/celebrations/portraits.ts';
import {
  anniversaryOf,
  type CalendarDate,
  formatDayOfWeek,
  formatLongDate,
} from '../../../domain/dates/calendar-date.ts';
import { isolated } from '../../../domain/text/text.ts';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { Flags } from '../../art/flags.tsx';
import { Tier } from '../../art/icing.tsx';
import { Wordmark } from '../../art/wordmark.tsx';
import type { Dog } from '../../data/records/dogs.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { LinkCode, linkInCode } from './link-dialog.tsx';
import { figureOf, StampRing } from './stamp.tsx';
import './poster.css';

/** The poster has room for this many photos, the latest. */
const mostPhotos = 4;

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
  const longestWord = Math.max(...dog.name.split(/\s+/).map(({ length }) => length));
  const latest = pictures.slice(-mostPhotos);
  return (
    <Dialog isWide title={`${dog.name}'s Poster`} closeLabel="Close" onClose={onClose}>
      <div className="poster-page">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
          <Button size="large" onClick={() => window.print()}>
            Print the Poster
          </Button>
          <p>One page, in color or gray.</p>
        </div>
        <section aria-label={`The year of ${dog.name}`} className="poster scheme-light">
          <Flags className="poster-flags" />
          <header>
            {latest.length > 0 && <DogPhoto dog={dog} photo={dog.photoUrl} alt="" className="poster-face" />}
            <div className="min-w-0">
              <p
                className="poster-name"
                data-length={
                  dog.name.length > 24 || longestWord > 13
                    ? 'longest'
                    : dog.name.length > 14 || longestWord > 8
                      ? 'long'
                      : 'short'
                }
              >
                {dog.name}
              </p>
              <p className="poster-when">A year of parties, until {formatLongDate(anniversaryOf(today, 1))}</p>
            </div>
            <div className="poster-code">
              <LinkCode
                link={linkInCode(dog, window.location.origin)}
                label={`Code that opens the link for ${isolated(dog.name)}`}
              />
              Scan me for my birthdays
            </div>
          </header>
          {latest.length === 0 && <DogPhoto dog={dog} photo={dog.photoUrl} alt="" className="poster-hero" />}
          <div className="poster-part">
            <div className="flex items-baseline justify-between">
              <h3>{celebrations.length === 1 ? 'The day to celebrate' : `${celebrations.length} days to celebrate`}</h3>
              <Wordmark className="poster-mark" />
            </div>
            <ul className="poster-days" data-many={celebrations.length > 6}>
              {celebrations.map((celebration, index) => (
                <li key={`${celebration.kind} ${celebration.date}`}>
                  <span aria-hidden="true" className="poster-stamp">
                    <svg
                      viewBox="0 0 200 200"
                      aria-hidden="true"
                      className="absolute inset-0 size-full overflow-visible"
                    >
                      <StampRing turn={index * 70} strokeWidth={9} className="fill-none stroke-ink" />
                    </svg>
                    <span className="relative">{figureOf(celebration)}</span>
                  </span>
                  <span className="min-w-0">
                    <strong>{formatDayOfWeek(celebration.date)}</strong>
                    <span className="block">{occasionOf(celebration)}</span>
                  </span>
                </li>
              ))}
            </ul>
          </div>
          {latest.length > 0 && (
            <div className="poster-part">
              <h3>{latest.length === 1 ? 'The last photo' : 'The last ones'}</h3>
              <ul className="poster-photos">
                {latest.map(({ day, photoUrl, photoFocus, line }) => (
                  <li key={day}>
                    <DogPhoto
                      dog={{ ...dog, photoFocus }}
                      photo={photoUrl}
                      alt={`${dog.name} on ${formatLongDate(day)}`}
                      className="poster-photo"
                    />
                    <strong>{formatLongDate(day)}</strong>
                    <span>{humanYearsText(birthdayReport(dog, day))} human years</span>
                    {line && <span className="line-clamp-4">{line}</span>}
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
