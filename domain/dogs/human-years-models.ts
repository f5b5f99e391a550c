import { exactHumanYears, grownUpAge, humanYears, humanYearsAtTwo } from './age.ts';
import type { DogSize } from './size.ts';

/** Three other models of human years, to compare with Wagday's own (age.ts): a published chart, DNA methylation, survival. */

/** Human years at the ages 1 to 16, by size: the chart of the American Kennel Club, after the Metzger and IDEXX analyses. */
const publishedChart: Readonly<Record<DogSize, readonly number[]>> = {
  small: [15, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80],
  medium: [15, 24, 28, 32, 36, 42, 47, 51, 56, 60, 65, 69, 74, 78, 83, 87],
  large: [15, 24, 28, 32, 36, 45, 50, 55, 61, 66, 72, 77, 82, 88, 93, 99],
  giant: [12, 22, 31, 38, 45, 49, 56, 64, 71, 79, 86, 93, 100, 107, 114, 121],
};

/** The last age in the published chart, in years. */
export const publishedChartEnd = 16;

/** Mean expected life in years, by size: Montoya and others, 2023, from 13.3 million dogs in the United States. */
export const expectedLife: Readonly<Record<DogSize, number>> = {
  small: 13.53,
  medium: 12.7,
  large: 11.51,
  giant: 9.51,
};

/**
 * Ages of people at the ages 2 to 16 of a dog: those at which as large a share of their generation has died. Our own arithmetic, which
 * the test repeats, for dogs of all sizes: Teng and others, 2022, and the life table of the United States of about 2009.
 */
const survivalFromTwo = [40, 47, 51, 55, 59, 62, 66, 71, 75, 79, 82, 86, 90, 93, 96];

/** Interpolates linearly between values at whole ages from `first` on. Null outside of these ages. */
function interpolated(values: readonly number[], first: number, years: number): number | null {
  const before = Math.floor(years) - first;
  const lower = values[before];
  if (lower === undefined || years > first + values.length - 1) return null;
  const upper = values[before + 1] ?? lower;
  return lower + (upper - lower) * (years % 1);
}

/** Returns human years by the published chart. Null before age 1 and after age 16, which the chart does not cover. */
export function publishedHumanYears(years: number, size: DogSize): number | null {
  return interpolated(publishedChart[size], 1, years);
}

/** Returns human years by survival, for every size. Null before age 2 and after age 16, where few dogs would decide it. */
export function survivalHumanYears(years: number): number | null {
  return interpolated(survivalFromTwo, 2, years);
}

const decades = ['forties', 'fifties', 'sixties', 'seventies', 'eighties', 'nineties'];

/** Says an age from 40 to 99 in words such as "early sixties", because survival of all sizes together is no more exact. */
function decadeText(age: number): string {
  const [decade, year] = [decades[Math.floor(age / 10) - 4], age % 10];
  if (year < 4) return `early ${decade}`;
  return year < 7 ? `mid-${decade}` : `late ${decade}`;
}

/** Returns human years by the DNA methylation of 104 Labradors: 16 ln(age) + 31 (Wang and others, 2020). Null under one year. */
export function epigeneticHumanYears(years: number): number | null {
  return years < 1 ? null : 16 * Math.log(years) + 31;
}

/** The ages in years, both included, at which DNA and survival agree within three human years. */
const agreement = [2, 8] as const;

/** Returns what the other models say at one age, in whole human years or a decade, and the number that DNA and survival agree on. */
export function comparisonAt(years: number, size: DogSize) {
  const rounded = (value: number | null) => (value === null ? null : Math.round(value));
  const [epigenetic, survival] = [epigeneticHumanYears(years), survivalHumanYears(years)];
  const doAgree = years >= agreement[0] && years <= agreement[1] && epigenetic !== null && survival !== null;
  return {
    published: rounded(publishedHumanYears(years, size)),
    epigenetic: rounded(epigenetic),
    survival: survival === null ? null : decadeText(Math.round(survival)),
    agreed: doAgree ? Math.round((epigenetic + survival) / 2) : null,
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
