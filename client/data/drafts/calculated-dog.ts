import { parseCalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { CalculatorInput } from '../../../domain/dogs/calculator-draft.ts';
import { isDogSize } from '../../../domain/dogs/size.ts';
import { deviceStorage } from './web-storage.ts';

/** Keeps what a visitor prepared on this device until the sign-in: the calculated dog, its photo, and the wish for a party. */
const calculatedKey = 'wagday-calculated-dog';

/** How long it is kept, in milliseconds. */
const keptFor = 2 * 24 * 3_600_000;

/** A dog that was calculated before signing in, and whether its visitor pressed Plan Party. */
export type Calculated = { dog: CalculatorInput; wantsParty: boolean };

/** `ownerId`: the owner to whom the app has offered the dog. The app never offers it to another. */
type KeptCalculation = Calculated & { keptAt: number; ownerId: string | null };

/** `photo` is that of the dog with this name and birthday, and is offered with no other. */
type KeptPhoto = { photo: Blob; name: string; birthDate: string; keptAt: number };

function isFresh(keptAt: unknown): boolean {
  const age = Date.now() - Number(keptAt);
  return age >= 0 && age < keptFor;
}

/** The visitor's page does without this code until there is a photo. */
const database = () => import('../offline/database.ts');

/** Stores the last calculated dog, to offer it after a sign-up or sign-in. */
export function keepCalculatedDog(dog: CalculatorInput, wantsParty = false) {
  deviceStorage.keep(calculatedKey, { dog, wantsParty, keptAt: Date.now(), ownerId: null } satisfies KeptCalculation);
}

/** Returns the dog that this owner calculated before signing in, or null. */
export function calculatedDogOf(ownerId: string): Calculated | null {
  forgetOldCalculation();
  const { dog, wantsParty, keptAt, ownerId: offeredTo = null } = Object(deviceStorage.read(calculatedKey));
  const { name, size, birthDate } = Object(dog);
  const day = parseCalendarDate(String(birthDate));
  if (typeof name !== 'string' || !isDogSize(size) || !day) return null;
  if (offeredTo !== null && offeredTo !== ownerId) return null;
  const calculated = { dog: { name, size, birthDate: day }, wantsParty: wantsParty === true };
  if (offeredTo === null)
    deviceStorage.keep(calculatedKey, { ...calculated, keptAt, ownerId } satisfies KeptCalculation);
  return calculated;
}

/**
 * Stores the photo that a visitor chose for a calculated dog, or removes it.
 * @throws when the browser stores nothing
 */
export async function keepCalculatedPhoto({ name, birthDate }: CalculatorInput, photo: Blob | null): Promise<void> {
  const { changeStored, visitorPhotoKey } = await database();
  const kept = photo && ({ photo, name, birthDate, keptAt: Date.now() } satisfies KeptPhoto);
  await changeStored('seen', visitorPhotoKey, () => kept ?? undefined);
}

/** Returns the photo that was chosen for this calculated dog, or null. */
export async function calculatedPhotoOf(dog: CalculatorInput): Promise<Blob | null> {
  const { readStored, visitorPhotoKey } = await database();
  const { photo, name, birthDate, keptAt } = Object(await readStored('seen', visitorPhotoKey));
  const isOfDog = name === dog.name && birthDate === dog.birthDate;
  return photo instanceof Blob && isOfDog && isFresh(keptAt) ? photo : null;
}

/** Forgets the calculated dog and its photo: the owner has added or declined it, or somebody has signed out. */
export function forgetCalculatedDog() {
  deviceStorage.forget(calculatedKey);
  database()
    .then(({ removeStored, visitorPhotoKey }) => removeStored('seen', (key) => key === visitorPhotoKey))
    .catch(() => undefined);
}

/** Forgets a calculated dog whose time is over. */
export function forgetOldCalculation() {
  const kept = deviceStorage.read(calculatedKey);
  if (kept !== null && !isFresh(Object(kept).keptAt)) forgetCalculatedDog();
}
