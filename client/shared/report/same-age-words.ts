import { birthdayReport, humanYearsText } from '../../../domain/celebrations/birthday-report.ts';
import { type CalendarDate, formatFullDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { isAbout, type NamedDog } from '../../../domain/dogs/life.ts';
import type { SameAge } from '../../../domain/dogs/same-age.ts';
import { isolated } from '../../../domain/text/text.ts';
import type { CardToShare } from '../../cards/card-dialog.tsx';

/** The whole years of a person, as in "the same age, 38". */
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

/** The age of both on the day, after "They cross on this day". */
export function crossingAge(yearsOnDay: number | null): string {
  if (!yearsOnDay) return 'before the first birthday of either';
  return yearsOnDay === 1 ? 'at 1 year' : `at ${yearsOnDay} years`;
}

/** How old both are, and when they are the same age. */
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

/** One line on the card, which its maker may change. Short enough for one line of the narrowest style. */
const wishes = {
  today: 'Today we blow out the same candles.',
  past: 'Overtaken by a dog, and proud of it.',
  future: 'Wait for me with the cake.',
} as const;

/** The card of the day, or null where there is no day to celebrate. */
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
    content: {
      kicker: kickers[when],
      headline: dog.name,
      lines: [formatFullDate(day)],
      wish: wishes[when],
      seal: {
        top: yearsOnDay === 0 ? 'both under' : 'both',
        figure: String(yearsOnDay || 1),
        bottom: yearsOnDay > 1 ? 'years' : 'year',
      },
      size: dog.size,
    },
    alt: `Card with a picture of ${dog.name}: ${texts[when]}`,
    fileName: 'same-age-card.png',
    share: { title: `${dog.name} and I, the same age`, text: texts[when], url },
  };
}
