import { type CalendarDate, calendarLeaf, daysBetween } from '../../domain/dates/calendar-date.ts';
import { classNames } from '../ui/class-names.ts';
import './chart.css';

/** A day on the line, with a figure above it. */
type MarkedDay = { date: CalendarDate; figure: string; kind: keyof typeof looks };

const looks = {
  birthday: 'year-line-birthday',
  'human-year birthday': false,
  'puppy graduation': false,
  'gotcha day': 'year-line-gotcha',
} as const;

/** The ends of the line in percent of the box. */
const ends = { left: 5, right: 95 };

const daysInLine = 366;

/** Words of days that are nearer than this run into each other on a phone. */
const daysForWords = 22;

/** A year as a line, from today on, with a dot for each marked day. Decorative: a list beside it says the days. */
export function YearLine({ today, days }: { today: CalendarDate; days: readonly MarkedDay[] }) {
  const x = (date: CalendarDate) =>
    `${ends.left + ((ends.right - ends.left) * daysBetween(today, date)) / daysInLine}%`;
  const hasRoom = ({ date, kind }: MarkedDay) =>
    kind !== 'gotcha day' ||
    days.every((other) => other.kind === kind || Math.abs(daysBetween(date, other.date)) >= daysForWords);
  return (
    <svg className="year-line" aria-hidden="true">
      <line className="year-line-way" x1={`${ends.left - 3}%`} x2={`${ends.right + 3}%`} y1="50%" y2="50%" />
      {days.map((day) => (
        <g key={`${day.kind} ${day.date}`}>
          <circle
            className={classNames('year-line-day', looks[day.kind])}
            cx={x(day.date)}
            cy="50%"
            r={day.kind === 'birthday' ? 10 : 8}
          />
          {hasRoom(day) && (
            <>
              <text className="year-line-number" x={x(day.date)} y="50%" dy="-17" textAnchor="middle">
                {day.figure}
              </text>
              <text className="chart-text" x={x(day.date)} y="50%" dy="28" textAnchor="middle">
                {calendarLeaf(day.date).month}
              </text>
            </>
          )}
        </g>
      ))}
    </svg>
  );
}
