import { type ReactNode, useEffect } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';
import { dogInHash } from '../../../addresses/addresses.ts';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { goBack } from '../../ui/back-to-close.ts';
import { loadedPart, NotLoaded } from '../../ui/loaded.tsx';
import { DogSheet } from './dog-sheet.tsx';
import { loadBody, loadBodyAhead } from './load-body.ts';
import { BodySkeleton } from './skeletons.tsx';

/**
 * A dog's page is open while the address ends in its hash. Each visit is an entry in the history, whose state says whether the page
 * was opened from the pack. If so, closing it goes back. Otherwise closing only removes the hash, so that nobody leaves Wagday.
 */
const key = 'wagdayDogPage';

/** 'opened': the entry before this one shows the pack. 'entered': it may show anything. */
type Visit = 'opened' | 'entered';

function note(visit: Visit) {
  if (!dogInHash(window.location.hash) || window.history.state?.[key]) return;
  window.history.replaceState({ ...window.history.state, [key]: visit }, '');
}

/** Called when the hash has changed. A page that was reached from another dog's page was not opened from the pack. */
function noteNewHash({ oldURL }: HashChangeEvent) {
  const wasOpen = URL.canParse(oldURL) && dogInHash(new URL(oldURL).hash) !== null;
  note(wasOpen ? 'entered' : 'opened');
}

/** Returns the id of the dog whose page the address names, or null. */
function useDogInAddress(): string | null {
  useEffect(() => {
    note('entered');
    window.addEventListener('hashchange', noteNewHash);
    return () => window.removeEventListener('hashchange', noteNewHash);
  }, []);
  return dogInHash(useLocationProperty(() => window.location.hash));
}

/** Removes the hash from the address. An open dialog keeps its history entry. */
function forgetDogPage() {
  const { [key]: _, ...state } = window.history.state ?? {};
  window.history.replaceState(state, '', window.location.pathname + window.location.search);
}

function leaveDogPage() {
  const visit: unknown = window.history.state?.[key];
  if (visit === 'opened') goBack();
  else forgetDogPage();
}

/** What the page of the pack adds for one dog. */
type Slots = {
  partiesOf: (dog: Dog) => readonly Party[];
  renderParties: (dog: Dog) => ReactNode;
  /** The state of the dog's unsent changes. */
  renderChange: (dog: Dog) => ReactNode;
  onEdit: (dog: Dog) => void;
  onPlan: (dog: Dog) => void;
};

const Body = loadedPart(loadBody, <BodySkeleton />, (retry) => (
  <NotLoaded onRetry={retry} className="content-start p-5 md:p-0" />
));

function OpenPage({
  dog,
  today,
  partiesOf,
  renderParties,
  renderChange,
  onEdit,
  onPlan,
}: Slots & { dog: Dog; today: CalendarDate }) {
  return (
    <DogSheet dog={dog} today={today} onClose={leaveDogPage}>
      <Body
        dog={dog}
        today={today}
        ownParties={partiesOf(dog)}
        parties={renderParties(dog)}
        change={renderChange(dog)}
        onEdit={() => onEdit(dog)}
        onPlan={() => onPlan(dog)}
      />
    </DogSheet>
  );
}

/** The page of the dog in the address, above the pack. Renders nothing for a dog that is not, or no longer, in the pack. */
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
