import { type ReactNode, useState } from 'react';
import { dogHash } from '../../../addresses/addresses.ts';
import {
  type BirthdayReport,
  dogYearsText,
  humanYearsText,
  livingReport,
} from '../../../domain/celebrations/birthday-report.ts';
import { celebratesOn, daysToGoText } from '../../../domain/celebrations/celebrations.ts';
import { addDays, type CalendarDate, calendarLeaf, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { ordinal } from '../../../domain/dates/ordinal.ts';
import { sizeTraits } from '../../../domain/dogs/size.ts';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { Flags } from '../../art/flags.tsx';
import type { Dog } from '../../data/records/dogs.ts';
import { What, YearsRosette } from '../../shared/report/years-rosette.tsx';
import { CapIcon, PencilIcon, TrashIcon } from '../../ui/app-icons.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconButton, linkClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CakeIcon, PawIcon } from '../../ui/icons.tsx';

/** A day in short, with its year if that is not today's: "Jul 3", "Jan 2, 2027". */
export function shortDate(date: CalendarDate, today: CalendarDate): string {
  const { month, day } = calendarLeaf(date);
  const [year] = date.split('-');
  return `${month} ${day}${today.startsWith(`${year}-`) ? '' : `, ${year}`}`;
}

/** The dog's own age. It has two names: the product's, and one that cannot be mistaken; a puppy's is said in weeks, too, where there is room. */
function DogYears({ report, isRoomy = false }: { report: BirthdayReport; isRoomy?: boolean }) {
  const puppyAge = isRoomy && report.puppyAge ? ` · ${report.puppyAge}` : '';
  return <p className="text-ink-soft">{`${dogYearsText(report)} dog years (actual age)${puppyAge}`}</p>;
}

type ComingDayProps = {
  icon: typeof CakeIcon;
  title: ReactNode;
  date: CalendarDate;
  days: number;
  isTitled?: boolean;
};

/** One day to look forward to, highlighted when it is there. A card with a small picture shows the date in short. */
function ComingDay({ icon: Icon, title, date, days, isTitled = false }: ComingDayProps) {
  const isToday = days === 0;
  // Beside words there is no room for the whole date.
  const isWhole = typeof title !== 'string';
  const comma = <span className="sr-only">,</span>;
  return (
    <p
      className={classNames(
        'flex items-center gap-2',
        isToday &&
          'not-in-[.facts]:w-fit not-in-[.facts]:rounded-field not-in-[.facts]:bg-apricot not-in-[.facts]:px-3 not-in-[.facts]:py-1 not-in-[.facts]:text-on-apricot',
      )}
    >
      <Icon className="size-5 shrink-0" />
      {/* Clips the dot before the days where they are on a line of their own. */}
      <span className={isTitled ? undefined : 'flex min-w-0 flex-wrap gap-x-4 overflow-x-clip'}>
        <span>
          {title}
          <span className="inline-block">
            <span className={isWhole ? 'roomy:hidden' : ''} aria-hidden="true">
              {shortDate(date, addDays(date, -days))}
              {comma}
            </span>
            <span className={isWhole ? 'sr-only roomy:not-sr-only' : 'sr-only'}>
              {formatLongDate(date)}
              {comma}
            </span>
          </span>
        </span>{' '}
        <strong
          className={classNames(
            'font-display',
            isTitled ? 'block' : "relative before:absolute before:-start-2.5 before:font-sans before:content-['·']",
          )}
        >
          {daysToGoText(days)}
        </strong>
      </span>
    </p>
  );
}

/**
 * The days to look forward to: the next birthday, a puppy's graduation, and the day on which the dog came home. The birthday is a cake
 * to the eye, and titled, with what it is, where there is room.
 */
function ComingDays({ report, isTitled = false }: { report: BirthdayReport; isTitled?: boolean }) {
  const { graduation, gotchaDay, nextCelebration } = report;
  const days = [
    {
      icon: CakeIcon,
      title: (
        <>
          {isTitled && (
            <span className="block font-display leading-tight font-bold text-balance sm:in-[.one-card]:text-title">
              <What>{nextCelebration}</What>{' '}
            </span>
          )}
          <span className={isTitled ? undefined : 'sr-only'}>Next birthday: </span>
        </>
      ),
      date: report.nextBirthdayDate,
      days: report.daysUntilBirthday,
      isTitled,
    },
    graduation && { icon: CapIcon, title: 'Puppy graduation: ', date: graduation.date, days: graduation.daysToGo },
    gotchaDay && {
      icon: PawIcon,
      title: `${ordinal(gotchaDay.years)} gotcha day: `,
      date: gotchaDay.date,
      days: gotchaDay.daysToGo,
    },
  ];
  return days
    .filter((day) => day !== null)
    .sort((one, other) => one.days - other.days)
    .map((day, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they keep no state.
      <ComingDay key={index} {...day} />
    ));
}

/** About four lines of a small card. Judges by the text, because measuring each card would slow a large pack down. */
const shortNotes = { characters: 150, lines: 4 };

/** An owner's notes on a card; long ones are folded to four lines. */
export function Notes({ dogName, notes }: { dogName: string; notes: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const isLong = notes.length > shortNotes.characters || notes.split('\n').length > shortNotes.lines;
  const isFolded = isLong && !isWhole;
  const label = isWhole ? 'Less' : 'More';
  return (
    <div className="relative z-10 flex items-end gap-2">
      <p className={classNames('min-w-0 wrap-anywhere whitespace-pre-line text-ink-soft', isFolded && 'line-clamp-4')}>
        {notes}
      </p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isWhole}
          aria-label={`${label} notes about ${dogName}`}
          className={classNames(linkClasses, 'relative min-h-0 after:absolute after:-inset-x-2 after:-inset-y-3')}
          onClick={() => setIsWhole(!isWhole)}
        >
          {label}
        </button>
      )}
    </div>
  );
}

export function cardOf(dogId: string): HTMLElement | null {
  return document.getElementById(`card-${dogId}`);
}

type DogCardProps = {
  dog: Dog;
  today: CalendarDate;
  actions?: ReactNode;
  parties?: ReactNode;
  change?: ReactNode;
  onEdit: () => void;
  onDelete: () => void;
};

function Photo({ dog, today }: Pick<DogCardProps, 'dog' | 'today'>) {
  const isToday = celebratesOn(dog, today);
  return (
    <div data-grows="" className="absolute inset-0 overflow-hidden rounded-[inherit]">
      <DogPhoto
        dog={dog}
        alt={dog.name}
        isCelebrating={isToday}
        loading="lazy"
        className="pack-face absolute inset-0 size-full transition-transform duration-easy ease-settle group-has-[a:hover]:scale-103"
      />
      {isToday && <Flags className="absolute inset-x-0 top-0 h-1/4 max-h-14 w-full" />}
    </div>
  );
}

/** The name, which opens the dog's page from everywhere on a card that is not pressed for something else. */
function Name({ dog, className }: { dog: Dog; className?: string }) {
  return (
    <a
      href={dogHash(dog.id)}
      className={classNames('rounded-field decoration-3 underline-offset-4 hover:underline', className)}
    >
      {dog.name}
    </a>
  );
}

const wholeCard = 'after:absolute after:inset-0';

export function Badges({ dog, change }: Pick<DogCardProps, 'dog' | 'change'>) {
  return (
    <>
      <Badge tone="sky">{sizeTraits[dog.size].label}</Badge>
      {dog.breed && <Badge tone="leaf">{dog.breed}</Badge>}
      {change && <span className="relative z-10 flex empty:hidden">{change}</span>}
    </>
  );
}

type ActionsProps = Pick<DogCardProps, 'dog' | 'actions' | 'onEdit' | 'onDelete'>;

export function Actions({ dog, actions, onEdit, onDelete }: ActionsProps) {
  return (
    <div className="relative z-10 flex items-center gap-1 max-sm:flex-wrap">
      <div className="me-auto grid min-w-0 max-sm:not-empty:min-w-[6rem] max-sm:in-[.full-card]:flex-1">{actions}</div>
      <IconButton label={`Edit ${dog.name}`} onClick={onEdit}>
        <PencilIcon />
      </IconButton>
      <IconButton label={`Delete ${dog.name}`} onClick={onDelete}>
        <TrashIcon />
      </IconButton>
    </div>
  );
}

/** What a dog's card has, without picture: for the party of the day, which has a large one. */
export function DogLines(props: DogCardProps) {
  const { dog, parties } = props;
  const report = livingReport(dog, props.today);
  return (
    <article
      id={`card-${dog.id}`}
      tabIndex={-1}
      aria-label={dog.name}
      className="facts flex min-w-0 gap-x-8 gap-y-1.5 border-t-2 border-dashed border-edge pt-1 *:grid *:min-w-0 *:flex-1 *:content-center *:gap-1.5 max-md:flex-col sm:mt-2 sm:pt-3.5 lg:mt-0 lg:border-0 lg:pt-0 focus-visible:outline-3 focus-visible:outline-offset-3 focus-visible:outline-focus"
    >
      <div>
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="min-w-0 wrap-anywhere">
            <Name dog={dog} className="-me-4 inline-flex min-h-11 min-w-11 items-center pe-4 text-base underline" />
          </h3>
          <Badges {...props} />
        </div>
        {report && (
          <>
            <p className="text-ink-soft max-sm:text-sm">
              {humanYearsText(report)} in human years · {dogYearsText(report)} dog years (actual age)
            </p>
            <ComingDays report={report} />
          </>
        )}
      </div>
      <div>
        {parties}
        {dog.notes && <Notes dogName={dog.name} notes={dog.notes} />}
        <Actions {...props} />
      </div>
    </article>
  );
}

/** A dog in full: a large photo with the human years pinned to it, beside the facts if the window has room. */
function FullFacts({ report, ...props }: DogCardProps & { report: BirthdayReport | null }) {
  const { dog, parties } = props;
  // A long word fits beside the rosette on a phone.
  const size = /\S{13}/.test(dog.name)
    ? 'text-title sm:text-heading sm:[font-size:min(1.75rem,6vw)]'
    : 'text-heading sm:in-[.one-card]:text-number lg:text-number';
  return (
    <>
      <div className="full-photo relative aspect-4/3 w-full shrink-0">
        <Photo {...props} />
        {report && <YearsRosette report={report} className="" />}
      </div>
      <div className="flex min-w-0 flex-col gap-3 p-5 sm:grow sm:p-7">
        <h2 className={`leading-tight wrap-anywhere pe-[clamp(0px,(100vw-19.9rem)*99,8rem)] ${size}`}>
          <Name dog={dog} className={wholeCard} />
        </h2>
        <p className="flex flex-wrap items-center gap-2">
          <Badges {...props} />
        </p>
        {report && (
          <>
            <DogYears report={report} isRoomy />
            <div className="full-days grid gap-3 [&_strong]:text-title">
              <ComingDays report={report} isTitled />
            </div>
          </>
        )}
        {parties && <div className="relative z-10 empty:hidden">{parties}</div>}
        {dog.notes && <Notes dogName={dog.name} notes={dog.notes} />}
        <div className="mt-auto pt-2">
          <Actions {...props} />
        </div>
      </div>
    </>
  );
}

/** A dog at a glance: a photo beside the facts, as high as the card where that has room for it. */
function CompactFacts({ isNear, report, ...props }: DogCardProps & { isNear: boolean; report: BirthdayReport | null }) {
  const { dog, parties, change } = props;
  return (
    <>
      {isNear && (
        <div className="relative row-span-3 aspect-square w-full rounded-field roomy:row-span-5 roomy:aspect-auto roomy:min-h-69 roomy:rounded-none roomy:[&_.pack-face>svg:last-child>*]:[scale:0.8] roomy:[&_.pack-face>svg:last-child>*]:[translate:-10px_46px] [&_.speck]:hidden roomy:[&_.speck]:inline">
          <Photo {...props} />
          {report && (
            // It says what it counts where it has the room; elsewhere, and to those who do not see it, the facts beside it do.
            <span
              aria-hidden="true"
              className="pack-rosette *:absolute *:-end-2.5 *:-bottom-2 *:w-14 roomy:*:-end-1 roomy:*:bottom-1 roomy:*:w-[clamp(--spacing(29),45%,--spacing(33))] [&_:is(dt,dd>:nth-last-child(2))]:hidden roomy:[&_:is(dt,dd>:nth-last-child(2))]:block"
            >
              <YearsRosette report={report} className="" />
            </span>
          )}
        </div>
      )}
      <div className="self-start roomy:pt-4">
        <h2 className="min-w-0 text-title leading-tight wrap-anywhere">
          <Name dog={dog} className={`-mx-1 block px-1 ${wholeCard}`} />
        </h2>
        {isNear && (
          <p className="flex flex-wrap gap-1 pt-1 *:px-1.5 roomy:gap-1.5 roomy:pt-2 roomy:*:px-2">
            <Badges dog={dog} />
          </p>
        )}
      </div>
      {isNear && (
        <>
          <div className="roomy:pt-3">
            {report && (
              <>
                <p className="roomy:sr-only">
                  <strong>{humanYearsText(report)}</strong> in human years
                </p>
                <DogYears report={report} />
              </>
            )}
          </div>
          {/* Three days are below the photo, with the whole width. */}
          <div className="grid content-start gap-1 has-[>:nth-child(3)]:col-span-2 has-[>:nth-child(3)]:pt-4 roomy:col-span-1! roomy:pt-2!">
            {report && <ComingDays report={report} />}
          </div>
          <div className="col-span-2 grid content-start *:mt-2 roomy:col-span-1 roomy:*:mt-3">
            {change && <span className="relative z-10 flex empty:hidden">{change}</span>}
            {parties && <div className="relative z-10 empty:hidden">{parties}</div>}
            {dog.notes && <Notes dogName={dog.name} notes={dog.notes} />}
          </div>
          <div className="col-span-2 pt-1 roomy:col-span-1 roomy:pt-4 roomy:pb-4">
            <Actions {...props} />
          </div>
        </>
      )}
    </>
  );
}

/**
 * A dog of the pack. Shows no ages while the device's calendar is before the birthday, and only the name while the card is far from the
 * window. A dog in memory has another card.
 */
export function DogCard({
  isFull = false,
  isNear = true,
  ...props
}: DogCardProps & { isFull?: boolean; isNear?: boolean }) {
  const { dog } = props;
  const report = isNear ? livingReport(dog, props.today) : null;
  return (
    <article
      id={`card-${dog.id}`}
      tabIndex={-1}
      aria-label={dog.name}
      className={classNames(
        'group relative overflow-hidden rounded-card bg-card shadow-card focus-visible:outline-3 focus-visible:outline-offset-3 focus-visible:outline-focus',
        isFull
          ? 'full-card flex flex-col'
          : 'grid grid-cols-[minmax(0,calc(var(--spacing)*26))_minmax(min(8.5rem,75%),1fr)] grid-rows-[auto_auto_1fr] gap-x-5 gap-y-1.5 p-3 text-sm roomy:grid-cols-[40%_minmax(0,1fr)] roomy:grid-rows-[repeat(3,auto)_1fr_auto] roomy:gap-x-5 roomy:gap-y-0 roomy:p-0 roomy:pe-4 roomy:text-base',
      )}
    >
      {isFull ? <FullFacts {...props} report={report} /> : <CompactFacts {...props} isNear={isNear} report={report} />}
    </article>
  );
}
