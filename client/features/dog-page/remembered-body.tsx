import type { ReactNode } from 'react';
import { formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { birthWords } from '../../../domain/dogs/birth-words.ts';
import { yearsOfLife } from '../../../domain/dogs/life.ts';
import { lifeLivedText } from '../../../domain/dogs/memory.ts';
import { sizeTraits } from '../../../domain/dogs/size.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { PencilIcon } from '../../ui/icons.tsx';

function Day({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="inline text-ink-soft">{label} </dt>
      <dd className="inline font-bold">{children}</dd>
    </div>
  );
}

/** The page of a dog in memory: its years, its notes and its parties. Nothing counts down, and nothing is planned or shared. */
export function RememberedBody({
  dog,
  parties,
  change,
  onEdit,
}: {
  dog: Dog;
  parties: ReactNode;
  change: ReactNode;
  onEdit: () => void;
}) {
  const [how, when] = birthWords(dog);
  const { gotchaDate, diedOn, breed, notes, size } = dog;
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-5 px-4 pt-5 md:px-0 md:pt-0">
      <div className="grid gap-2">
        <p className="font-display text-heading font-bold">{yearsOfLife(dog)}</p>
        <p className="text-lg wrap-anywhere">{lifeLivedText(dog)}</p>
      </div>
      <p className="flex flex-wrap gap-2">
        <Badge tone="sky">{sizeTraits[size].label}</Badge>
        {breed && <Badge tone="leaf">{breed}</Badge>}
        {change}
      </p>
      <dl className="grid gap-1">
        <Day label={`Born ${how}`}>{when}</Day>
        {gotchaDate && <Day label="Came home on">{formatLongDate(gotchaDate)}</Day>}
        {diedOn && <Day label="Died on">{formatLongDate(diedOn)}</Day>}
      </dl>
      {parties}
      {notes && (
        <section aria-labelledby={`notes-${dog.id}`} className="rounded-card bg-card px-5 py-4">
          <h3 id={`notes-${dog.id}`}>Notes</h3>
          <p className="mt-1 wrap-anywhere whitespace-pre-line">{notes}</p>
        </section>
      )}
      <Button look="secondary" className="justify-self-start" onClick={onEdit}>
        <PencilIcon />
        Edit
      </Button>
    </div>
  );
}
