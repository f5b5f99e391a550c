import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { dogLinkStart } from '../../../addresses/addresses.ts';
import { isInMemory } from '../../../domain/dogs/life.ts';
import type { LinkedDog } from '../../../domain/dogs/linked-dog.ts';
import { dogs as allDogs, type Dog } from '../../data/records/dogs.ts';
import { recordsQuery } from '../../data/use-records.tsx';
import { useToday } from '../../shared/use-today.ts';
import { focusNeighbour, focusOrHeading } from '../../ui/focus.ts';
import { cardOf } from './dog-card.tsx';
import { useEditedDog, useRemoveDog } from './dog-drafts.ts';
import { DogForm } from './dog-form.tsx';

export type Arrivals = { arrived: Dog | null; newcomerId: string | null; onArrived: () => void; onGreeted: () => void };

/** Tracks the dog that was just saved or restored. It is brought into view wherever sorting or searching puts it; a new one is greeted. */
function useArrivals() {
  // All of it keeps its identity until a dog arrives, so that a memoized pack is not rendered again.
  const [arrivals, setArrivals] = useState<Arrivals>({
    arrived: null,
    newcomerId: null,
    onArrived: () => setArrivals((now) => ({ ...now, arrived: null })),
    onGreeted: () => setArrivals((now) => ({ ...now, newcomerId: null })),
  });
  return {
    arrivals,
    comeBack: useCallback((arrived: Dog) => setArrivals((now) => ({ ...now, arrived, newcomerId: null })), []),
    moveIn: useCallback((arrived: Dog) => {
      setArrivals((now) => ({ ...now, arrived, newcomerId: isInMemory(arrived) ? null : arrived.id }));
    }, []),
  };
}

const timing = { duration: 200, easing: 'cubic-bezier(0.22, 0.8, 0.3, 1)' };

/**
 * Lets an item of a list fold away when it is removed, and what is after it close up. Call it before the removal. What then takes the
 * list's place comes once it is folded. Without motion nothing of that is seen.
 */
function foldAway(item: HTMLElement) {
  const list = item.parentElement;
  const page = list?.parentElement;
  if (!list || !page || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const { top, left, width, height } = item.getBoundingClientRect();
  const start = { top: `${top + window.scrollY}px`, left: `${left + window.scrollX}px` };
  const places = new Map([...list.children, ...page.children].map((part) => [part, part.getBoundingClientRect()]));
  const observer = new MutationObserver((changes) => {
    if (item.isConnected) return;
    observer.disconnect();
    for (const [part, before] of places) {
      const now = part.getBoundingClientRect();
      const [x, y] = [before.left - now.left, before.top - now.top];
      const isSeen = before.top < window.innerHeight || now.top < window.innerHeight;
      // The list itself stays where it is, and what is in it moves.
      if (part.isConnected && part !== list && isSeen && (x !== 0 || y !== 0))
        part.animate([{ transform: `translate(${x}px, ${y}px)` }, {}], timing);
    }
    for (const part of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (part instanceof Element && !places.has(part))
        part.animate([{ opacity: 0 }, { opacity: 0, offset: 0.5 }, {}], { duration: 2 * timing.duration });
    // React is done with the item. It is seen once more, and is nothing else any more.
    for (const part of item.querySelectorAll('[id]')) part.removeAttribute('id');
    item.inert = true;
    item.ariaHidden = 'true';
    const size = { width: `${width}px`, height: `${height}px` };
    Object.assign(item.style, start, size, { position: 'absolute', overflow: 'clip', listStyle: 'none' });
    document.body.append(item);
    item.animate([{}, { opacity: '0', offset: 0.6 }, { height: '0', opacity: '0' }], timing).onfinish = () =>
      item.remove();
  });
  observer.observe(page, { childList: true, subtree: true });
}

/** Adds, edits and removes dogs, for every page that shows one. `EditedDog` is the open form. */
export function useDogEditing(ownerId: string) {
  const { data: dogs } = useQuery(recordsQuery(ownerId, allDogs));
  const [edited, setEdited] = useEditedDog(ownerId, dogs);
  const [linked, setLinked] = useState<LinkedDog | null>(null);
  useEffect(() => {
    const open = (dog: LinkedDog) => {
      setLinked(dog);
      setEdited('new');
    };
    // Few visits have a dog in the address. If what reads it does not arrive, a reload tries again.
    const take = () => {
      if (window.location.hash.startsWith(dogLinkStart))
        import('./take-linked-dog.ts').then(
          ({ takeLinkedDog }) => takeLinkedDog(open),
          () => undefined,
        );
    };
    take();
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, [setEdited]);
  const { arrivals, comeBack, moveIn } = useArrivals();
  const removeDog = useRemoveDog(ownerId, comeBack);
  const remove = useCallback(
    (dog: Dog) => {
      const item = cardOf(dog.id)?.closest('li');
      if (item) foldAway(item);
      // The pressed button disappears with its card.
      if (!focusNeighbour(item)) focusOrHeading();
      return removeDog(dog);
    },
    [removeDog],
  );
  return {
    ...{ ownerId, edited, linked, remove, arrivals },
    edit: setEdited,
    greet: moveIn,
    onSaved: edited === 'new' ? moveIn : comeBack,
    close() {
      setEdited(null);
      setLinked(null);
    },
  };
}

export function EditedDog({ editing }: { editing: ReturnType<typeof useDogEditing> }) {
  const { ownerId, edited, linked, edit, onSaved, close } = editing;
  const today = useToday();
  if (!edited) return null;
  const dog = edited === 'new' ? null : edited;
  return (
    <DogForm
      key={dog ? dog.id : JSON.stringify(linked)}
      {...{ ownerId, dog, linked, today, onSaved }}
      onReopen={() => edit(edited)}
      onClose={close}
    />
  );
}
