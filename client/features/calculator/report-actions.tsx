import { useEffect, useRef, useState } from 'react';
import { calculatorPage } from '../../../addresses/addresses.ts';
import type { BirthdayReport } from '../../../domain/celebrations/birthday-report.ts';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { CalculatorInput } from '../../../domain/dogs/calculator-draft.ts';
import type { CardDialog } from '../../cards/card-editor.tsx';
import type { birthdayCard } from '../../cards/celebration-cards.ts';
import { useBirthdayPicture } from '../../cards/use-birthday-picture.ts';
import { messages } from '../../copy/messages.ts';
import { loadCalendar } from '../../shared/calendar/load-calendar.ts';
import { InNumbers } from '../../shared/report/in-numbers.tsx';
import { reportWords, useSharing } from '../../shared/share/use-sharing.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { CakeIcon, PartyHatIcon, ShareIcon } from '../../ui/icons.tsx';
import { loadedPart } from '../../ui/loaded.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import { showError } from '../../ui/toaster.tsx';

const CalendarOffers = loadedPart(async () => {
  const { CalendarOffers, calculatedDogOffers } = await loadCalendar();
  return ({ dog, today }: { dog: CalculatorInput; today: CalendarDate }) => (
    <CalendarOffers offers={calculatedDogOffers(dog, today)} />
  );
});

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
  const picture = useBirthdayPicture(dog, report);
  const words = reportWords(dog.name, report, `${window.location.origin}${calculatorPage}`);
  const { share, isWaiting, textToCopy } = useSharing(words, picture);

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
        <Button
          variant={isCelebrating ? 'secondary' : 'primary'}
          className="col-span-full sm:col-span-1"
          aria-busy={isWaiting}
          onClick={() => void share()}
        >
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
      {textToCopy && <TextToCopy text={textToCopy} />}
      {isCelebrating && <WayToTheParty dogName={dog.name} />}
      <Disclosure title="Add to Calendar" className="rounded-card border-2 border-edge/50 bg-card px-5">
        <CalendarOffers dog={dog} today={today} />
      </Disclosure>
      <InNumbers dog={dog} today={today} />
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
