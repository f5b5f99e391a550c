import { useId, useState } from 'react';
import { birthdayReport } from '../../../domain/celebrations/birthday-report.ts';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { DogPicture } from '../../art/dog-picture.tsx';
import { Choice } from '../../cards/card-choices.tsx';
import { CardEditor } from '../../cards/card-editor.tsx';
import { birthdayCard, gotchaCard, graduationCard } from '../../cards/celebration-cards.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { BirthdayDog } from './birthday-words.ts';

/** The dogs of the day in a row to swipe through, which chooses the card to show. */
function DogChoice({
  celebrating,
  chosen,
  onChoose,
}: {
  celebrating: readonly BirthdayDog[];
  chosen: Dog;
  onChoose: (dog: Dog) => void;
}) {
  const group = useId();
  return (
    <div role="radiogroup" aria-label="Whose card" className="-m-1.5 mb-4 flex snap-x gap-2 overflow-x-auto p-1.5">
      {celebrating.map(({ dog }) => (
        <Choice
          key={dog.id}
          group={group}
          isChosen={dog.id === chosen.id}
          onChoose={() => onChoose(dog)}
          className="shrink-0 snap-start gap-2 ps-2 pe-4"
        >
          <DogPicture dog={dog} className="size-10" />
          <span className="max-w-40 truncate text-base">{dog.name}</span>
        </Choice>
      ))}
    </div>
  );
}

/** Returns the card of what a dog celebrates today, and the card's name for the title of the dialog. */
function cardOf({ dog, celebration }: BirthdayDog, today: CalendarDate) {
  const url = `${window.location.origin}/`;
  if (celebration.kind === 'gotcha day') return { name: 'Gotcha Day', card: gotchaCard(dog, celebration, url) };
  if (celebration.kind === 'puppy graduation')
    return { name: 'Graduation', card: graduationCard(dog, celebration, url) };
  return { name: 'Birthday', card: birthdayCard(dog, birthdayReport(dog, today), url) };
}

/** The finished cards of the dogs of the day, one at a time. */
export function PartyCards({
  celebrating,
  today,
  isFinished,
  onClose,
}: {
  celebrating: readonly [BirthdayDog, ...BirthdayDog[]];
  today: CalendarDate;
  /** Slides the card up from below, as the end of the party. */
  isFinished: boolean;
  onClose: () => void;
}) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const chosen = celebrating.find(({ dog: { id } }) => id === chosenId) ?? celebrating[0];
  const { dog } = chosen;
  const { name, card } = cardOf(chosen, today);
  return (
    <Dialog isWide title={`A ${name} Card for ${dog.name}`} onClose={onClose}>
      {celebrating.length > 1 && (
        <DogChoice celebrating={celebrating} chosen={dog} onChoose={({ id }) => setChosenId(id)} />
      )}
      <CardEditor
        key={dog.id}
        card={card}
        dogName={dog.name}
        photo={dog.photoUrl}
        focus={dog.photoFocus}
        isFinished={isFinished}
        onDone={onClose}
      />
    </Dialog>
  );
}
