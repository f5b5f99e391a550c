import { type DogSize, sizeTraits } from './size.ts';

export type LifeStage =
  | 'Newborn Puppy'
  | 'Growing Puppy'
  | 'Adolescent Dog'
  | 'Adult Dog'
  | 'Mature Adult'
  | 'Senior Dog';

const stagesByUpperAge: readonly (readonly [under: number, stage: LifeStage])[] = [
  [0.5, 'Newborn Puppy'],
  [1, 'Growing Puppy'],
  [2, 'Adolescent Dog'],
  [7, 'Adult Dog'],
];

/** The life stage at an age in years. From 7 on the size decides: only small dogs between 7 and 8 are Mature Adults. */
export function lifeStage(years: number, size: DogSize): LifeStage {
  const early = stagesByUpperAge.find(([under]) => years < under);
  if (early) return early[1];
  return years >= sizeTraits[size].seniorFrom ? 'Senior Dog' : 'Mature Adult';
}
