import { dogInHash } from '../../../addresses/addresses.ts';
import { tabStorage } from './web-storage.ts';

const askedKey = 'wagday-asked-dog';

/** Keeps the dog whose page somebody asked for who is not signed in, by the address. The tab keeps it for the sign-in. */
export function keepAskedDog() {
  const asked = dogInHash(window.location.hash);
  if (asked) tabStorage.keep(askedKey, asked);
}

/** The dog whose page was asked for before the sign-in, once. */
export function takeAskedDog(): string | null {
  const asked = tabStorage.read(askedKey);
  tabStorage.forget(askedKey);
  return typeof asked === 'string' ? asked : null;
}
