import { dogLinkStart } from '../../../addresses/addresses.ts';
import { type LinkedDog, linkedDogOf } from '../../../domain/dogs/linked-dog.ts';
import { localToday } from '../../shared/use-today.ts';

/** Takes the dog of a link out of the address, and hands it over if anything in it is right. Nothing of it reaches the server. */
export function takeLinkedDog(hand: (dog: LinkedDog) => void) {
  const { hash, pathname, search } = window.location;
  // Another call has taken it.
  if (!hash.startsWith(dogLinkStart)) return;
  window.history.replaceState(window.history.state, '', pathname + search);
  const dog = linkedDogOf(new URLSearchParams(hash.slice(dogLinkStart.length)), localToday());
  if (dog) hand(dog);
}
