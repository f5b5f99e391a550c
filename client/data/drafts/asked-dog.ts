import { dogInHash } from '../../../addresses/addresses.ts';
import { tabStorage } from './web-storage.ts';

const askedKey = 'wagday-asked-dog';

/** Stores the dog in the address of a visitor who is not signed in. The tab keeps it until after the sign-in. */
export function keepAskedDog() {
  const asked = dogInHash(window.location.hash);
  if (asked) tabStorage.keep(askedKey, asked);
}

/** Returns the dog whose page was requested before the sign-in, and forgets it. */
export function takeAskedDog(): string | null {
  const asked = tabStorage.read(askedKey);
  tabStorage.forget(askedKey);
  return typeof asked === 'string' ? asked : null;
}
