import { type ReactNode, useState } from 'react';
import { dogHash } from '../../../addresses/addresses.ts';
import { dogYearsText, humanYearsText, livingReport } from '../../../domain/celebrations/birthday-report.ts';
import { celebratesOn, daysToGoText } from '../../../domain/celebrations/celebrations.ts';
import { type CalendarDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { sizeTraits } from '../../../domain/dogs/size.ts';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { Flags } from '../../art/flags.tsx';
import type { Dog } from '../../data/records/dogs.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton, linkClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PencilIcon, TrashIcon } from '../../ui/icons.tsx';
import { Ages, NextBirthday, NextGotchaDay, NextGraduation } from './dog-facts.tsx';

/** About three lines of a card. Judges by the text, because measuring each card would slow a large pack down. */
const shortNotes = { characters: 110, lines: 3 };

function isLong(notes: string): boolean {
  return notes.length > shortNotes.characters || notes.split('\n').length > shortNotes.lines;
}

/** An owner's notes on a card; long ones are folded to three lines. */
function Notes({ dogName, notes }: { dogName: string; notes: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const isFolded = isLong(notes) && !isWhole;
  const label = isWhole ? 'Less' : 'More';
  return (
    <div className="border-t-2 border-line pt-3">
      <p className={classNames('wrap-anywhere whitespace-pre-line text-ink-soft', isFolded && 'line-clamp-3')}>
        {notes}
      </p>
      {isLong(notes) && (
        <button
          type="button"
          aria-expanded={isWhole}
          aria-label={`${label} notes about ${dogName}`}
          className={linkClasses}
          onClick={() => setIsWhole(!isWhole)}
        >
          {label}
        </button>
      )}
    </div>
  );
}

/** Returns the element of a dog's card, which gets the focus when the dog is added. */
export function cardOf(dogId: string): HTMLElement | null {
  return document.getElementById(`card-${dogId}`);
}

/** The photo, which opens the dog's page. In a row of cards it fills the height by which others are taller. */
function CardPhoto({ dog, isWide, isToday }: { dog: Dog; isWide: boolean; isToday: boolean }) {
  return (
    <div
      className={classNames(
        'relative aspect-4/3 w-full grow overflow-hidden',
        isWide && 'sm:aspect-auto sm:min-h-96 sm:w-[45%] sm:shrink-0 sm:grow-0',
      )}
    >
      <DogPhoto
        dog={dog}
        photo={dog.photoUrl}
        alt={dog.name}
        isCelebrating={isToday}
        loading="lazy"
        className="pack-face absolute inset-0 size-full transition-transform duration-easy ease-settle group-has-[a:hover]:scale-103"
      />
      {isToday && <Flags className="absolute inset-x-0 top-0 h-14 w-full" />}
      {/* Only for pointers: for the keyboard and screen readers the name below is the same link. */}
      {/* biome-ignore lint/a11y: see above. */}
      <a href={dogHash(dog.id)} tabIndex={-1} aria-hidden="true" className="absolute inset-0" />
    </div>
  );
}

function EditAndDelete({ dogName, onEdit, onDelete }: { dogName: string; onEdit: () => void; onDelete: () => void }) {
  return (
    <div className="-me-2 flex">
      <IconButton label={`Edit ${dogName}`} onClick={onEdit}>
        <PencilIcon />
      </IconButton>
      <IconButton label={`Delete ${dogName}`} onClick={onDelete}>
        <TrashIcon />
      </IconButton>
    </div>
  );
}

type DogCardProps = {
  dog: Dog;
  today: CalendarDate;
  /** Further actions, at the foot of the card. */
  actions?: ReactNode;
  /** The dog's planned parties. */
  parties?: ReactNode;
  /** The state of the dog's unsent changes. */
  change?: ReactNode;
  onEdit: () => void;
  onDelete: () => void;
};

/** What a dog's card has, without picture: for the party of the day, which has a large one. */
export function DogLines({ dog, today, actions, parties, change, onEdit, onDelete }: DogCardProps) {
  const report = livingReport(dog, today);
  return (
    <article
      id={`card-${dog.id}`}
      tabIndex={-1}
      aria-label={dog.name}
      className="grid min-w-0 gap-2 border-t-2 border-dashed border-edge pt-3 focus-visible:outline-3 focus-visible:outline-offset-3 focus-visible:outline-focus"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 wrap-anywhere">
          <a
            href={dogHash(dog.id)}
            className="inline-flex min-h-11 min-w-11 items-center rounded-field hover:underline"
          >
            {dog.name}
          </a>
        </h3>
        <Badge tone="sky">{sizeTraits[dog.size].label}</Badge>
        {dog.breed && <Badge tone="leaf">{dog.breed}</Badge>}
        {change}
      </div>
      {report && (
        <>
          <p>
            <strong>{humanYearsText(report)}</strong> in human years, {dogYearsText(report)} dog years (actual age)
          </p>
          <p>
            Next birthday: {formatLongDate(report.nextBirthdayDate)},{' '}
            <strong>{daysToGoText(report.daysUntilBirthday)}</strong>
          </p>
          {report.graduation && <NextGraduation {...report.graduation} />}
          {report.gotchaDay && <NextGotchaDay {...report.gotchaDay} />}
        </>
      )}
      {parties}
      {dog.notes && <Notes dogName={dog.name} notes={dog.notes} />}
      <div className="flex flex-wrap items-center gap-x-4">
        {actions}
        <EditAndDelete dogName={dog.name} onEdit={onEdit} onDelete={onDelete} />
      </div>
    </article>
  );
}

/** A dog of the pack at a glance. Shows no ages while the device's calendar is before the birthday. A dog in memory has another card. */
export function DogCard({
  dog,
  today,
  isWide = false,
  actions,
  parties,
  change,
  onEdit,
  onDelete,
}: DogCardProps & {
  /** Puts the photo beside the facts if the window has room. */
  isWide?: boolean;
}) {
  const report = livingReport(dog, today);
  return (
    <article
      id={`card-${dog.id}`}
      tabIndex={-1}
      aria-label={dog.name}
      className={classNames(
        'group flex flex-col overflow-hidden rounded-card bg-card shadow-card focus-visible:outline-3 focus-visible:outline-offset-3 focus-visible:outline-focus',
        isWide && 'sm:flex-row',
      )}
    >
      <CardPhoto dog={dog} isWide={isWide} isToday={celebratesOn(dog, today)} />
      <div className={classNames('flex min-w-0 flex-col gap-4 p-5', isWide && 'sm:grow sm:p-7')}>
        <div className="flex items-start justify-between gap-2">
          <h2 className={classNames('min-w-0 wrap-anywhere', isWide ? 'text-title sm:text-heading' : 'text-title')}>
            <a
              href={dogHash(dog.id)}
              className="inline-block min-h-11 min-w-11 rounded-field pt-1.5 decoration-3 underline-offset-4 hover:underline"
            >
              {dog.name}
            </a>
          </h2>
          <EditAndDelete dogName={dog.name} onEdit={onEdit} onDelete={onDelete} />
        </div>
        <p className="flex flex-wrap gap-2">
          <Badge tone="sky">{sizeTraits[dog.size].label}</Badge>
          {dog.breed && <Badge tone="leaf">{dog.breed}</Badge>}
          {change}
        </p>
        {report && (
          <>
            <Ages report={report} />
            <NextBirthday date={report.nextBirthdayDate} days={report.daysUntilBirthday} />
            {report.graduation && <NextGraduation {...report.graduation} />}
            {report.gotchaDay && <NextGotchaDay {...report.gotchaDay} />}
          </>
        )}
        {parties}
        {dog.notes && <Notes dogName={dog.name} notes={dog.notes} />}
        {actions && <div className={classNames('mt-auto grid', isWide && 'sm:justify-items-start')}>{actions}</div>}
      </div>
    </article>
  );
}
