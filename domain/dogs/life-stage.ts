import { type DogSize, sizeTraits } from './size.ts';

export type LifeStage =
  | 'Newborn Puppy'
  | 'Growing Puppy'
  | 'Adolescent Dog'
  | 'Adult Dog'
  | 'Mature Adult'
  | 'Senior Dog';

const matureFrom = 7;

const stagesByUpperAge: readonly (readonly [under: number, stage: LifeStage])[] = [
  [0.5, 'Newborn Puppy'],
  [1, 'Growing Puppy'],
  [2, 'Adolescent Dog'],
  [matureFrom, 'Adult Dog'],
];

/** The age in years from which a dog of this size is a Senior Dog: the threshold of its size, but never before 7. */
export function seniorStageFrom(size: DogSize): number {
  return Math.max(matureFrom, sizeTraits[size].seniorFrom);
}

/** The life stage at an age in years. From 7 on the size decides: only small dogs between 7 and 8 are Mature Adults. */
export function lifeStage(years: number, size: DogSize): LifeStage {
  const early = stagesByUpperAge.find(([under]) => years < under);
  if (early) return early[1];
  return years >= seniorStageFrom(size) ? 'Senior Dog' : 'Mature Adult';
}
