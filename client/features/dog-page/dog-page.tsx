import { type ReactNode, useEffect } from 'react';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { forgetDogPage, leaveDogPage, useDogInAddress } from './dog-page-address.ts';
import { DogSheet } from './dog-sheet.tsx';
import { loadBody, loadBodyAhead } from './load-body.ts';
import { BodySkeleton } from './skeletons.tsx';

/** What the page of the pack adds, for one dog. */
type Slots = {
  partiesOf: (dog: Dog) => readonly Party[];
  renderParties: (dog: Dog) => ReactNode;
  /** The state of the dog's unsent changes. */
  renderChange: (dog: Dog) => ReactNode;
  onEdit: (dog: Dog) => void;
  onPlan: (dog: Dog) => void;
};

function OpenPage({
  dog,
  today,
  partiesOf,
  renderParties,
  renderChange,
  onEdit,
  onPlan,
}: Slots & { dog: Dog; today: CalendarDate }) {
  const { part: Body, hasFailed, retry } = useLoaded(loadBody);
  return (
    <DogSheet dog={dog} today={today} onClose={leaveDogPage}>
      {Body && (
        <Body
          dog={dog}
          today={today}
          ownParties={partiesOf(dog)}
          parties={renderParties(dog)}
          change={renderChange(dog)}
          onEdit={() => onEdit(dog)}
          onPlan={() => onPlan(dog)}
        />
      )}
      {!Body && !hasFailed && <BodySkeleton />}
      {!Body && hasFailed && (
        <div className="p-5 md:p-0">
          <NotLoaded onRetry={retry} />
        </div>
      )}
    </DogSheet>
  );
}

/** The page of the dog that the address asks for, above the pack. A dog that is not in the pack, or no longer, has none. */
export function DogPage({ dogs, ...rest }: Slots & { dogs: Dog[]; today: CalendarDate }) {
  const id = useDogInAddress();
  const dog = dogs.find((candidate) => candidate.id === id);
  const isUnknown = id !== null && !dog;
  useEffect(() => {
    if (isUnknown) forgetDogPage();
  }, [isUnknown]);
  useEffect(loadBodyAhead, []);
  return dog && <OpenPage key={dog.id} dog={dog} {...rest} />;
}
