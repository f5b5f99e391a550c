import type { ReactNode } from 'react';
import { type BirthdayReport, dogYearsText, livingReport } from '../../../domain/celebrations/birthday-report.ts';
import { type CalendarDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { isInMemory, yearsOfLife } from '../../../domain/dogs/life.ts';
import { birthWords, lifeLivedText } from '../../../domain/dogs/life-words.ts';
import { sizeTraits } from '../../../domain/dogs/size.ts';
import { birthdayCard } from '../../cards/celebration-cards.ts';
import { useBirthdayPicture } from '../../cards/use-birthday-picture.ts';
import { useOpenCard } from '../../cards/use-open-card.tsx';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { AddToCalendar } from '../../shared/calendar/add-to-calendar.tsx';
import { dogCalendarOffers } from '../../shared/calendar/calendar-offers.ts';
import { Fact, Prize, Ticket } from '../../shared/report/figures.tsx';
import { InNumbers } from '../../shared/report/in-numbers.tsx';
import { ShareRow } from '../../shared/share/share-row.tsx';
import { reportWords, useSharing } from '../../shared/share/use-sharing.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CakeIcon, PartyHatIcon, PencilIcon, ShareIcon } from '../../ui/icons.tsx';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import { DogYear } from './dog-year.tsx';

type Actions = { dog: Dog; today: CalendarDate; onEdit: () => void; onPlan: () => void };

const rowClasses = 'flex flex-wrap gap-2 *:flex-1 *:px-3 *:whitespace-nowrap';

function PlanButton({ isMain, onPlan }: { isMain: boolean; onPlan: () => void }) {
  return (
    <Button variant={isMain ? 'primary' : 'secondary'} size={isMain ? 'large' : 'regular'} onClick={onPlan}>
      <PartyHatIcon />
      Plan Party
    </Button>
  );
}

function EditButton({ onEdit }: { onEdit: () => void }) {
  return (
    <Button variant="secondary" onClick={onEdit}>
      <PencilIcon />
      Edit
    </Button>
  );
}

/** The main action is to plan a party. On the day of a celebration, when that is rather late, it is the card. */
function ActionsWithReport({ dog, report, today, onEdit, onPlan }: Actions & { report: BirthdayReport }) {
  const page = `${window.location.origin}/`;
  const words = reportWords(dog.name, report, page);
  const picture = useBirthdayPicture(dog, report);
  const { share, copy, isWaiting, textToCopy } = useSharing(words, picture);
  const [openCard, openedCard] = useOpenCard();
  const isToday = report.daysUntilBirthday === 0;
  const plan = <PlanButton isMain={!isToday} onPlan={onPlan} />;
  const card = (
    <Button
      variant={isToday ? 'primary' : 'secondary'}
      size={isToday ? 'large' : 'regular'}
      onClick={() =>
        void openCard({
          title: `A Birthday Card for ${dog.name}`,
          card: birthdayCard(dog, report, page),
          dogName: dog.name,
          photo: dog.photoUrl,
          focus: dog.photoFocus,
        })
      }
    >
      <CakeIcon />
      {isToday ? 'Make a Card' : 'Card'}
    </Button>
  );
  return (
    <>
      {isToday ? card : plan}
      <div className={rowClasses}>
        {isToday ? plan : card}
        <Button variant="secondary" aria-busy={isWaiting} onClick={() => void share()}>
          <ShareIcon />
          Share
        </Button>
        <EditButton onEdit={onEdit} />
      </div>
      <ShareRow words={words} picture={picture} copy={(done) => void copy(done)} />
      {textToCopy && <TextToCopy text={textToCopy} />}
      <AddToCalendar offers={dogCalendarOffers(dog, today)} />
      {openedCard}
    </>
  );
}

/** The actions of a dog's page. A dog that is not born yet has nothing to share. */
function DogPageActions({ report, ...actions }: Actions & { report: BirthdayReport | null }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      {report ? (
        <ActionsWithReport report={report} {...actions} />
      ) : (
        <>
          <PlanButton isMain onPlan={actions.onPlan} />
          <div className={rowClasses}>
            <EditButton onEdit={actions.onEdit} />
          </div>
        </>
      )}
    </div>
  );
}

function Day({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="inline text-ink-soft">{label} </dt>
      <dd className="inline font-bold">{children}</dd>
    </div>
  );
}

/** The page of a dog in memory: its years, its notes and its parties. It counts down to nothing, and plans and shares nothing. */
function RememberedBody({
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
  const { gotchaDate, diedOn, breed, size } = dog;
  return (
    <div className="grid min-w-0 grid-cols-1 content-start gap-5 px-4 pt-5 md:px-0 md:pt-0">
      <div className="grid gap-2">
        <p className="font-display text-heading font-bold">{yearsOfLife(dog)}</p>
        <p className="text-title wrap-anywhere">{lifeLivedText(dog)}</p>
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
      <Notes dog={dog} />
      <Button variant="secondary" className="justify-self-start" onClick={onEdit}>
        <PencilIcon />
        Edit
      </Button>
    </div>
  );
}

/** The rosette, pinned to the edge of the photo, with the dog's milestone and facts beside it. */
function Head({ dog, report, change }: { dog: Dog; report: BirthdayReport | null; change: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 md:gap-x-6">
      {report && (
        <div className="relative -mt-20 -ms-2 shrink-0 self-start md:mt-0 md:-ms-24 print:m-0">
          <Prize report={report} />
        </div>
      )}
      {/* On the smallest phones this is below the rosette: beside it a line would fit only one word. */}
      <div className="grid min-w-0 flex-1 basis-40 gap-3 py-3">
        {report && <p className="text-title wrap-anywhere">{report.milestone}</p>}
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
 * Everything on a dog's page beside and below the photo. While the device's calendar is before the birthday, it shows no ages and no
 * report.
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
  /** The same parties, with the controls to change them. */
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
      {report && (
        <section
          aria-labelledby={`numbers-${dog.id}`}
          className="px-4 pt-4 md:col-span-2 md:px-0 print:col-span-2 print:p-0"
        >
          <h3 id={`numbers-${dog.id}`} className="sr-only">
            A Life in Human Years
          </h3>
          <InNumbers dog={dog} today={today} />
        </section>
      )}
    </>
  );
}
