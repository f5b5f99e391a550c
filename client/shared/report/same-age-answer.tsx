import { calculatorPage } from '../../../addresses/addresses.ts';
import { birthdayReport, humanYearsText } from '../../../domain/celebrations/birthday-report.ts';
import { celebratesOn, daysToGo, daysToGoText } from '../../../domain/celebrations/celebrations.ts';
import { type CalendarDate, formatFullDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { ageOn, exactHumanYears } from '../../../domain/dogs/age.ts';
import { isAbout, type NamedDog } from '../../../domain/dogs/life.ts';
import type { PhotoFocus } from '../../../domain/dogs/photo-focus.ts';
import { personAgeAt, type SameAge, sameAge } from '../../../domain/dogs/same-age.ts';
import { isolated } from '../../../domain/text/text.ts';
import { CalendarLeaf } from '../../art/calendar-leaf.tsx';
import { coatClasses, coatOf } from '../../art/coats.ts';
import { type CardToShare, contentFor } from '../../cards/card.ts';
import { type ChartPhoto, HumanYearsChart } from '../../charts/human-years-chart.tsx';
import { Button } from '../../ui/button.tsx';
import { CardIcon } from '../../ui/card-icon.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { useOpenCard } from '../use-open-dialog.tsx';

/** Returns the whole years of a person, as in "the same age, 38". */
function yearsText(yearsOnDay: number | null): string {
  return yearsOnDay ? String(yearsOnDay) : 'not yet 1';
}

function turnOf(name: string, { when, day, yearsOnDay }: SameAge, isGuess: boolean): string {
  if (when === 'today') return `Today you are ${isGuess ? 'about' : 'exactly'} the same age!`;
  if (when === 'never' || day === null) return `${name} will not catch up with you. You keep your head start.`;
  if (when === 'always older') return `${name} has been the older one since the day you were born.`;
  const on = `${isGuess ? 'about' : 'on'} ${formatLongDate(day)}`;
  if (when === 'past') return `${name} overtook you ${on}.`;
  return `You'll be the same age ${on}: ${yearsText(yearsOnDay)}, both of you.`;
}

/** Returns the age of both on the day, to follow "They cross on this day". */
function crossingAge(yearsOnDay: number | null): string {
  if (!yearsOnDay) return 'before the first birthday of either';
  return yearsOnDay === 1 ? 'at 1 year' : `at ${yearsOnDay} years`;
}

/** Says how old both are, and when they are the same age. */
export function sameAgeWords(dog: NamedDog, comparison: SameAge, today: CalendarDate) {
  const name = isolated(dog.name);
  return {
    ages: `You're ${yearsText(comparison.personYears)}, ${name} is ${humanYearsText(birthdayReport(dog, today))} in human years.`,
    turn: turnOf(name, comparison, isAbout(dog)),
  };
}

const kickers = {
  today: 'The same age today:',
  past: 'Once the same age:',
  future: 'Soon the same age:',
} as const;

/** One line on the card, which the owner may change. It fits one line of the narrowest style. */
const wishes = {
  today: 'Today we blow out the same candles.',
  past: 'Overtaken by a dog, and proud of it.',
  future: 'Wait for me with the cake.',
} as const;

/** Returns the card of the day, or null if there is no day to celebrate. */
export function sameAgeCard(dog: NamedDog, { when, day, yearsOnDay }: SameAge, url: string): CardToShare | null {
  if (!day || yearsOnDay === null || when === 'never' || when === 'always older') return null;
  const date = formatLongDate(day);
  const name = isolated(dog.name);
  const on = isAbout(dog) ? 'about' : 'on';
  const years = yearsText(yearsOnDay);
  const texts = {
    today: `${name} and I are ${isAbout(dog) ? 'about ' : ''}the same age today: ${years}!`,
    past: `${name} and I were the same age, ${years}, ${on} ${date}. ${name} is the older one now.`,
    future: `${name} and I will be the same age, ${years}, ${on} ${date}.`,
  };
  return {
    content: contentFor(dog, {
      kicker: kickers[when],
      lines: [formatFullDate(day)],
      wish: wishes[when],
      seal: {
        top: yearsOnDay === 0 ? 'both under' : 'both',
        figure: String(yearsOnDay || 1),
        bottom: yearsOnDay > 1 ? 'years' : 'year',
      },
    }),
    alt: `Card with a picture of ${dog.name}: ${texts[when]}`,
    fileName: 'same-age-card.png',
    share: { title: `${dog.name} and I, the same age`, text: texts[when], url },
  };
}

/** A dog of the calculator, which has no photo, or one of the pack, which may have one. */
export type PicturedDog = NamedDog & {
  photoUrl?: string | null;
  /** Where its face is in that photo. */
  photoFocus?: PhotoFocus | null;
  breed?: string | null;
};

export function chartPhotoOf({ photoUrl, photoFocus }: PicturedDog): ChartPhoto | null {
  return photoUrl ? { url: photoUrl, focus: photoFocus ?? null } : null;
}

type Compared = { dog: PicturedDog; birthday: CalendarDate; today: CalendarDate };

export function SameAgeSentence({ dog, birthday, today }: Compared) {
  const comparison = sameAge(dog, birthday, today);
  const { ages, turn } = sameAgeWords(dog, comparison, today);
  return (
    <div className="mt-3 flex items-center gap-4">
      {comparison.day && <CalendarLeaf hasYear date={comparison.day} isToday={comparison.when === 'today'} />}
      <p tabIndex={-1} className="min-w-0 rounded-field wrap-anywhere">
        <strong className="mb-1 block font-display text-heading">{turn}</strong> {ages}
        {comparison.when === 'future' && comparison.day && (
          <span className="block text-sm text-ink-soft">{daysToGoText(daysToGo(comparison.day, today))}</span>
        )}
      </p>
    </div>
  );
}

function SameAgeTable({ dog, birthday, today, day }: Compared & { day: CalendarDate | null }) {
  // To one decimal, because rounded to whole years the two would differ on the very day.
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

/** The two lines, their table, the card of the day and a button that forgets the birthday. */
export function SameAgeChart({ dog, birthday, today, onForget }: Compared & { onForget: () => void }) {
  const [openCard, openedCard] = useOpenCard();
  const comparison = sameAge(dog, birthday, today);
  const card = sameAgeCard(dog, comparison, `${window.location.origin}${calculatorPage}`);
  const { years } = ageOn(dog.birthDate, today);
  const crossing =
    comparison.day && comparison.when !== 'always older' ? ageOn(dog.birthDate, comparison.day).years : null;

  return (
    <div className={classNames('mt-11 grid grid-cols-1 gap-3', coatClasses(dog.size, coatOf(dog)))}>
      <HumanYearsChart
        label={chartWords(dog, comparison)}
        size={dog.size}
        photo={chartPhotoOf(dog)}
        isCelebrating={celebratesOn(dog, today)}
        today={{ years, humanYears: exactHumanYears(years, dog.size) }}
        person={{ name: 'You', ageAtBirth: personAgeAt(birthday, dog.birthDate), crossing }}
      />
      <Disclosure title="See the numbers" className="">
        <SameAgeTable dog={dog} birthday={birthday} today={today} day={comparison.day} />
      </Disclosure>
      <div className="flex flex-wrap gap-x-4 gap-y-3">
        {card && (
          <Button
            variant="secondary"
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
            <CardIcon />
            Make a Card
          </Button>
        )}
        <Button variant="quiet" className="px-0!" onClick={onForget}>
          Forget My Birthday
        </Button>
      </div>
      {openedCard}
    </div>
  );
}
