import type { CalculatorInput } from '../../../domain/dogs/calculator-draft.ts';
import { deviceStorage } from './web-storage.ts';

/** The key for the dog that a visitor calculated. This device keeps it until the sign-in: see prepared-dog.ts. */
export const calculatedKey = 'wagday-calculated-dog';

/** A dog that was calculated before signing in, and whether its visitor pressed Plan Party. */
export type Calculated = { dog: CalculatorInput; wantsParty: boolean };

/** `ownerId`: the owner to whom the app has offered the dog. The app never offers it to another. */
export type KeptCalculation = Calculated & { keptAt: number; ownerId: string | null };

/** Stores the last calculated dog, to offer it after a sign-up or sign-in. */
export function keepCalculatedDog(dog: CalculatorInput, wantsParty = false) {
  deviceStorage.keep(calculatedKey, { dog, wantsParty, keptAt: Date.now(), ownerId: null } satisfies KeptCalculation);
}
