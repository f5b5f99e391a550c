import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { isInMemory } from '../../../domain/dogs/life.ts';
import { dogs as allDogs, type Dog } from '../../data/records/dogs.ts';
import { recordsQuery } from '../../data/use-records.tsx';
import { useToday } from '../../shared/use-today.ts';
import { focusNeighbour, focusOrHeading } from '../../ui/focus.ts';
import { foldAway } from '../../ui/fold-away.ts';
import { cardOf } from './dog-card.tsx';
import { useEditedDog } from './dog-drafts.ts';
import { DogForm } from './dog-form.tsx';
import { useRemoveDog } from './dogs.ts';

/** Tracks the dog that was just saved or restored. It is brought into view wherever sorting or searching puts it; a new one is greeted. */
function useArrivals() {
  const [arrived, setArrived] = useState<Dog | null>(null);
  const [newcomerId, setNewcomerId] = useState<string | null>(null);
  // The functions keep their identity, so that memoized cards are not rendered again.
  return {
    arrived,
    newcomerId,
    comeBack: useCallback((dog: Dog) => {
      setArrived(dog);
      setNewcomerId(null);
    }, []),
    moveIn: useCallback((dog: Dog) => {
      setArrived(dog);
      setNewcomerId(isInMemory(dog) ? null : dog.id);
    }, []),
    onArrived: useCallback(() => setArrived(null), []),
    onGreeted: useCallback(() => setNewcomerId(null), []),
  };
}

export type Arrivals = Omit<ReturnType<typeof useArrivals>, 'comeBack' | 'moveIn'>;

/** Adds, edits and removes dogs, for every page that shows one. The page renders `form`. */
export function useDogEditing(ownerId: string) {
  const today = useToday();
  const { data: dogs } = useQuery(recordsQuery(ownerId, allDogs));
  const [edited, setEdited] = useEditedDog(ownerId, dogs);
  const { comeBack, moveIn, ...arrivals } = useArrivals();
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
    edit: setEdited,
    remove,
    arrivals,
    form: edited && (
      <DogForm
        // Differs from the key of the dog's page, because both may be children of one element.
        key={`form of ${edited === 'new' ? 'new' : edited.id}`}
        ownerId={ownerId}
        dog={edited === 'new' ? null : edited}
        today={today}
        onSaved={edited === 'new' ? moveIn : comeBack}
        onReopen={() => setEdited(edited)}
        onClose={() => setEdited(null)}
      />
    ),
  };
}
