import type { CalculatorInput } from '../../../domain/dogs/calculator-draft.ts';
import { isHosted } from '../../data/backend-address.ts';
import { calculatedPhotoOf, keepCalculatedPhoto } from '../../data/drafts/prepared-dog.ts';
import { shrinkImage } from '../../ui/image/shrink-image.ts';

/** Keeps the photo on a visitor's card, to offer it after the sign-up, or drops it. @throws when the browser stores nothing */
export async function keepCardPhoto(dog: CalculatorInput, file: File | null): Promise<void> {
  await keepCalculatedPhoto(dog, file && (await shrinkImage(file, !isHosted)));
}

let address = '';

/** Returns an address of the photo that was put on the card before, or null. */
export async function cardPhotoOf(dog: CalculatorInput): Promise<string | null> {
  const kept = await calculatedPhotoOf(dog);
  URL.revokeObjectURL(address);
  address = kept ? URL.createObjectURL(kept) : '';
  return address || null;
}
