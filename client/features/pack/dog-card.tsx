import { type ReactNode, useState } from 'react';
import { birthdayReport } from '../../../domain/birthday-report.ts';
import { type CalendarDate, formatLongDate } from '../../../domain/calendar-date.ts';
import { daysToGoText } from '../../../domain/celebrations.ts';
import { sizeTraits } from '../../../domain/size.ts';
import type { Dog } from '../../backend/dogs.ts';
import { DogPlaceholder } from '../../ui/art/dog-placeholder.tsx';
import { CakeIcon, PencilIcon, TrashIcon } from '../../ui/art/icons.tsx';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { initialOf } from '../../ui/initial.ts';

function Picture({ dog }: { dog: Dog }) {
  const [isBroken, setIsBroken] = useState(false);
  const className = 'aspect-[4/3] w-full object-cover object-[50%_25%]';
  if (!dog.photoUrl || isBroken) {
    return <DogPlaceholder size={dog.size} initial={initialOf(dog.name)} className={className} />;
  }
  return (
    <img src={dog.photoUrl} alt={dog.name} loading="lazy" className={className} onError={() => setIsBroken(true)} />
  );
}

function Age({ label, remark, value }: { label: string; remark: string; value: string }) {
  return (
    <div className="grid justify-items-center rounded-field bg-paper px-2 py-2.5 text-center">
      <dt className="order-2 text-sm text-ink-soft">
        {label}
        <span className="block">{remark}</span>
      </dt>
      <dd className="font-display text-heading font-bold text-raspberry">{value}</dd>
    </div>
  );
}

/** A dog of the pack at a glance. A birthday that the device's calendar has not reached yet shows no ages. */
export function DogCard({
  dog,
  today,
  actions,
  parties,
  onEdit,
  onDelete,
}: {
  dog: Dog;
  today: CalendarDate;
  /** What else can be done for the dog, at the foot of the card. */
  actions?: ReactNode;
  /** The dog's planned parties. */
  parties?: ReactNode;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const report = dog.birthDate <= today ? birthdayReport(dog, today) : null;
  return (
    <article className="flex flex-col overflow-hidden rounded-card bg-card shadow-card" aria-label={dog.name}>
      <Picture key={dog.photoUrl} dog={dog} />
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
        </p>
        {report && (
          <>
            <dl className="grid grid-cols-2 gap-3">
              <Age label="human years" remark="for the size" value={String(report.humanYears)} />
              <Age label="dog years" remark="by calendar" value={report.dogYears.toFixed(1)} />
            </dl>
            <p className="flex items-center gap-3">
              <CakeIcon className="size-7 shrink-0 text-raspberry" />
              <span>
                <span className="block text-sm text-ink-soft">
                  Next birthday: {formatLongDate(report.nextBirthdayDate)}
                </span>
                <strong className="font-display">{daysToGoText(report.daysUntilBirthday)}</strong>
              </span>
            </p>
          </>
        )}
        {parties}
        {dog.notes && (
          <p className="border-t-2 border-line pt-3 wrap-anywhere whitespace-pre-line text-ink-soft">{dog.notes}</p>
        )}
        {actions && <div className="mt-auto grid">{actions}</div>}
      </div>
    </article>
  );
}
