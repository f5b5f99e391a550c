/**
 * What a visitor prepared on this device before signing in: the calculated dog, the wish for its party, and its photo. Apart from
 * calculated-dog.ts, so that visitors who prepare nothing else are not sent this.
 */
import { parseCalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { CalculatorInput } from '../../../domain/dogs/calculator-draft.ts';
import { isBirthPrecision } from '../../../domain/dogs/life.ts';
import { isDogSize } from '../../../domain/dogs/size.ts';
import { changeStored, readStored, removeStored, visitorPhotoKey } from '../offline/database.ts';
import { type Calculated, calculatedKey, type KeptCalculation } from './calculated-dog.ts';
import { deviceStorage } from './web-storage.ts';

/** How long it is kept, in milliseconds. */
const keptFor = 2 * 24 * 3_600_000;

/** `photo` is that of the dog with this name and birthday, and is offered with no other. */
type KeptPhoto = { photo: Blob; name: string; birthDate: string; keptAt: number };

function isFresh(keptAt: unknown): boolean {
  const age = Date.now() - Number(keptAt);
  return age >= 0 && age < keptFor;
}

/** Returns the dog that this owner calculated before signing in, or null. What is too old is forgotten. */
export function calculatedDogOf(ownerId: string): Calculated | null {
  const { dog, wantsParty, keptAt, ownerId: offeredTo = null } = Object(deviceStorage.read(calculatedKey));
  if (keptAt !== undefined && !isFresh(keptAt)) forgetCalculatedDog();
  const { name, size, birthDate, birthPrecision } = Object(dog);
  const day = parseCalendarDate(String(birthDate));
  if (!isFresh(keptAt) || typeof name !== 'string' || !isDogSize(size) || !day) return null;
  if (offeredTo !== null && offeredTo !== ownerId) return null;
  const sureness = isBirthPrecision(birthPrecision) && { birthPrecision };
  const calculated = { dog: { name, size, birthDate: day, ...sureness }, wantsParty: wantsParty === true };
  if (offeredTo === null)
    deviceStorage.keep(calculatedKey, { ...calculated, keptAt, ownerId } satisfies KeptCalculation);
  return calculated;
}

/** Stores the photo of a calculated dog, or removes it. @throws when the browser stores nothing */
export async function keepCalculatedPhoto({ name, birthDate }: CalculatorInput, photo: Blob | null): Promise<void> {
  const kept = photo && ({ photo, name, birthDate, keptAt: Date.now() } satisfies KeptPhoto);
  await changeStored('seen', visitorPhotoKey, () => kept ?? undefined);
}

function forgetPhoto() {
  void removeStored('seen', (key) => key === visitorPhotoKey);
}

/** Returns the photo that was chosen for this calculated dog, or null. One that is too old is forgotten. */
export async function calculatedPhotoOf(dog: CalculatorInput): Promise<Blob | null> {
  const { photo, name, birthDate, keptAt } = Object(await readStored('seen', visitorPhotoKey));
  if (!(photo instanceof Blob)) return null;
  if (!isFresh(keptAt)) forgetPhoto();
  return name === dog.name && birthDate === dog.birthDate && isFresh(keptAt) ? photo : null;
}

/** Forgets the calculated dog and its photo: the owner has added or declined it, or somebody has signed out. */
export function forgetCalculatedDog() {
  deviceStorage.forget(calculatedKey);
  forgetPhoto();
}
