import type { ReactNode } from 'react';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { loadedPart, NotLoaded } from '../../ui/loaded.tsx';
import { DogSheet } from './dog-sheet.tsx';
import { loadBody } from './load-body.ts';
import { BodySkeleton } from './skeletons.tsx';

const Body = loadedPart(loadBody, <BodySkeleton />, (retry) => (
  <NotLoaded onRetry={retry} className="content-start p-5 md:p-0" />
));

/** The page of one dog. */
export function DogPage({
  dog,
  today,
  parties,
  renderParties,
  renderChange,
  onBack,
  onEdit,
  onPlan,
}: {
  dog: Dog;
  today: CalendarDate;
  /** The dog's parties, past and planned. */
  parties: readonly Party[];
  renderParties: (dog: Dog) => ReactNode;
  /** Shows the state of the dog's unsent changes. */
  renderChange: (dog: Dog) => ReactNode;
  onBack: () => void;
  onEdit: (dog: Dog) => void;
  onPlan: (dog: Dog) => void;
}) {
  return (
    <DogSheet dog={dog} today={today} onBack={onBack}>
      <Body
        dog={dog}
        today={today}
        ownParties={parties}
        parties={renderParties(dog)}
        change={renderChange(dog)}
        onEdit={() => onEdit(dog)}
        onPlan={() => onPlan(dog)}
      />
    </DogSheet>
  );
}
