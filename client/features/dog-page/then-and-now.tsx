import { useState } from 'react';
import { calculatorPage } from '../../../addresses/addresses.ts';
import type { DayPicture } from '../../../domain/celebrations/celebration-photos.ts';
import { formatShortDate } from '../../../domain/dates/calendar-date.ts';
import { isInMemory, roundTimeBetween, yearsOfLife } from '../../../domain/dogs/life.ts';
import { fileNameOf, isolated } from '../../../domain/text/text.ts';
import { type CardToShare, contentFor } from '../../cards/card.ts';
import { CardDialog } from '../../cards/card-editor.tsx';
import { pairedDay } from '../../cards/paired-day.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { SelectField } from '../../ui/field.tsx';

/** The card of two days. Of a dog in memory it speaks of no "now". */
function pairCard(dog: Dog, before: DayPicture, after: DayPicture): CardToShare {
  const isRemembered = isInMemory(dog);
  const [first, second] = [pairedDay(dog, before), pairedDay(dog, after)];
  const kind = isRemembered ? 'two days' : 'then and now';
  const told = `${first.text}, and ${second.text}`;
  const content = contentFor(dog, {
    kicker: isRemembered ? '' : 'Then and now:',
    lines: [yearsOfLife(dog) ?? `${roundTimeBetween(before.day, after.day)} of tail wags`],
    wish: isRemembered ? 'Good days, all of them.' : 'Same nose, more stories.',
    seal: { figure: '' },
    pair: [first, second],
  });
  return {
    content,
    alt: `Card with two pictures of ${dog.name}: ${told}`,
    fileName: fileNameOf(`${dog.name} ${kind} card`, 'png'),
    share: {
      title: `${dog.name}, ${kind}`,
      text: isRemembered ? `${isolated(dog.name)}: ${told}.` : `${isolated(dog.name)} was ${told}!\nHow old is yours?`,
      url: `${window.location.origin}${calculatorPage}`,
    },
  };
}

type ThenAndNow = {
  dog: Dog;
  /** The pictures of the dog's days, in order. */
  pictures: readonly [DayPicture, DayPicture, ...DayPicture[]];
  onClose: () => void;
};

/** Two days of a dog's life side by side as a card: the first and the last picture, or others that the owner chooses. */
export function ThenAndNowDialog({ dog, pictures, onClose }: ThenAndNow) {
  const [[before, after], choose] = useState<readonly [DayPicture, DayPicture]>([
    pictures[0],
    pictures.at(-1) ?? pictures[1],
  ]);
  const [title, first, second] = isInMemory(dog)
    ? [`Two Days of ${dog.name}`, 'First day', 'Second day']
    : [`${dog.name}, Then and Now`, 'Then', 'Now'];
  const select = (label: string, chosen: DayPicture, days: DayPicture[], onChoose: (day: DayPicture) => void) => (
    <SelectField
      label={label}
      value={chosen.day}
      onValueChange={(value) => onChoose(days.find(({ day }) => day === value) ?? chosen)}
      options={days.map(({ day }) => [day, formatShortDate(day)])}
    />
  );
  const earlier = pictures.filter(({ day }) => day < after.day);
  const later = pictures.filter(({ day }) => day > before.day);
  return (
    <CardDialog title={title} card={pairCard(dog, before, after)} dogName={dog.name} onClose={onClose}>
      {pictures.length > 2 && (
        <div className="grid grid-cols-2 gap-2">
          {select(first, before, earlier, (day) => choose([day, after]))}
          {select(second, after, later, (day) => choose([before, day]))}
        </div>
      )}
    </CardDialog>
  );
}
