import type { ReactNode } from 'react';
import { birthdayReport } from '../../../domain/birthday-report.ts';
import { type CalendarDate, formatLongDate } from '../../../domain/calendar-date.ts';
import { daysToGoText } from '../../../domain/celebrations.ts';
import { sizeTraits } from '../../../domain/size.ts';
import type { Dog } from '../../backend/records/dogs.ts';
import { Flags } from '../../ui/art/flags.tsx';
import { CakeIcon, PencilIcon, TrashIcon } from '../../ui/art/icons.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DogPhoto } from '../../ui/dog-photo.tsx';
import { Notes } from './notes.tsx';

function Age({ label, remark, children }: { label: string; remark: string; children: ReactNode }) {
  return (
    <div className="grid justify-items-center rounded-field bg-paper px-2 py-2.5 text-center">
      <dt className="order-2 text-sm text-ink-soft">
        {label}
        <span className="block">{remark}</span>
      </dt>
      <dd className="font-display text-heading font-bold text-raspberry">{children}</dd>
    </div>
  );
}

/** The next celebration, highlighted on its day. */
function NextBirthday({ date, days }: { date: CalendarDate; days: number }) {
  const isToday = days === 0;
  return (
    <p
      className={classNames(
        'flex items-center gap-3',
        isToday && 'rounded-field bg-raspberry px-4 py-3 text-on-raspberry',
      )}
    >
      <CakeIcon className={classNames('size-7 shrink-0', !isToday && 'text-raspberry')} />
      <span>
        <span className={classNames('block text-sm', !isToday && 'text-ink-soft')}>
          Next birthday: {formatLongDate(date)}
        </span>
        <strong className={classNames('font-display', isToday && 'text-title')}>{daysToGoText(days)}</strong>
      </span>
    </p>
  );
}

/** The element of a dog's card, which gets the focus when the dog is added. */
export function cardOf(dogId: string): HTMLElement | null {
  return document.getElementById(`card-${dogId}`);
}

/** A dog of the pack at a glance. A birthday that the device's calendar has not reached yet shows no ages. */
export function DogCard({
  dog,
  today,
  actions,
  parties,
  change,
  onEdit,
  onDelete,
}: {
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
}) {
  const report = dog.birthDate <= today ? birthdayReport(dog, today) : null;
  return (
    <article
      id={`card-${dog.id}`}
      tabIndex={-1}
      aria-label={dog.name}
      className="flex flex-col overflow-hidden rounded-card bg-card shadow-card focus-visible:outline-3 focus-visible:outline-offset-3 focus-visible:outline-focus"
    >
      <div className="relative">
        <DogPhoto dog={dog} photo={dog.photoUrl} alt={dog.name} loading="lazy" className="block aspect-[4/3] w-full" />
        {report?.daysUntilBirthday === 0 && <Flags className="absolute inset-x-0 top-0 h-14 w-full" />}
      </div>
      <div className="flex grow flex-col gap-4 p-5">
        <div className="flex items-start justify-between gap-2">
          <h2 className="min-w-0 pt-1.5 text-title wrap-anywhere">{dog.name}</h2>
          <div className="-me-2 flex">
            <IconButton label={`Edit ${dog.name}`} onClick={onEdit}>
              <PencilIcon />
            </IconButton>
            <IconButton label={`Delete ${dog.name}`} onClick={onDelete}>
              <TrashIcon />
            </IconButton>
          </div>
        </div>
        <p className="flex flex-wrap gap-2">
          <Badge tone="sky">{sizeTraits[dog.size].label}</Badge>
          {dog.breed && <Badge tone="leaf">{dog.breed}</Badge>}
          {change}
        </p>
        {report && (
          <>
            <dl className="grid grid-cols-2 gap-3">
              <Age label="human years" remark="for the size">
                {report.isAlmost && <span className="text-sm text-ink">almost </span>}
                {report.humanYears}
              </Age>
              <Age label="dog years" remark="by calendar">
                {report.dogYears.toFixed(1)}
              </Age>
            </dl>
            <NextBirthday date={report.nextBirthdayDate} days={report.daysUntilBirthday} />
          </>
        )}
        {parties}
        {dog.notes && <Notes dogName={dog.name} notes={dog.notes} />}
        {actions && <div className="mt-auto grid">{actions}</div>}
      </div>
    </article>
  );
}
