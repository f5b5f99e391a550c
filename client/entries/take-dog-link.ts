import { calculatorPage, dogLinkStart, homePage } from '../../addresses/addresses.ts';
import { calculatorPartOf } from '../../domain/dogs/dog-link.ts';
import { keepTyped } from '../data/drafts/typed-calculation.ts';
import { localToday } from '../shared/use-today.ts';

/** Takes a dog out of the address, as if a visitor had typed it into the calculator. Nothing of it reaches the server. */
export function takeDogLink() {
  const { hash, pathname, search } = window.location;
  const dog = calculatorPartOf(new URLSearchParams(hash.slice(dogLinkStart.length)), localToday());
  window.history.replaceState(window.history.state, '', pathname + search);
  if (Object.keys(dog).length === 0) return;
  keepTyped(dog);
  const calculator = document.querySelector(calculatorPage.slice(homePage.length));
  // A visitor who types already is there.
  if (!calculator || document.activeElement !== document.body) return;
  calculator.scrollIntoView({ behavior: 'instant' });
  calculator.querySelector('h2')?.focus({ preventScroll: true });
}
