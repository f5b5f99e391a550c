import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { ageOn, humanYears, type LifeStage, lifeStage } from '../../../domain/dogs/age.ts';
import type { CalculatorInput } from '../../../domain/dogs/calculator-draft.ts';

/** How long the dog walks through its life, in milliseconds. reveal.css stamps the rosette after it. */
export const walkLength = 1900;

const hops = 9;

export type RevealedLife = {
  years: number;
  humanYears: number;
  lifeStage: LifeStage;
  /** The height of the dog, as a fraction of its full height. */
  height: number;
  /** How far the dog is off the ground, from 0 to 1. */
  hop: number;
  /** How the dog leans, from −1 to 1. */
  lean: number;
};

function eased(part: number): number {
  return part * part * (3 - 2 * part);
}

/** Returns the dog's life some milliseconds into the reveal: its birth at 0, today at `walkLength` and later. */
export function revealAt(milliseconds: number, dog: CalculatorInput, today: CalendarDate): RevealedLife {
  const part = Math.min(1, Math.max(0, milliseconds / walkLength));
  const years = ageOn(dog.birthDate, today).years * eased(part);
  // The dog calms down at the end of the walk.
  const energy = part < 1 ? Math.min(1, (1 - part) * 4) : 0;
  return {
    years,
    humanYears: humanYears(years, dog.size),
    lifeStage: lifeStage(years, dog.size),
    height: 0.4 + 0.6 * eased(Math.min(1, part / 0.9)),
    hop: Math.abs(Math.sin(part * hops * Math.PI)) * energy,
    lean: Math.sin(part * hops * Math.PI) * energy,
  };
}
