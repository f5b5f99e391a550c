import { parseCalendarDate } from '../../domain/calendar-date.ts';
import type { CalculatorInput } from '../../domain/drafts.ts';
import { isDogSize } from '../../domain/size.ts';
import { deviceStorage } from './web-storage.ts';

/** A dog that a visitor calculated, kept on this device until its owner has signed in. */
const calculatedKey = 'wagday-calculated-dog';

/** How long a calculated dog waits for its owner, in milliseconds. */
const calculatedStay = 7 * 24 * 3_600_000;

/** `ownerId` is who was offered the dog: it is nobody else's from then on. */
type KeptCalculation = { dog: CalculatorInput; keptAt: number; ownerId: string | null };

function readCalculation(): KeptCalculation | null {
  const { dog, keptAt, ownerId = null } = Object(deviceStorage.read(calculatedKey));
  const { name, size, birthDate } = Object(dog);
  const age = Date.now() - Number(keptAt);
  const day = parseCalendarDate(String(birthDate));
  if (!(age >= 0 && age < calculatedStay) || typeof name !== 'string' || !isDogSize(size) || !day) return null;
  return { dog: { name, size, birthDate: day }, keptAt: Number(keptAt), ownerId: ownerId && String(ownerId) };
}

function keepCalculation(kept: KeptCalculation) {
  deviceStorage.keep(calculatedKey, kept);
}

/** Keeps what a visitor calculated last, for the case that they sign up or in. */
export function keepCalculatedDog(dog: CalculatorInput) {
  keepCalculation({ dog, keptAt: Date.now(), ownerId: null });
}

/** The dog that this owner calculated before signing in, or null. From now on it is offered to nobody else. */
export function calculatedDogOf(ownerId: string): CalculatorInput | null {
  const kept = readCalculation();
  if (!kept || (kept.ownerId !== null && kept.ownerId !== ownerId)) return null;
  if (kept.ownerId === null) keepCalculation({ ...kept, ownerId });
  return kept.dog;
}

/** The calculated dog has moved in, or is not wanted. */
export function forgetCalculatedDog() {
  deviceStorage.forget(calculatedKey);
}
