import { exactHumanYears } from '../../domain/dogs/age.ts';
import { publishedChartEnd } from '../../domain/dogs/human-years-models.ts';
import type { DogSize } from '../../domain/dogs/size.ts';

/** A point of the chart: an age in years, and the human years that go with it. */
export type ChartPoint = { years: number; humanYears: number };

/** A person whose age is a second line: how old the person is at the dog's birth, and the dog's age where the lines cross. */
export type ChartPerson = { name: string; ageAtBirth: number; crossing: number | null };

/** The edges of the plot in percent of the box. The axes are outside. */
export const frame = { left: 3, right: 97, top: 4, bottom: 80 };

export type Scale = { until: number; top: number; x: (years: number) => number; y: (humanYears: number) => number };

/** How far the scale goes above the point of today, so that the head of the dog there has room. */
const headroom = 1.6;

/** Leaves room for the dog's head above its point, and for a year to come. */
export function scaleFor(today: ChartPoint, size: DogSize, person: ChartPerson | undefined): Scale {
  const until = Math.max(publishedChartEnd, Math.ceil(Math.max(today.years, person?.crossing ?? 0) + 1.5));
  const top = Math.max(
    exactHumanYears(until, size) * 1.03,
    today.humanYears * headroom,
    ((person?.ageAtBirth ?? 0) + until) * 1.1,
  );
  return {
    until,
    top,
    x: (years) => frame.left + ((frame.right - frame.left) * years) / until,
    y: (humanYears) => frame.bottom - ((frame.bottom - frame.top) * humanYears) / top,
  };
}

export function stepsTo(end: number, step: number): number[] {
  return Array.from({ length: Math.floor(end / step) }, (_, index) => (index + 1) * step);
}

/** The human years over a life as an SVG path, in percent of the box. */
export function curveOf(size: DogSize, { until, x, y }: Scale): string {
  const points = [0, ...stepsTo(until, 0.25)].map(
    (years) => `${x(years).toFixed(2)} ${y(exactHumanYears(years, size)).toFixed(2)}`,
  );
  return `M${points.join('L')}`;
}
