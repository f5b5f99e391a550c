import type { BirthdayReport } from '../../../domain/celebrations/birthday-report.ts';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { birthdayCard } from '../../cards/birthday-card.ts';
import { useBirthdayPicture } from '../../cards/use-birthday-picture.ts';
import { useOpenCard } from '../../cards/use-open-card.tsx';
import type { Dog } from '../../data/records/dogs.ts';
import { AddToCalendar } from '../../shared/calendar/add-to-calendar.tsx';
import { dogCalendarOffers } from '../../shared/calendar/calendar-offers.ts';
import { reportWords } from '../../shared/share/report-words.ts';
import { ShareRow } from '../../shared/share/share-row.tsx';
import { useSharing } from '../../shared/share/use-sharing.ts';
import { Button } from '../../ui/button.tsx';
import { CakeIcon, PartyHatIcon, PencilIcon, ShareIcon } from '../../ui/icons.tsx';
import { TextToCopy } from '../../ui/text-to-copy.tsx';

type Actions = { dog: Dog; today: CalendarDate; onEdit: () => void; onPlan: () => void };

const rowClasses = 'flex flex-wrap gap-2 *:flex-1 *:px-3 *:whitespace-nowrap';

function PlanButton({ isMain, onPlan }: { isMain: boolean; onPlan: () => void }) {
  return (
    <Button look={isMain ? 'primary' : 'secondary'} size={isMain ? 'large' : 'regular'} onClick={onPlan}>
      <PartyHatIcon />
      Plan Party
    </Button>
  );
}

function EditButton({ onEdit }: { onEdit: () => void }) {
  return (
    <Button look="secondary" onClick={onEdit}>
      <PencilIcon />
      Edit
    </Button>
  );
}

/** Planning a party is the main thing; on the day of a celebration, which is rather late for a plan, it is the card. */
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
      look={isToday ? 'primary' : 'secondary'}
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
        <Button look="secondary" aria-busy={isWaiting} onClick={() => void share()}>
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

/** What can be done from a dog's page. Of a dog that is not born yet there is nothing to share. */
export function DogPageActions({ report, ...actions }: Actions & { report: BirthdayReport | null }) {
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
