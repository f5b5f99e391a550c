import {
  type BirthdayReport,
  humanYearsText,
  humanYearsUnit,
  qualifierOf,
  reportShareText,
} from '../../domain/celebrations/birthday-report.ts';
import { formatFullDate, formatLongDate } from '../../domain/dates/calendar-date.ts';
import type { LifeStage } from '../../domain/dogs/age.ts';
import { fileNameOf } from '../../domain/text/text.ts';
import { type CardContent, type CardToShare, contentFor, type DrawnDog } from './card.ts';

/** What differs between the cards of celebrations. `alt` follows "a picture of Luna:". */
type CelebrationWords = Omit<CardContent, 'headline' | 'size'> & {
  occasion: 'birthday' | 'gotcha day' | 'graduation';
  alt: string;
  text: string;
};

/** The card of a celebration, ready for the card dialog. `url` is the page that a shared card leads to. */
export function celebrationCard(dog: DrawnDog, { occasion, alt, text, ...words }: CelebrationWords, url: string) {
  const kind = `${occasion.charAt(0).toUpperCase()}${occasion.slice(1)}`;
  return {
    content: contentFor(dog, words),
    alt: `${kind} card with a picture of ${dog.name}: ${alt}`,
    fileName: fileNameOf(`${dog.name} ${occasion} card`, 'png'),
    share: { title: `${dog.name}'s ${occasion} card`, text, url },
  };
}

/** A wish for the dog's stage of life, for days other than its birthday. Short enough for one line. */
const wishes = {
  'Newborn Puppy': 'May every nap end in a cuddle.',
  'Growing Puppy': 'May every shoe be yours to find.',
  'Adolescent Dog': 'May every stick be bigger than you.',
  'Adult Dog': 'May the ball always come back.',
  'Mature Adult': 'May every walk be the long one.',
  'Senior Dog': 'May the sunny spot always be yours.',
} as const satisfies Record<LifeStage, string>;

export function birthdayCard(dog: DrawnDog, report: BirthdayReport, url: string): CardToShare {
  const isToday = report.daysUntilBirthday === 0;
  const qualifier = qualifierOf(report);
  const date = formatFullDate(report.nextBirthdayDate);
  const words = {
    kicker: isToday ? 'Happy birthday,' : 'Hooray for',
    lines: [isToday ? date : `Next party: ${formatLongDate(report.nextBirthdayDate)}`],
    wish: isToday ? 'May every day have cake in it.' : wishes[report.lifeStage],
    seal: { ...(qualifier && { top: qualifier }), figure: String(report.humanYears), bottom: humanYearsUnit(report) },
    alt: `${humanYearsText(report)} in human years, next party on ${date}`,
    text: reportShareText(dog.name, report),
  };
  return celebrationCard(dog, { occasion: 'birthday', ...words }, url);
}
