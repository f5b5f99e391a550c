import { exactHumanYears } from '../../domain/dogs/age.ts';
import { epigeneticHumanYears, publishedChartEnd, publishedHumanYears } from '../../domain/dogs/human-years-models.ts';
import type { DogSize } from '../../domain/dogs/size.ts';

/** A point of the chart: an age in years, and the human years that go with it. */
export type ChartPoint = { years: number; humanYears: number };

/** A person whose age is a second line: how old the person is at the dog's birth, and the dog's age where the lines cross. */
export type ChartPerson = { name: string; ageAtBirth: number; crossing: number | null };

export type ChartCurve = 'wagday' | 'published' | 'epigenetic';

const models: Record<ChartCurve, (years: number, size: DogSize) => number | null> = {
  wagday: exactHumanYears,
  published: publishedHumanYears,
  epigenetic: epigeneticHumanYears,
};

/** The edges of the plot in percent of the box. The axes are outside. */
export const frame = { left: 3, right: 97, top: 4, bottom: 80 };

export type Scale = { until: number; top: number; x: (years: number) => number; y: (humanYears: number) => number };

/** Leaves room for the dog's head above its point, and for a year to come. */
export function scaleFor(today: ChartPoint, size: DogSize, person: ChartPerson | undefined): Scale {
  const until = Math.max(publishedChartEnd, Math.ceil(Math.max(today.years, person?.crossing ?? 0) + 1.5));
  const highest = Math.max(exactHumanYears(until, size) * 1.2, ((person?.ageAtBirth ?? 0) + until) * 1.1);
  const top = Math.ceil(highest / 20) * 20;
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

/** The points of a curve as an SVG path, in percent of the box. */
export function pathOf(curve: ChartCurve, size: DogSize, { until, x, y }: Scale): string {
  const points = [0, ...stepsTo(until, 0.25)].flatMap((years) => {
    const humanYears = models[curve](years, size);
    return humanYears === null ? [] : [`${x(years).toFixed(2)} ${y(humanYears).toFixed(2)}`];
  });
  return `M${points.join('L')}`;
}
