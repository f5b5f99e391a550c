import { useEffect, useRef, useState } from 'react';
import { calculatorPage } from '../../../addresses/addresses.ts';
import type { BirthdayReport } from '../../../domain/celebrations/birthday-report.ts';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { CalculatorInput } from '../../../domain/dogs/calculator-draft.ts';
import { DogPlaceholder } from '../../art/dog-placeholder.tsx';
import { birthdayCard } from '../../cards/celebration-cards.ts';
import { useBirthdayPicture } from '../../cards/use-birthday-picture.ts';
import { keepCalculatedDog } from '../../data/drafts/calculated-dog.ts';
import { InNumbers } from '../../shared/report/in-numbers.tsx';
import { reportWords, useSharing } from '../../shared/share/use-sharing.ts';
import { useOpenCard } from '../../shared/use-open-dialog.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
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

/** The actions of a report: share it, put it on a card, celebrate it. */
export function ReportActions({
  dog,
  report,
  onCelebrate,
}: {
  dog: CalculatorInput;
  report: BirthdayReport;
  onCelebrate: () => void;
}) {
  const [isCelebrating, setIsCelebrating] = useState(false);
  // A visitor who has chosen a photo is shown the way on, too.
  const [hasPhoto, setHasPhoto] = useState(false);
  const isWayShown = isCelebrating || hasPhoto;
  const [openCard, openedCard] = useOpenCard();
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
    await openCard({ title, card, dogName: dog.name, photo, onChoosePhoto });
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
      {openedCard}
    </div>
  );
}

/** What is folded below the report and its actions. */
export function ReportRows(props: { dog: CalculatorInput; today: CalendarDate }) {
  return (
    <div className="col-span-2 grid items-start gap-4 px-4 py-5 sm:p-7 lg:grid-cols-2 lg:[&>[open]]:col-span-2">
      <Disclosure title="Add to Calendar" className="rounded-card border-2 border-edge/50 bg-card px-5">
        <CalendarOffers {...props} />
      </Disclosure>
      <InNumbers {...props} />
    </div>
  );
}
