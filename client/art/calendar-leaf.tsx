import { type CalendarDate, calendarLeaf } from '../../domain/dates/calendar-date.ts';
import { classNames } from '../ui/class-names.ts';

type Leaf = { date: CalendarDate; isToday?: boolean; hasYear?: boolean; isSmall?: boolean };

/** A day on a leaf of a tear-off calendar. Decorative: text beside it says the whole date. */
export function CalendarLeaf({ date, isToday = false, hasYear = false, isSmall = false }: Leaf) {
  const { month, day } = calendarLeaf(date);
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid shrink-0 overflow-hidden rounded-field border-2 border-edge bg-(--art-white) text-center text-(--art-tag-ink)',
        isSmall ? 'w-12' : 'w-14 min-w-fit',
      )}
    >
      <span
        className={classNames(
          'text-sm font-bold',
          isSmall ? 'leading-[1.25rem]' : 'leading-[1.5rem]',
          isToday ? 'bg-(--art-tag-ink) text-(--art-white)' : 'bg-lamp text-on-lamp',
        )}
      >
        {month}
      </span>
      <span
        className={classNames(
          'font-display text-title font-bold',
          isSmall ? 'pt-1 leading-[1.75rem]' : 'pt-1.5 pb-0.5 leading-[2rem]',
        )}
      >
        {day}
      </span>
      {hasYear && <span className="-mt-1 pb-1 text-sm">{date.slice(0, 4)}</span>}
    </span>
  );
}
