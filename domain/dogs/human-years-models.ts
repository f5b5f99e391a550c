import { exactHumanYears, grownUpAge, humanYears, humanYearsAtTwo } from './age.ts';
import type { DogSize } from './size.ts';

/**
 * Two other models of human years: the published chart that veterinarians use, and a formula based on DNA methylation. The product
 * compares them with Wagday's own rule (age.ts).
 */

/**
 * Human years at the ages 1 to 16 in years, by size: the chart of the American Kennel Club, after the Metzger and IDEXX
 * analyses.
 */
const publishedChart: Readonly<Record<DogSize, readonly number[]>> = {
  small: [15, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80],
  medium: [15, 24, 28, 32, 36, 42, 47, 51, 56, 60, 65, 69, 74, 78, 83, 87],
  large: [15, 24, 28, 32, 36, 45, 50, 55, 61, 66, 72, 77, 82, 88, 93, 99],
  giant: [12, 22, 31, 38, 45, 49, 56, 64, 71, 79, 86, 93, 100, 107, 114, 121],
};

/** The last age in the published chart, in years. */
export const publishedChartEnd = 16;

/** Mean expected life in years, by size: Montoya and others, 2023, from 13.3 million dogs. */
export const expectedLife: Readonly<Record<DogSize, number>> = {
  small: 13.53,
  medium: 12.7,
  large: 11.51,
  giant: 9.51,
};

/**
 * Returns human years by the published chart, interpolated linearly between whole ages. Null before age 1 and after age 16, which
 * the chart does not cover.
 */
export function publishedHumanYears(years: number, size: DogSize): number | null {
  const before = Math.floor(years);
  const lower = publishedChart[size][before - 1];
  if (lower === undefined || years > publishedChartEnd) return null;
  const upper = publishedChart[size][before] ?? lower;
  return lower + (upper - lower) * (years - before);
}

/**
 * Returns human years by the DNA methylation of 104 Labradors, for every size: 16 ln(age) + 31 (Wang and others, 2020). Null under
 * one year, where the curve has no meaning.
 */
export function epigeneticHumanYears(years: number): number | null {
  return years < 1 ? null : 16 * Math.log(years) + 31;
}

/** Returns what the two other models say at one age, in whole human years. */
export function comparisonAt(years: number, size: DogSize) {
  const rounded = (value: number | null) => (value === null ? null : Math.round(value));
  return {
    published: rounded(publishedHumanYears(years, size)),
    epigenetic: rounded(epigeneticHumanYears(years)),
  };
}

export type HumanYearsStep = {
  part: 'first year' | 'second year' | 'years since';
  /** Whether the dog has lived the whole of this part. */
  isWhole: boolean;
  humanYears: number;
};

/** Returns the parts that add up to the human years as shown, in whole numbers, without parts that have not begun. */
export function humanYearsSteps(years: number, size: DogSize): HumanYearsStep[] {
  const total = humanYears(years, size);
  const atOne = exactHumanYears(1, size);
  if (years <= 1) return [{ part: 'first year', isWhole: years === 1, humanYears: total }];
  const first = { part: 'first year', isWhole: true, humanYears: atOne } as const;
  if (years <= grownUpAge)
    return [first, { part: 'second year', isWhole: years === grownUpAge, humanYears: total - atOne }];
  return [
    first,
    { part: 'second year', isWhole: true, humanYears: humanYearsAtTwo - atOne },
    { part: 'years since', isWhole: true, humanYears: total - humanYearsAtTwo },
  ];
}
