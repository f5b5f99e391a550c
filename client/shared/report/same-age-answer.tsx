import { celebratesOn, daysToGo, daysToGoText } from '../../../domain/celebrations/celebrations.ts';
import { type CalendarDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { ageOn, exactHumanYears } from '../../../domain/dogs/age.ts';
import { personAgeAt, type SameAge, sameAge } from '../../../domain/dogs/same-age.ts';
import { isolated } from '../../../domain/text/text.ts';
import { CalendarLeaf } from '../../art/calendar-leaf.tsx';
import { useOpenCard } from '../../cards/use-open-card.tsx';
import { HumanYearsChart } from '../../charts/human-years-chart.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { CakeIcon } from '../../ui/icons.tsx';
import { chartPhotoOf, type PicturedDog } from './pictured-dog.ts';
import { crossingAge, sameAgeCard, sameAgeWords } from './same-age-words.ts';

type Compared = { dog: PicturedDog; birthday: CalendarDate; today: CalendarDate };

/** The answer in words. */
export function SameAgeSentence({ dog, birthday, today }: Compared) {
  const comparison = sameAge(dog, birthday, today);
  const { ages, turn } = sameAgeWords(dog, comparison, today);
  return (
    <div className="mt-3 flex items-center gap-4">
      {comparison.day && <CalendarLeaf date={comparison.day} isToday={comparison.when === 'today'} />}
      <p tabIndex={-1} className="min-w-0 rounded-field wrap-anywhere">
        {ages} <strong>{turn}</strong>
        {comparison.when === 'future' && comparison.day && (
          <span className="block text-sm text-ink-soft">{daysToGoText(daysToGo(comparison.day, today))}</span>
        )}
      </p>
    </div>
  );
}

function SameAgeTable({ dog, birthday, today, day }: Compared & { day: CalendarDate | null }) {
  // To one decimal: rounded to whole years, the two would differ on the very day.
  const cellsOn = (day: CalendarDate) =>
    [ageOn(birthday, day).years, exactHumanYears(ageOn(dog.birthDate, day).years, dog.size)].map((age) =>
      age.toFixed(1),
    );
  const start = birthday > dog.birthDate ? birthday : dog.birthDate;
  const rows = [
    { on: start, head: formatLongDate(start) },
    { on: today, head: 'Today' },
    ...(day && day !== today && day !== start ? [{ on: day, head: formatLongDate(day) }] : []),
  ].sort((one, other) => (one.on < other.on ? -1 : 1));
  return (
    <DataTable
      caption={`Your age and the human years of ${isolated(dog.name)}`}
      columns={['Day', 'You', 'Human years']}
      rows={rows.map(({ head, on }) => ({ head, cells: cellsOn(on), isMarked: on === today }))}
    />
  );
}

function chartWords(dog: PicturedDog, { when, day, yearsOnDay }: SameAge): string {
  const lines = `Two lines over the life of ${isolated(dog.name)}: the human years of the dog, which rise fast, and your age.`;
  if (!day || when === 'always older') return `${lines} They do not cross.`;
  return `${lines} They cross on ${formatLongDate(day)}, ${crossingAge(yearsOnDay)}.`;
}

/** The two lines, their table, the card of the day and the way to forget the birthday. */
export function SameAgeChart({ dog, birthday, today, onForget }: Compared & { onForget: () => void }) {
  const [openCard, openedCard] = useOpenCard();
  const comparison = sameAge(dog, birthday, today);
  const card = sameAgeCard(dog, comparison, `${window.location.origin}/`);
  const { years } = ageOn(dog.birthDate, today);
  const crossing =
    comparison.day && comparison.when !== 'always older' ? ageOn(dog.birthDate, comparison.day).years : null;

  return (
    <div className="mt-5 grid grid-cols-1 gap-3">
      <HumanYearsChart
        label={chartWords(dog, comparison)}
        size={dog.size}
        photo={chartPhotoOf(dog)}
        isCelebrating={celebratesOn(dog, today)}
        today={{ years, humanYears: exactHumanYears(years, dog.size) }}
        curves={['wagday']}
        person={{ name: 'You', ageAtBirth: personAgeAt(birthday, dog.birthDate), crossing }}
      />
      <Disclosure title="The Two Lines as a Table" className="">
        <SameAgeTable dog={dog} birthday={birthday} today={today} day={comparison.day} />
      </Disclosure>
      <div className="flex flex-wrap gap-x-4 gap-y-3">
        {card && (
          <Button
            look="secondary"
            onClick={() =>
              void openCard({
                title: `A Card for You and ${dog.name}`,
                card,
                dogName: dog.name,
                photo: dog.photoUrl ?? null,
                focus: dog.photoFocus ?? null,
              })
            }
          >
            <CakeIcon />
            Make a Card
          </Button>
        )}
        <Button look="quiet" className="-ms-4 ps-4" onClick={onForget}>
          Forget My Birthday
        </Button>
      </div>
      {openedCard}
    </div>
  );
}
