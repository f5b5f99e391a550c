import type { Graduation } from '../../domain/celebrations/celebrations.ts';
import { formatFullDate } from '../../domain/dates/calendar-date.ts';
import type { DogSize } from '../../domain/dogs/size.ts';
import { isolated } from '../../domain/text/text.ts';
import type { CardToShare } from './card-to-share.ts';

/** The card of a puppy that is half a year old. `url` is the page that a shared card leads to. */
export function graduationCard(
  { name, size }: { name: string; size: DogSize },
  { date, isAbout }: Graduation,
  url: string,
): CardToShare {
  const half = `${isAbout ? 'about ' : ''}half a year`;
  return {
    content: {
      kicker: 'Happy graduation,',
      headline: name,
      lines: [formatFullDate(date)],
      wish: 'Top marks in naps and cuddles.',
      seal: { ...(isAbout && { top: 'about' }), figure: '½', bottom: 'year old' },
      size,
      name,
    },
    alt: `Graduation card with a picture of ${name}: ${half} old on ${formatFullDate(date)}`,
    fileName: 'graduation-card.png',
    share: {
      title: `${name}'s graduation card`,
      text: `${isolated(name)} is ${half} old, and a puppy graduate!`,
      url,
    },
  };
}
