/** Everything that depends on a dog's size. */

export const dogSizes = ['small', 'medium', 'large', 'giant'] as const;

export type DogSize = (typeof dogSizes)[number];

export const defaultSize: DogSize = 'medium';

type SizeTraits = {
  label: string;
  weightRange: string;
  /** `weightRange` in kilograms, rounded. */
  kilograms: string;
  breedExamples: readonly string[];
  /** Human years per year of life after the second, and also the number of celebrations in each of those years. */
  yearlyRate: number;
  /** Age in years from which a dog of this size counts as a senior. */
  seniorFrom: number;
};

export const sizeTraits: Readonly<Record<DogSize, SizeTraits>> = {
  small: {
    label: 'Small',
    weightRange: '<20 lbs',
    kilograms: '<9 kg',
    breedExamples: ['Chihuahua', 'Yorkshire Terrier', 'Dachshund'],
    yearlyRate: 4,
    seniorFrom: 8,
  },
  medium: {
    label: 'Medium',
    weightRange: '20-50 lbs',
    kilograms: '9-23 kg',
    breedExamples: ['Beagle', 'Cocker Spaniel', 'Border Collie'],
    yearlyRate: 5,
    seniorFrom: 7,
  },
  large: {
    label: 'Large',
    weightRange: '50-100 lbs',
    kilograms: '23-45 kg',
    breedExamples: ['Labrador', 'German Shepherd', 'Boxer'],
    yearlyRate: 6,
    seniorFrom: 6,
  },
  giant: {
    label: 'Giant',
    weightRange: '100+ lbs',
    kilograms: '45+ kg',
    breedExamples: ['Great Dane', 'Saint Bernard', 'Mastiff'],
    yearlyRate: 7,
    seniorFrom: 5,
  },
};

export function isDogSize(value: unknown): value is DogSize {
  return dogSizes.some((size) => size === value);
}
