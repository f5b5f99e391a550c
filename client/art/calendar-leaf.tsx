import { type CalendarDate, calendarLeaf } from '../../domain/dates/calendar-date.ts';
import { classNames } from '../ui/class-names.ts';

type Leaf = { date: CalendarDate; isToday?: boolean; hasYear?: boolean };

/** A day on a leaf of a tear-off calendar. Decorative: text beside it says the whole date. */
export function CalendarLeaf({ date, isToday = false, hasYear = false }: Leaf) {
  const { month, day } = calendarLeaf(date);
  return (
    <span
      aria-hidden="true"
      className="grid w-14 shrink-0 overflow-hidden rounded-field border-2 border-edge bg-field text-center text-ink"
    >
      <span
        className={classNames(
          'text-sm leading-6 font-bold',
          isToday ? 'bg-ink text-paper' : 'bg-apricot text-on-apricot',
        )}
      >
        {month}
      </span>
      <span className="pt-1.5 pb-0.5 font-display text-title leading-8 font-bold">{day}</span>
      {hasYear && <span className="-mt-1 pb-1 text-sm text-ink-soft">{date.slice(0, 4)}</span>}
    </span>
  );
}
