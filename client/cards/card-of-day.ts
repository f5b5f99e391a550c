import { birthdayReport } from '../../domain/celebrations/birthday-report.ts';
import { celebrationOn, type GotchaDay, type Graduation } from '../../domain/celebrations/celebrations.ts';
import { type CalendarDate, formatFullDate } from '../../domain/dates/calendar-date.ts';
import type { Life, NamedDog } from '../../domain/dogs/life.ts';
import { isolated } from '../../domain/text/text.ts';
import type { CardToShare, DrawnDog } from './card.ts';
import { birthdayCard, celebrationCard } from './celebration-cards.ts';

function gotchaCard(dog: DrawnDog, { date, anniversary }: GotchaDay, url: string): CardToShare {
  const years = anniversary === 1 ? 'year' : 'years';
  const words = {
    kicker: 'Happy gotcha day,',
    lines: [formatFullDate(date)],
    wish: 'Home is where the wag is.',
    seal: { figure: String(anniversary), bottom: `${years} at home` },
    alt: `${anniversary} ${years} at home on ${formatFullDate(date)}`,
    text: `${isolated(dog.name)} came home ${anniversary} ${years} ago today!`,
  };
  return celebrationCard(dog, { occasion: 'gotcha day', ...words }, url);
}

function graduationCard(dog: DrawnDog, { date, isAbout }: Graduation, url: string): CardToShare {
  const half = `${isAbout ? 'about ' : ''}half a year`;
  const words = {
    kicker: 'Happy graduation,',
    lines: [formatFullDate(date)],
    wish: 'Top marks in naps and cuddles.',
    seal: { ...(isAbout && { top: 'about' }), figure: '½', bottom: 'year old' },
    alt: `${half} old on ${formatFullDate(date)}`,
    text: `${isolated(dog.name)} is ${half} old, and a puppy graduate!`,
  };
  return celebrationCard(dog, { occasion: 'graduation', ...words }, url);
}

/** The card of what a dog celebrates today, or else of its next birthday. `title` names it for its page. */
export function cardOfDay(dog: NamedDog & Life, today: CalendarDate, url: string) {
  const celebration = celebrationOn(dog, today);
  if (celebration?.kind === 'gotcha day')
    return { title: `A Gotcha Day Card for ${dog.name}`, card: gotchaCard(dog, celebration, url) };
  if (celebration?.kind === 'puppy graduation')
    return { title: `A Graduation Card for ${dog.name}`, card: graduationCard(dog, celebration, url) };
  return {
    title: `A Birthday Card for ${dog.name}`,
    card: birthdayCard(dog, birthdayReport(dog, today), url),
  };
}
