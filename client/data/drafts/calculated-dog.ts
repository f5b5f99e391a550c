import { parseCalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { CalculatorInput } from '../../../domain/dogs/calculator-draft.ts';
import { isDogSize } from '../../../domain/dogs/size.ts';
import { deviceStorage } from './web-storage.ts';

/** Keeps a dog that a visitor calculated on this device until the sign-in. */
const calculatedKey = 'wagday-calculated-dog';

/** How long a calculated dog is kept, in milliseconds. */
const keptFor = 7 * 24 * 3_600_000;

/** A dog that was calculated before signing in, and whether its visitor pressed Plan Party. */
type Calculated = { dog: CalculatorInput; wantsParty: boolean };

/** `ownerId`: the owner to whom the app has offered the dog. The app never offers it to another. */
type KeptCalculation = Calculated & { keptAt: number; ownerId: string | null };

/** Stores the last calculated dog, to offer it after a sign-up or sign-in. */
export function keepCalculatedDog(dog: CalculatorInput, wantsParty = false) {
  deviceStorage.keep(calculatedKey, { dog, wantsParty, keptAt: Date.now(), ownerId: null } satisfies KeptCalculation);
}

/** Returns the dog that this owner calculated before signing in, or null. */
export function calculatedDogOf(ownerId: string): Calculated | null {
  const { dog, wantsParty, keptAt, ownerId: offeredTo = null } = Object(deviceStorage.read(calculatedKey));
  const { name, size, birthDate } = Object(dog);
  const age = Date.now() - Number(keptAt);
  const day = parseCalendarDate(String(birthDate));
  if (!(age >= 0 && age < keptFor) || typeof name !== 'string' || !isDogSize(size) || !day) return null;
  if (offeredTo !== null && offeredTo !== ownerId) return null;
  const calculated = { dog: { name, size, birthDate: day }, wantsParty: wantsParty === true };
  if (offeredTo === null)
    deviceStorage.keep(calculatedKey, { ...calculated, keptAt, ownerId } satisfies KeptCalculation);
  return calculated;
}

/** Forgets the calculated dog, after the owner has added or declined it. */
export function forgetCalculatedDog() {
  deviceStorage.forget(calculatedKey);
}
