import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import { type BirthdayReport, birthdayReport, dogYearsText } from '../../../domain/celebrations/birthday-report.ts';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { CalculatorInput } from '../../../domain/dogs/calculator-draft.ts';
import { DogPlaceholder } from '../../art/dog-placeholder.tsx';
import { Flags } from '../../art/flags.tsx';
import { Tier } from '../../art/icing.tsx';
import { messages } from '../../copy/messages.ts';
import { Ticket } from '../../shared/report/figures.tsx';
import { YearsRosette } from '../../shared/report/years-rosette.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Reveal } from './reveal.tsx';
import './report.css';
import { calculatorPage } from '../../../addresses/addresses.ts';
import { birthdayCard } from '../../cards/celebration-cards.ts';
import { useBirthdayPicture } from '../../cards/use-birthday-picture.ts';
import { keepCalculatedDog } from '../../data/drafts/calculated-dog.ts';
import { InNumbers } from '../../shared/report/in-numbers.tsx';
import { reportWords, useSharing } from '../../shared/share/use-sharing.ts';
import { loadCard, OpenedDialog, useOpenDialog } from '../../shared/use-open-dialog.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { CameraIcon, PartyHatIcon, ShareIcon } from '../../ui/icons.tsx';
import { loadedPart } from '../../ui/loaded.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { TextToCopy } from '../../ui/text-to-copy.tsx';

const CalendarOffers = loadedPart(async () => {
  const [{ CalendarOffers }, { calculatedDogOffers }] = await Promise.all([
    import('../../shared/calendar/add-to-calendar.tsx'),
    import('../../shared/calendar/calendar-offers.ts'),
  ]);
  return ({ dog, today }: { dog: CalculatorInput; today: CalendarDate }) => (
    <CalendarOffers offers={calculatedDogOffers(dog, today)} className="-mx-3" />
  );
});

/** `isAskedFor`: whether the visitor has pressed Celebrate, so that the way takes the focus. */
function WayToTheParty({ dog, isAskedFor }: { dog: CalculatorInput; isAskedFor: boolean }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isAskedFor) link.current?.focus();
  }, [isAskedFor]);
  return (
    <div className="mt-34 grid justify-items-center gap-4 rounded-card bg-card p-5 pt-0 text-center dark:bg-apricot-wash">
      <DogPlaceholder
        dog={dog}
        className="-mt-38 h-38 w-72 bg-transparent! [&>.speck>[stroke*=white]]:stroke-(--art-sky)"
        isCelebrating
      />
      <p className="text-balance wrap-anywhere">
        <strong className="mb-1 block font-display text-heading">Ready when {dog.name} is.</strong> Plan the party, draw
        the invitation, ask the whole park.
      </p>
      <PageLink
        ref={link}
        href="/auth?join"
        className={classNames(buttonClasses('primary'), 'max-sm:w-full')}
        onFollow={() => keepCalculatedDog(dog, true)}
      >
        Plan Party
      </PageLink>
    </div>
  );
}

/** Only a visitor who makes a card needs this. */
const loadCardPhoto = () => import('./card-photo.ts');

type ReportActionsProps = {
  dog: CalculatorInput;
  report: BirthdayReport;
  onCelebrate: () => void;
};

export function ReportActions({ dog, report, onCelebrate }: ReportActionsProps) {
  const [isCelebrating, setIsCelebrating] = useState(false);
  // A visitor who has chosen a photo is shown the way on, too.
  const [hasPhoto, setHasPhoto] = useState(false);
  const isWayShown = isCelebrating || hasPhoto;
  const { open, opened } = useOpenDialog();
  const picture = useBirthdayPicture(dog, report);
  const words = reportWords(dog.name, report, `${window.location.origin}${calculatorPage}`);
  const { share, isWaiting, textToCopy } = useSharing(words, picture);

  async function choosePhoto(file: File | null) {
    await loadCardPhoto()
      .then(({ keepCardPhoto }) => keepCardPhoto(dog, file))
      .catch(() => undefined);
    // Only now, so that the way cannot be gone before the photo is kept.
    if (file) setHasPhoto(true);
  }

  async function makeCard() {
    const card = birthdayCard(dog, report, words.url);
    const photo = await loadCardPhoto()
      .then(({ cardPhotoOf }) => cardPhotoOf(dog))
      .catch(() => null);
    const onChoosePhoto = (file: File | null) => void choosePhoto(file);
    const title = `A Birthday Card for ${dog.name}`;
    open(loadCard, { title, card, dogName: dog.name, photo, onChoosePhoto });
  }

  function celebrate() {
    setIsCelebrating(true);
    onCelebrate();
  }

  return (
    <div className="mt-6 grid grid-cols-1 gap-4">
      <div className="mb-2 flex flex-wrap gap-3 *:flex-1 sm:grid sm:grid-cols-[2fr_1fr_1fr]">
        <Button
          variant={isWayShown ? 'secondary' : 'primary'}
          className="basis-full!"
          aria-busy={isWaiting}
          onClick={() => void share()}
        >
          <ShareIcon />
          Share
        </Button>
        <Button variant="secondary" onClick={() => void makeCard()}>
          <CameraIcon />
          Photo
        </Button>
        <Button variant="secondary" onClick={celebrate}>
          <PartyHatIcon />
          Celebrate
        </Button>
      </div>
      {textToCopy && <TextToCopy text={textToCopy} />}
      {isWayShown && <WayToTheParty dog={dog} isAskedFor={isCelebrating} />}
      <OpenedDialog opened={opened} />
    </div>
  );
}

export function ReportRows(props: { dog: CalculatorInput; today: CalendarDate }) {
  return (
    <div className="col-span-2 grid items-start gap-4 px-4 py-5 sm:p-7 lg:not-has-[>[open]]:grid-cols-2">
      <Disclosure title="Add to Calendar" className="rounded-card border-2 border-edge/50 bg-card px-5">
        <CalendarOffers {...props} />
      </Disclosure>
      <InNumbers {...props} />
    </div>
  );
}

type Reported = { dog: CalculatorInput; today: CalendarDate };

export function resultMessage({ dog, today }: Reported) {
  return messages.birthdayCalculated(dog.name, birthdayReport(dog, today));
}

/** To the left of the rosette, which covers no face there. */
const dogPlace =
  'block size-full overflow-visible pt-7 pe-(--beside) pb-10 [--beside:min(9rem,46vw)] sm:pb-12.5 sm:[--beside:min(13rem,34vw)] lg:[--beside:0px]';

/** Gives a new report an entry in the history, from which going back leads to the calculator. */
function useWayBack(isNew: boolean, onBack: () => void) {
  const returnToCalculator = useEffectEvent(() => {
    // A dialog over the report has its own entry.
    if (window.history.state?.wagdayReport) return;
    onBack();
  });

  useEffect(() => {
    if (!isNew) return;
    const { history } = window;
    if (!history.state?.wagdayReport) history.pushState({ ...history.state, wagdayReport: true }, '');
    const onBackOrForward = () => returnToCalculator();
    window.addEventListener('popstate', onBackOrForward);
    return () => window.removeEventListener('popstate', onBackOrForward);
  }, [isNew]);
}

function Facts({ report }: { report: BirthdayReport }) {
  return (
    <dl className="mt-1.5 mb-5 flex flex-wrap gap-x-1.5">
      <dt className="sr-only">Life stage</dt>
      <dd className="font-bold">{report.lifeStage}</dd>
      <div className="flex gap-x-1.5 before:content-['·']">
        <dt className="order-1">dog years (actual age)</dt>
        <dd className="font-bold">{dogYearsText(report)}</dd>
        {report.puppyAge && <dd className="order-2">{`· ${report.puppyAge}`}</dd>}
      </div>
    </dl>
  );
}

function Portrait({ dog, isToday }: { dog: CalculatorInput; isToday: boolean }) {
  return (
    <div className="relative h-60 overflow-hidden sm:h-72 lg:ms-7 lg:mt-7 lg:h-auto lg:rounded-card">
      <DogPlaceholder dog={dog} className={classNames(dogPlace, isToday && 'report-rays')} isCelebrating={isToday} />
      <Flags className="pointer-events-none absolute inset-x-0 top-0 h-14 w-full" />
      <Tier colour="apricot" className="absolute bottom-0 h-14 w-full" />
    </div>
  );
}

type ReportProps = Reported & {
  isNew: boolean;
  isRevealing: boolean;
  isShort: boolean;
  onRevealed: () => void;
  /** Returns to the calculator: the visitor has gone back from a new report. */
  onBack: () => void;
  onCelebrate: () => void;
};

/** The birthday report. A new one is scrolled to, and its number revealed: as a film, unless the visitor prefers reduced motion. */
export function Report({ dog, today, isNew, isRevealing, isShort, onRevealed, onBack, onCelebrate }: ReportProps) {
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  // Stays the same object while nothing changes, so that its picture is drawn once.
  const report = useMemo(() => birthdayReport(dog, today), [dog, today]);

  useWayBack(isNew, onBack);

  useEffect(() => {
    if (!isNew) return;
    // To its very edge, which `scrollIntoView` keeps away from toasts.
    window.scrollBy({ top: section.current?.getBoundingClientRect().top ?? 0, behavior: 'instant' });
    section.current?.focus({ preventScroll: true });
  }, [isNew]);

  function endReveal() {
    // The skip button is about to disappear. No other button gets its focus, because a key that skips may be pressed once more.
    if (document.activeElement?.matches('.reveal-skip')) section.current?.focus({ preventScroll: true });
    onRevealed();
  }

  function goToReport() {
    heading.current?.closest('.report')?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }

  return (
    <section ref={section} tabIndex={-1} aria-labelledby={headingId} className="col-span-full -mx-4 sm:-mx-6 lg:mx-0">
      {isNew && (
        <Reveal
          dog={dog}
          today={today}
          report={report}
          isPlaying={isRevealing}
          isShort={isShort}
          onEnd={endReveal}
          onReport={goToReport}
        />
      )}
      <div className="report mx-auto my-8 max-w-3xl overflow-hidden rounded-card bg-apricot-wash -scroll-mt-12 lg:grid sm:w-[calc(100%-3rem)] lg:max-w-[calc(var(--container-page)-3rem)] lg:grid-cols-[2fr_3fr] dark:bg-card">
        <Portrait dog={dog} isToday={report.daysUntilBirthday === 0} />
        <div className="px-4 sm:px-7 lg:pb-2">
          <div className="pointer-events-none relative bottom-3 float-end -mt-40 -me-2 sm:bottom-0 sm:ms-4 sm:me-0 lg:ms-8 lg:mt-5">
            <YearsRosette isLarge report={report} className="relative animate-pop" />
          </div>
          <h3
            id={headingId}
            ref={heading}
            tabIndex={-1}
            className="text-heading wrap-anywhere max-sm:clear-both sm:pt-6"
          >
            {dog.name}'s Birthday Report
          </h3>
          <p className="mt-1.5 wrap-anywhere">{report.milestone}</p>
          <Facts report={report} />
          <Ticket report={report} heading={dog.name} />
          <ReportActions dog={dog} report={report} onCelebrate={onCelebrate} />
        </div>
        <ReportRows dog={dog} today={today} />
      </div>
    </section>
  );
}
