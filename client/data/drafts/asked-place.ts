import { placeInHash } from '../../../addresses/addresses.ts';
import { tabStorage } from './web-storage.ts';

const askedKey = 'wagday-asked-place';

/** Stores the place in the address of a visitor who is not signed in. The tab keeps it until after the sign-in. */
export function keepAskedPlace() {
  const { hash } = window.location;
  if (placeInHash(hash).name !== 'pack') tabStorage.keep(askedKey, hash);
}

/** Returns the hash of the place that was requested before the sign-in, and forgets it. */
export function takeAskedPlace(): string | null {
  const asked = tabStorage.read(askedKey);
  tabStorage.forget(askedKey);
  return typeof asked === 'string' && placeInHash(asked).name !== 'pack' ? asked : null;
}
