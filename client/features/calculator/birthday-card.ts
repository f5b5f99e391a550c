import { type BirthdayReport, humanYearsText } from '../../../domain/birthday-report.ts';
import { formatLongDate } from '../../../domain/calendar-date.ts';
import type { DogSize } from '../../../domain/size.ts';
import type { CardContent } from '../../ui/card/draw-card.ts';

/** The birthday card of a dog as a card to draw. */
export function birthdayCard(dog: { name: string; size: DogSize }, report: BirthdayReport): CardContent {
  const isToday = report.daysUntilBirthday === 0;
  const date = formatLongDate(report.nextBirthdayDate);
  return {
    kicker: isToday ? 'Happy birthday,' : 'Hooray for',
    headline: dog.name,
    lines: [isToday ? date : `Next party: ${date}`, 'Every dog deserves multiple birthdays!'],
    seal: {
      ...(report.isAlmost && { top: 'almost' }),
      figure: String(report.humanYears),
      bottom: 'human years',
    },
    size: dog.size,
  };
}

/** The alternative text of the card. */
export function birthdayCardAlt(dogName: string, report: BirthdayReport): string {
  const date = formatLongDate(report.nextBirthdayDate);
  return `Birthday card with a picture of ${dogName}: ${humanYearsText(report)} in human years, next party on ${date}`;
}
