import { type CalendarDate, calendarLeaf, daysBetween } from '../../../domain/calendar-date.ts';
import './chart.css';

/** A day on the line, with a figure above it. */
type MarkedDay = { date: CalendarDate; figure: string; isBirthday: boolean };

/** The ends of the line in percent of the box. */
const ends = { left: 5, right: 95 };

const daysInLine = 366;

/** A year as a line, from today on, with a dot for each marked day. Decorative: a list beside it says the days. */
export function YearLine({ today, days }: { today: CalendarDate; days: readonly MarkedDay[] }) {
  const x = (date: CalendarDate) =>
    `${ends.left + ((ends.right - ends.left) * daysBetween(today, date)) / daysInLine}%`;
  return (
    <svg className="year-line" aria-hidden="true">
      <line className="year-line-way" x1={`${ends.left - 3}%`} x2={`${ends.right + 3}%`} y1="50%" y2="50%" />
      {days.map(({ date, figure, isBirthday }) => (
        <g key={date}>
          <circle
            className={isBirthday ? 'year-line-day year-line-birthday' : 'year-line-day'}
            cx={x(date)}
            cy="50%"
            r={isBirthday ? 10 : 8}
          />
          <text className="year-line-number" x={x(date)} y="50%" dy="-17" textAnchor="middle">
            {figure}
          </text>
          <text className="chart-text" x={x(date)} y="50%" dy="28" textAnchor="middle">
            {calendarLeaf(date).month}
          </text>
        </g>
      ))}
    </svg>
  );
}
