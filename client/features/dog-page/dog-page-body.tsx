import type { ComponentProps, ReactNode } from 'react';
import { calculatorPage, cardHash, partyHash } from '../../../addresses/addresses.ts';
import { type BirthdayReport, dogYearsText } from '../../../domain/celebrations/birthday-report.ts';
import { celebratesOn } from '../../../domain/celebrations/celebrations.ts';
import { picturesOfLife } from '../../../domain/celebrations/life-in-pictures.ts';
import { type CalendarDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { isInMemory, yearsOfLife } from '../../../domain/dogs/life.ts';
import { birthWords, lifeLivedText } from '../../../domain/dogs/life-words.ts';
import { sizeTraits } from '../../../domain/dogs/size.ts';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { useBirthdayPicture } from '../../cards/use-birthday-picture.ts';
import { packMessages } from '../../copy/pack-messages.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { AddToCalendar } from '../../shared/calendar/add-to-calendar.tsx';
import { dogCalendarOffers } from '../../shared/calendar/calendar-offers.ts';
import { Ticket } from '../../shared/report/figures.tsx';
import { InNumbers } from '../../shared/report/in-numbers.tsx';
import { reportWords, useSharing } from '../../shared/share/use-sharing.ts';
import { OpenedDialog, useOpenDialog } from '../../shared/use-open-dialog.tsx';
import { PencilIcon, TrashIcon } from '../../ui/app-icons.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { CardIcon } from '../../ui/card-icon.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { icon } from '../../ui/icon.tsx';
import { CakeIcon, PartyHatIcon, ShareIcon } from '../../ui/icons.tsx';
import { Menu, menuItemClasses } from '../../ui/menu.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import { DogYear, offPaper } from './dog-year.tsx';

type Actions = { dog: Dog; today: CalendarDate; onEdit: () => void; onDelete: () => void; onCelebrate: () => void };

type BodyProps = Actions &
  Pick<ComponentProps<typeof DogYear>, 'portraits' | 'stampedDay' | 'soughtDay' | 'onOpenStamp'> & {
    report: BirthdayReport | null;
    question: ReactNode;
    ownParties: readonly Party[];
    /** The same parties, as the page shows them. */
    parties: ReactNode;
    change: ReactNode;
  };

function ChangeItems({ dog, onEdit, onDelete }: Pick<Actions, 'dog' | 'onEdit' | 'onDelete'>) {
  return (
    <>
      <button type="button" className={menuItemClasses} onClick={onEdit}>
        <PencilIcon />
        Edit<span className="sr-only"> {dog.name}</span>
      </button>
      <button type="button" className={classNames(menuItemClasses, 'text-danger')} onClick={onDelete}>
        <TrashIcon />
        Delete<span className="sr-only"> {dog.name}</span>
      </button>
    </>
  );
}

const columnClasses =
  'grid min-w-0 grid-cols-1 content-start gap-4 px-4 pt-13 md:col-start-2 md:row-span-2 md:row-start-2 md:gap-6 md:px-0 md:pt-2 lg:row-span-1';
/** Below both, in the whole width, but for the notes, and in a wide window the year. */
const belowClasses = 'grid min-w-0 grid-cols-1 gap-4 px-4 pt-4 md:contents empty:hidden md:*:col-span-full md:*:mt-8';
/** Below both on a tablet, beside the photo in a wide window, and in the widest in a column with the notes. */
const besideClasses = 'grid grid-cols-1 lg:col-span-1! lg:col-start-2! lg:row-span-2 lg:row-start-3 lg:mt-6!';
const yearClasses = `${besideClasses} min-[110rem]:col-start-3! min-[110rem]:row-span-3 min-[110rem]:row-start-1 min-[110rem]:mt-0!`;

/** A wide window is as festive as a phone. */
const displayClasses = 'md:font-display md:text-heading md:font-bold';

const plannedClasses = 'relative block underline underline-offset-4 after:absolute after:inset-x-0 after:-inset-y-2.5';

const barClasses = 'foot-bar flex flex-wrap gap-2 [--bar-space:0.5rem] print:hidden';
const actionClasses = 'min-h-12 flex-auto px-2! whitespace-nowrap max-[22rem]:px-1! max-[22rem]:[&>svg]:hidden';

const CodeIcon = icon(
  <path d="M4.2 4.3Q7 3.9 9.9 4.2Q10.2 7 9.8 9.8Q7 10.2 4.1 9.8ZM14.2 4.2Q17 3.9 19.9 4.3Q20.1 7 19.8 9.9Q17 10.1 14.1 9.8ZM4.1 14.2Q7 13.9 9.8 14.2Q10.1 17 9.9 19.8Q7 20.1 4.2 19.8ZM14.3 14.4Q14.5 14.3 16 14.4M19.7 14.2Q19.9 15.5 19.7 17M14.3 17.6V19.8M17.4 19.8H19.8" />,
);

const loadLink = async () => (await import('./link-dialog.tsx')).LinkDialog;

/** The main action is to plan a party. On the day of a celebration, when that is rather late, it is to light the candles. */
function ActionBar({ dog, report, today, onCelebrate, ...changes }: Actions & { report: BirthdayReport }) {
  const page = `${window.location.origin}${calculatorPage}`;
  const picture = useBirthdayPicture(dog, report);
  const { share, isWaiting, textToCopy } = useSharing(reportWords(dog.name, report, page), picture);
  const { open, opened } = useOpenDialog();
  const isToday = celebratesOn(dog, today);
  return (
    <>
      <div className={barClasses}>
        <Button className={actionClasses} onClick={onCelebrate}>
          {isToday ? <CakeIcon /> : <PartyHatIcon />}
          <span>{isToday ? 'Light the Candles' : 'Plan Party'}</span>
        </Button>
        <a
          href={cardHash(dog.id)}
          className={classNames(buttonClasses('secondary'), actionClasses, isToday && 'max-[23rem]:[&>svg]:hidden')}
        >
          <CardIcon />
          Card
        </a>
        <Menu label={`More for ${dog.name}`}>
          <button type="button" className={menuItemClasses} aria-busy={isWaiting} onClick={() => void share()}>
            <ShareIcon />
            Share
          </button>
          <button
            type="button"
            className={menuItemClasses}
            onClick={() => open(loadLink, { dog }, packMessages.couldNotOpenLink)}
          >
            <CodeIcon />
            Link and Code
          </button>
          <div data-keeps-menu="" className="px-3">
            <AddToCalendar offers={dogCalendarOffers(dog, today)} />
          </div>
          <ChangeItems dog={dog} {...changes} />
        </Menu>
      </div>
      {textToCopy && <TextToCopy text={textToCopy} />}
      <OpenedDialog opened={opened} />
    </>
  );
}

type RememberedBodyProps = Pick<Actions, 'dog' | 'onEdit' | 'onDelete'> &
  Pick<BodyProps, 'portraits' | 'parties' | 'change'> & { stamps: ReactNode };

/** The page of a dog in memory: its years, notes, parties and stamps. It counts down to nothing, and plans and shares nothing. */
function RememberedBody({ dog, parties, change, stamps, portraits, ...changes }: RememberedBodyProps) {
  // Photos of parties are with the parties.
  const pictures = picturesOfLife(dog, portraits, []);
  const [how, when] = birthWords(dog);
  const { gotchaDate, diedOn, breed, size } = dog;
  const days = [
    [`Born ${how}`, when],
    ...(gotchaDate ? [['Came home on', formatLongDate(gotchaDate)]] : []),
    ...(diedOn ? [['Died on', formatLongDate(diedOn)]] : []),
  ];
  return (
    <>
      {/* On the line of the name. */}
      <div className="relative col-start-1 row-start-1 self-end justify-self-end max-md:me-4 max-md:translate-y-7 md:col-start-2">
        <Menu label={`More for ${dog.name}`}>
          <ChangeItems dog={dog} {...changes} />
        </Menu>
      </div>
      <div className={columnClasses}>
        <div className="grid gap-y-1">
          <p className="font-display text-heading font-bold">{yearsOfLife(dog)}</p>
          <p className="text-title wrap-anywhere">{lifeLivedText(dog)}</p>
          <dl className="text-ink-soft *:*:inline">
            {days.map(([label, day]) => (
              <div key={label}>
                <dt>{label}</dt> <dd>{day}</dd>
              </div>
            ))}
          </dl>
        </div>
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone="sky">{sizeTraits[size].label}</Badge>
          {breed && <Badge tone="leaf">{breed}</Badge>}
          {change}
        </p>
        <Notes dog={dog} />
      </div>
      <div className={belowClasses}>
        <div className={`${besideClasses} gap-4 md:gap-6`}>
          {pictures.length > 0 && (
            <ul
              aria-label={`Photos of ${dog.name}`}
              className="flex flex-wrap items-start justify-center gap-4 pb-2 *:min-w-0 *:grow *:basis-[40%] *:odd:-rotate-1 *:even:rotate-1 max-sm:*:first:nth-last-[odd]:basis-full sm:*:max-w-84 sm:*:basis-40"
            >
              {pictures.map(({ day, photoUrl, photoFocus, line }) => (
                <li key={day} className="rounded-sm bg-(--art-white) p-2 text-(--art-tag-ink) shadow-card">
                  <DogPhoto
                    dog={{ ...dog, photoUrl, photoFocus }}
                    loading="lazy"
                    className="block aspect-4/3 w-full overflow-hidden rounded-sm sm:aspect-square"
                  />
                  <p className="px-1 pt-2 pb-1 text-sm wrap-anywhere">
                    {line && <strong className="block">{line}</strong>}
                    {formatLongDate(day)}
                  </p>
                </li>
              ))}
            </ul>
          )}
          <Disclosure title="Stamps" className={`self-start rounded-card bg-card px-5 ${offPaper}`}>
            {stamps}
          </Disclosure>
        </div>
        {parties}
      </div>
    </>
  );
}

function Notes({ dog: { id, notes }, className }: { dog: Dog; className?: string }) {
  if (!notes) return null;
  return (
    <section aria-labelledby={`notes-${id}`} className={classNames('rounded-card bg-card p-4 sm:px-5', className)}>
      <h2 id={`notes-${id}`} className="text-title">
        Notes
      </h2>
      <p className="mt-1 wrap-anywhere whitespace-pre-line">{notes}</p>
    </section>
  );
}

/** What it is and how old, in one line, and since when. */
function FactsLine({ dog, report }: { dog: Dog; report: BirthdayReport | null }) {
  const [how, when] = birthWords(dog);
  return (
    <dl className="[&>div:first-child:not(:last-child)]:inline [&>div:first-child:not(:last-child)]:after:content-['_·_'] [&>div:nth-child(2)]:inline [&_:is(dt,dd)]:inline">
      {report && (
        <>
          <div className="font-bold">
            <dt className="sr-only">Life stage</dt>
            <dd>{report.lifeStage}</dd>
          </div>
          <div>
            <dd>{dogYearsText(report)} </dd>
            <dt>dog years (actual age)</dt>
            {report.puppyAge && <dd>{` · ${report.puppyAge}`}</dd>}
          </div>
        </>
      )}
      <div>
        <dt>Born {how} </dt>
        <dd>{when}</dd>
      </div>
    </dl>
  );
}

/** Everything beside and below the photo. While the device's calendar is before the birthday, it shows no ages and no report. */
export function DogPageBody({
  report,
  ownParties,
  parties,
  change,
  question,
  portraits,
  stampedDay,
  soughtDay,
  onOpenStamp,
  ...actions
}: BodyProps) {
  const { dog, today } = actions;
  const planned = ownParties.map(({ id, title, celebrationDate }) => {
    const link = (
      <PageLink key={id} href={partyHash(id)} className={plannedClasses}>
        <strong>{title}</strong> is planned
      </PageLink>
    );
    return { date: celebrationDate, link };
  });
  const stamps = { dog, today, portraits, stampedDay, soughtDay, onOpenStamp };
  const year = <DogYear key={soughtDay} parties={ownParties} {...stamps} />;
  if (isInMemory(dog)) return <RememberedBody {...{ parties, change, portraits }} stamps={year} {...actions} />;
  return (
    <>
      <div className={classNames(columnClasses, report !== null && 'min-[110rem]:row-span-3')}>
        {/* Until the graduation the ticket says it. */}
        {report && !report.graduation && (
          <p className={`-mb-3 wrap-anywhere ${report.daysUntilBirthday === 0 ? displayClasses : ''}`}>
            {report.milestone}
          </p>
        )}
        <div className="grid gap-3">
          <FactsLine dog={dog} report={report} />
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone="sky">{sizeTraits[dog.size].label}</Badge>
            {dog.breed && <Badge tone="leaf">{dog.breed}</Badge>}
            {change}
          </p>
        </div>
        {report ? (
          <div className="grid gap-4">
            <Ticket report={report} heading={dog.name} planned={planned} />
            <ActionBar report={report} {...actions} />
          </div>
        ) : (
          <div className={barClasses}>
            <Button className={actionClasses} onClick={actions.onCelebrate}>
              <PartyHatIcon />
              Plan Party
            </Button>
            <Menu label={`More for ${dog.name}`}>
              <ChangeItems {...actions} />
            </Menu>
          </div>
        )}
        {question}
      </div>
      <div className={belowClasses}>
        {report && <div className={yearClasses}>{year}</div>}
        <div className="min-w-0 empty:hidden print:hidden">{parties}</div>
        <Notes
          dog={dog}
          className={`md:col-span-1! md:row-start-3 lg:row-start-4 ${report ? 'min-[110rem]:col-start-3!' : ''}`}
        />
        {report && <InNumbers dog={dog} today={today} />}
      </div>
    </>
  );
}
