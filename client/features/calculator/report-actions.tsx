import { useEffect, useRef, useState } from 'react';
import type { BirthdayReport } from '../../../domain/celebrations/birthday-report.ts';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { CalculatorInput } from '../../../domain/dogs/calculator-draft.ts';
import type { CardDialog } from '../../cards/card-editor.tsx';
import type { birthdayCard } from '../../cards/celebration-cards.ts';
import { useBirthdayPicture } from '../../cards/use-birthday-picture.ts';
import { messages } from '../../copy/messages.ts';
import { type CalendarCode, loadCalendar } from '../../shared/calendar/load-calendar.ts';
import type { ShareRow } from '../../shared/share/share-row.tsx';
import { reportWords, useSharing } from '../../shared/share/use-sharing.ts';
import { Button, buttonClasses, linkClasses } from '../../ui/button.tsx';
import { CakeIcon, PartyHatIcon, ShareIcon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import { showError } from '../../ui/toaster.tsx';

/** Offers a calculated dog's celebrations for a calendar. Loads the code on demand. */
function ReportCalendar({ dog, today }: { dog: CalculatorInput; today: CalendarDate }) {
  const [code, setCode] = useState<CalendarCode | null>(null);
  const [isOpen, setIsOpen] = useState(false);

  async function toggle() {
    try {
      setCode(await loadCalendar());
      setIsOpen(!isOpen);
    } catch {
      showError(messages.couldNotLoadCalendar);
    }
  }

  return (
    <div>
      <button type="button" aria-expanded={isOpen} className={`-ms-1 ${linkClasses}`} onClick={() => void toggle()}>
        Add to Calendar
      </button>
      {code && isOpen && <code.CalendarOffers offers={code.calculatedDogOffers(dog, today)} />}
    </div>
  );
}

function WayToTheParty({ dogName }: { dogName: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <div className="grid justify-items-center gap-3 rounded-card bg-card p-5 text-center">
      <p className="wrap-anywhere">Ready when {dogName} is: plan the party, draw the invitation, ask the whole park.</p>
      <PageLink ref={link} href="/auth?join" className={buttonClasses('primary')}>
        Plan the Party
      </PageLink>
    </div>
  );
}

/** Loads the places to share after the report is shown. If loading fails, the report does without them. */
function useShareRow(): typeof ShareRow | null {
  const [Row, setRow] = useState<typeof ShareRow | null>(null);
  useEffect(() => {
    import('../../shared/share/share-row.tsx').then(
      ({ ShareRow }) => setRow(() => ShareRow),
      () => undefined,
    );
  }, []);
  return Row;
}

type CardParts = { Dialog: typeof CardDialog; cardOf: typeof birthdayCard };

/** The actions of a report: share it, put it on a card, celebrate it. */
export function ReportActions({
  dog,
  today,
  report,
  onCelebrate,
}: {
  dog: CalculatorInput;
  today: CalendarDate;
  report: BirthdayReport;
  onCelebrate: () => void;
}) {
  const [isCelebrating, setIsCelebrating] = useState(false);
  const [card, setCard] = useState<CardParts | null>(null);
  const Row = useShareRow();
  const picture = useBirthdayPicture(dog, report);
  const words = reportWords(dog.name, report, `${window.location.origin}/`);
  const { share, copy, isWaiting, textToCopy } = useSharing(words, picture);

  async function openCard() {
    try {
      // Loaded on demand, because most visitors only calculate.
      const [{ CardDialog }, { birthdayCard }] = await Promise.all([
        import('../../cards/card-editor.tsx'),
        import('../../cards/celebration-cards.ts'),
      ]);
      setCard({ Dialog: CardDialog, cardOf: birthdayCard });
    } catch {
      showError(messages.cardFailed);
    }
  }

  function celebrate() {
    setIsCelebrating(true);
    onCelebrate();
  }

  return (
    <div className="mt-6 grid grid-cols-1 gap-4">
      <div className="grid grid-cols-2 gap-3 max-[22.5rem]:grid-cols-1 sm:grid-cols-[2fr_1fr_1fr]">
        <Button className="col-span-full sm:col-span-1" aria-busy={isWaiting} onClick={() => void share()}>
          <ShareIcon />
          Share
        </Button>
        <Button variant="secondary" onClick={() => void openCard()}>
          <CakeIcon />
          Photo
        </Button>
        <Button variant="secondary" onClick={celebrate}>
          <PartyHatIcon />
          Celebrate
        </Button>
      </div>
      {/* Reserves the height of the places, so that nothing moves when they arrive. Small phones need two rows. */}
      <div className="@container">
        <div className="min-h-33 @min-[18.5rem]:min-h-16">
          {Row && <Row words={words} picture={picture} copy={(done) => void copy(done)} />}
        </div>
      </div>
      {textToCopy && <TextToCopy text={textToCopy} />}
      <ReportCalendar dog={dog} today={today} />
      {isCelebrating && <WayToTheParty dogName={dog.name} />}
      {card && (
        <card.Dialog
          title={`A Birthday Card for ${dog.name}`}
          card={card.cardOf(dog, report, words.url)}
          dogName={dog.name}
          onClose={() => setCard(null)}
        />
      )}
    </div>
  );
}
