import type { GotchaDay } from '../../domain/celebrations/celebrations.ts';
import { formatFullDate } from '../../domain/dates/calendar-date.ts';
import type { DogSize } from '../../domain/dogs/size.ts';
import { isolated } from '../../domain/text/text.ts';
import type { CardToShare } from './card-to-share.ts';

/** The card of the day on which a dog came home. `url` is the page that a shared card leads to. */
export function gotchaCard(
  { name, size }: { name: string; size: DogSize },
  { date, anniversary }: GotchaDay,
  url: string,
): CardToShare {
  const years = anniversary === 1 ? 'year' : 'years';
  return {
    content: {
      kicker: 'Happy gotcha day,',
      headline: name,
      lines: [formatFullDate(date)],
      wish: 'Home is where the wag is.',
      seal: { figure: String(anniversary), bottom: `${years} at home` },
      size,
      name,
    },
    alt: `Gotcha day card with a picture of ${name}: ${anniversary} ${years} at home on ${formatFullDate(date)}`,
    fileName: 'gotcha-day-card.png',
    share: {
      title: `${name}'s gotcha day card`,
      text: `${isolated(name)} came home ${anniversary} ${years} ago today!`,
      url,
    },
  };
}
