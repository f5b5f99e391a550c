import { type ReactNode, useId } from 'react';
import { type BirthdayReport, dogYearsText, livingReport } from '../../../domain/celebrations/birthday-report.ts';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { birthWords } from '../../../domain/dogs/birth-words.ts';
import { isInMemory } from '../../../domain/dogs/life.ts';
import { sizeTraits } from '../../../domain/dogs/size.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { Fact } from '../../shared/report/fact.tsx';
import { Prize } from '../../shared/report/prize.tsx';
import { Ticket } from '../../shared/report/ticket.tsx';
import { Badge } from '../../ui/badge.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { DogPageActions } from './dog-page-actions.tsx';
import { RememberedBody } from './remembered-body.tsx';
import { DetailsSkeleton } from './skeletons.tsx';
import { DogYear } from './year/dog-year.tsx';

async function loadDetails() {
  return (await import('./details.tsx')).Details;
}

/** The chart, the explanation and the comparison. */
function LaterDetails({ dog, today }: { dog: Dog; today: CalendarDate }) {
  const { part: Details, hasFailed, retry } = useLoaded(loadDetails);
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className="relative px-4 pt-8 md:col-span-2 md:px-0 md:pt-10 print:col-span-2 print:p-0"
    >
      <h3 id={headingId} className="sr-only">
        A Life in Human Years
      </h3>
      {Details && <Details dog={dog} today={today} />}
      {!Details && (hasFailed ? <NotLoaded onRetry={retry} /> : <DetailsSkeleton />)}
    </section>
  );
}

/** The rosette, pinned to the edge of the photo, and what there is to say about the dog. */
function Head({ dog, report, change }: { dog: Dog; report: BirthdayReport | null; change: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 md:gap-x-6">
      {report && (
        <div className="relative -mt-20 -ms-2 shrink-0 self-start md:mt-0 md:-ms-24 print:m-0">
          <Prize report={report} />
        </div>
      )}
      {/* On the smallest phones below the rosette, where a line has room for more than a word. */}
      <div className="grid min-w-0 flex-1 basis-40 gap-3 py-3">
        {report && <p className="text-lg wrap-anywhere">{report.milestone}</p>}
        <p className="flex flex-wrap gap-2">
          <Badge tone="sky">{sizeTraits[dog.size].label}</Badge>
          {dog.breed && <Badge tone="leaf">{dog.breed}</Badge>}
          {change}
        </p>
      </div>
    </div>
  );
}

function Notes({ dog: { id, notes } }: { dog: Dog }) {
  if (!notes) return null;
  return (
    <section aria-labelledby={`notes-${id}`} className="rounded-card bg-card px-5 py-4">
      <h3 id={`notes-${id}`}>Notes</h3>
      <p className="mt-1 wrap-anywhere whitespace-pre-line">{notes}</p>
    </section>
  );
}

/**
 * All that a dog's page shows beside and below the photo. A birthday that the device's calendar has not reached yet shows no ages
 * and no report.
 */
export function DogPageBody({
  dog,
  today,
  ownParties,
  parties,
  change,
  onEdit,
  onPlan,
}: {
  dog: Dog;
  today: CalendarDate;
  /** The dog's parties, past and planned. */
  ownParties: readonly Party[];
  /** They as the owner may change them. */
  parties: ReactNode;
  /** The state of the dog's unsent changes. */
  change: ReactNode;
  onEdit: () => void;
  onPlan: () => void;
}) {
  const report = livingReport(dog, today);
  const [how, when] = birthWords(dog);
  if (isInMemory(dog)) return <RememberedBody dog={dog} parties={parties} change={change} onEdit={onEdit} />;
  return (
    <>
      <div className="grid min-w-0 grid-cols-1 content-start gap-4 px-4 md:row-span-2 md:px-0 print:row-span-2">
        <Head dog={dog} report={report} change={change} />
        <dl className="grid grid-cols-2 gap-3">
          {report && (
            <>
              <Fact label="Life stage">{report.lifeStage}</Fact>
              <Fact label="Dog years (actual age)">{dogYearsText(report)}</Fact>
            </>
          )}
          <div className="col-span-2 px-1 md:hidden print:hidden">
            <dt className="inline text-ink-soft">Born {how} </dt>
            <dd className="inline font-bold">{when}</dd>
          </div>
        </dl>
        {report && <Ticket report={report} />}
        <DogPageActions dog={dog} report={report} today={today} onEdit={onEdit} onPlan={onPlan} />
      </div>
      <div className="grid min-w-0 grid-cols-1 content-start gap-4 px-4 pt-4 md:px-0 md:pt-6 print:p-0">
        {report && <DogYear dog={dog} parties={ownParties} today={today} />}
        <Notes dog={dog} />
      </div>
      <div className="min-w-0 px-4 pt-4 empty:hidden md:col-span-2 md:px-0 print:hidden">{parties}</div>
      {report && <LaterDetails dog={dog} today={today} />}
    </>
  );
}
