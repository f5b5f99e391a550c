import { exactHumanYears } from '../../domain/dogs/age.ts';
import type { DogSize } from '../../domain/dogs/size.ts';
import type { ChartPerson, Scale } from './chart-scale.ts';

/** The age of a person over the life of the dog: a straight line, from the birth of the younger one on. */
export function PersonLine({ person: { name, ageAtBirth, crossing }, scale }: { person: ChartPerson; scale: Scale }) {
  const { until, x, y } = scale;
  const from = Math.max(0, -ageAtBirth);
  if (from >= until) return null;
  return (
    <>
      <line
        className="chart-line chart-person"
        x1={`${x(from)}%`}
        y1={`${y(ageAtBirth + from)}%`}
        x2={`${x(until)}%`}
        y2={`${y(ageAtBirth + until)}%`}
      />
      <text className="chart-name" x={`${x(until)}%`} y={`${y(ageAtBirth + until)}%`} dy="-10" textAnchor="end">
        {name}
      </text>
      {crossing !== null && (
        <circle className="chart-crossing" cx={`${x(crossing)}%`} cy={`${y(ageAtBirth + crossing)}%`} r="9" />
      )}
    </>
  );
}

/** The part of the curve that is the coming year. */
export function ComingYear({ from, size, scale: { x, y } }: { from: number; size: DogSize; scale: Scale }) {
  const points = [from, ...[1, 2].filter((years) => years > from && years < from + 1), from + 1].map((years) => ({
    years,
    humanYears: exactHumanYears(years, size),
  }));
  return points.slice(1).map((point, index) => {
    const before = points[index] ?? point;
    return (
      <line
        key={point.years}
        className="chart-line chart-coming"
        x1={`${x(before.years)}%`}
        y1={`${y(before.humanYears)}%`}
        x2={`${x(point.years)}%`}
        y2={`${y(point.humanYears)}%`}
      />
    );
  });
}
