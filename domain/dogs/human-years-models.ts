import { exactHumanYears, grownUpAge, humanYearsAtTwo } from './age.ts';
import { type DogSize, sizeTraits } from './size.ts';

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

export type Comparison = { years: number; wagday: number; published: number | null; epigenetic: number | null };

/** Compares the three models at one age, in whole human years. */
export function comparisonAt(years: number, size: DogSize): Comparison {
  const rounded = (value: number | null) => (value === null ? null : Math.round(value));
  return {
    years,
    wagday: Math.round(exactHumanYears(years, size)),
    published: rounded(publishedHumanYears(years, size)),
    epigenetic: rounded(epigeneticHumanYears(years)),
  };
}

/** Compares the three models at every age of the published chart. */
export function comparisons(size: DogSize): Comparison[] {
  return publishedChart[size].map((_, index) => comparisonAt(index + 1, size));
}

/** Returns how far Wagday's rule differs from the published chart at most, in whole human years: `above` ≥ 0, `below` ≤ 0. */
export function publishedDifference(size: DogSize): { above: number; below: number } {
  const differences = comparisons(size).map(({ wagday, published }) => wagday - (published ?? wagday));
  return { above: Math.max(0, ...differences), below: Math.min(0, ...differences) };
}

export type HumanYearsStep = {
  part: 'first year' | 'second year' | 'grown-up years';
  /** How much of this part the dog has lived, in years. */
  years: number;
  /** Human years for one year of this part. */
  rate: number;
  /** What this part adds, unrounded. */
  humanYears: number;
};

/** Returns the parts that add up to the exact human years of an age, without parts that have not begun. */
export function humanYearsSteps(years: number, size: DogSize): HumanYearsStep[] {
  const untilOne = Math.min(years, 1);
  const steps: HumanYearsStep[] = [
    {
      part: 'first year',
      years: untilOne,
      rate: exactHumanYears(1, size),
      humanYears: exactHumanYears(untilOne, size),
    },
  ];
  if (years > 1) {
    const lived = Math.min(years, grownUpAge) - 1;
    const rate = humanYearsAtTwo - exactHumanYears(1, size);
    steps.push({ part: 'second year', years: lived, rate, humanYears: rate * lived });
  }
  if (years > grownUpAge) {
    const lived = years - grownUpAge;
    const rate = sizeTraits[size].yearlyRate;
    steps.push({ part: 'grown-up years', years: lived, rate, humanYears: rate * lived });
  }
  return steps;
}
