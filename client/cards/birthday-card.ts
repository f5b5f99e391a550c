import {
  type BirthdayReport,
  humanYearsText,
  qualifierOf,
  reportShareText,
} from '../../domain/celebrations/birthday-report.ts';
import { formatFullDate } from '../../domain/dates/calendar-date.ts';
import type { LifeStage } from '../../domain/dogs/life-stage.ts';
import type { DogSize } from '../../domain/dogs/size.ts';
import type { CardToShare } from './card-to-share.ts';
import type { CardContent } from './drawing/draw-card.ts';

/** A wish for the dog's stage of life, where it is nobody's birthday. Short enough for one line. */
const wishes = {
  'Newborn Puppy': 'May every nap end in a cuddle.',
  'Growing Puppy': 'May every shoe be yours to find.',
  'Adolescent Dog': 'May every stick be bigger than you.',
  'Adult Dog': 'May the ball always come back.',
  'Mature Adult': 'May every walk be the long one.',
  'Senior Dog': 'May the sunny spot always be yours.',
} as const satisfies Record<LifeStage, string>;

/** The words and figures on the birthday card. */
function contentOf(dog: { name: string; size: DogSize }, report: BirthdayReport): CardContent {
  const isToday = report.daysUntilBirthday === 0;
  const qualifier = qualifierOf(report);
  const date = formatFullDate(report.nextBirthdayDate);
  return {
    kicker: isToday ? 'Happy birthday,' : 'Hooray for',
    headline: dog.name,
    lines: [isToday ? date : `Next party: ${date}`],
    wish: isToday ? 'May every day have cake in it.' : wishes[report.lifeStage],
    seal: {
      ...(qualifier && { top: qualifier }),
      figure: String(report.humanYears),
      bottom: 'human years',
    },
    size: dog.size,
    name: dog.name,
  };
}

function altOf(dogName: string, report: BirthdayReport): string {
  const date = formatFullDate(report.nextBirthdayDate);
  return `Birthday card with a picture of ${dogName}: ${humanYearsText(report)} in human years, next party on ${date}`;
}

/** The birthday card of a dog, ready for the card dialog. `url` is the page that a shared card leads to. */
export function birthdayCard(dog: { name: string; size: DogSize }, report: BirthdayReport, url: string): CardToShare {
  return {
    content: contentOf(dog, report),
    alt: altOf(dog.name, report),
    fileName: 'birthday-card.png',
    share: { title: `${dog.name}'s birthday card`, text: reportShareText(dog.name, report), url },
  };
}
