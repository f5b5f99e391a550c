import { useState } from 'react';
import { calculatorPage } from '../../../addresses/addresses.ts';
import type { DayPicture } from '../../../domain/celebrations/celebration-photos.ts';
import { type CalendarDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { isInMemory, timeBetween, yearsOfLife } from '../../../domain/dogs/life.ts';
import { fileNameOf, isolated } from '../../../domain/text/text.ts';
import { type CardToShare, contentFor } from '../../cards/card.ts';
import { CardDialog } from '../../cards/card-editor.tsx';
import { pairedDay } from '../../cards/paired-day.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { SelectField } from '../../ui/field.tsx';

/** The card of two days. Of a dog in memory it speaks of no "now". */
function pairCard(dog: Dog, before: DayPicture, after: DayPicture, url: string): CardToShare {
  const isRemembered = isInMemory(dog);
  const [first, second] = [pairedDay(dog, before), pairedDay(dog, after)];
  const kind = isRemembered ? 'two days' : 'then and now';
  const told = `${first.text}, and ${second.text}`;
  const content = contentFor(dog, {
    kicker: isRemembered ? '' : 'Then and now:',
    lines: [yearsOfLife(dog) ?? `${timeBetween(before.day, after.day)} of tail wags`],
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
      url,
    },
  };
}

function DaySelect({
  label,
  days,
  chosen,
  onChoose,
}: {
  label: string;
  days: readonly DayPicture[];
  chosen: CalendarDate;
  onChoose: (day: CalendarDate) => void;
}) {
  return (
    <SelectField
      label={label}
      value={chosen}
      onValueChange={(value) => {
        const picture = days.find(({ day }) => day === value);
        if (picture) onChoose(picture.day);
      }}
      options={days.map(({ day }) => [day, formatLongDate(day).replace(/^(\w{3})\w+/, '$1')])}
    />
  );
}

/** Two days of a dog's life side by side as a card: the first and the last picture, or others that the owner chooses. */
export function ThenAndNowDialog({
  dog,
  pictures,
  onClose,
}: {
  dog: Dog;
  /** The pictures of the dog's days, in order. */
  pictures: readonly [DayPicture, DayPicture, ...DayPicture[]];
  onClose: () => void;
}) {
  const [[from, to], choose] = useState<readonly [CalendarDate, CalendarDate]>(() => [
    pictures[0].day,
    (pictures.at(-1) ?? pictures[1]).day,
  ]);
  const before = pictures.find(({ day }) => day === from) ?? pictures[0];
  const after = pictures.find(({ day }) => day === to) ?? pictures[1];
  const title = isInMemory(dog) ? `Two Days of ${dog.name}` : `${dog.name}, Then and Now`;
  return (
    <CardDialog
      title={title}
      card={pairCard(dog, before, after, `${window.location.origin}${calculatorPage}`)}
      dogName={dog.name}
      onClose={onClose}
    >
      {pictures.length > 2 && (
        <div className="grid grid-cols-2 gap-2 md:max-lg:[&_select]:px-3">
          <DaySelect
            label={isInMemory(dog) ? 'First day' : 'Then'}
            days={pictures.filter(({ day }) => day < to)}
            chosen={from}
            onChoose={(day) => choose([day, to])}
          />
          <DaySelect
            label={isInMemory(dog) ? 'Second day' : 'Now'}
            days={pictures.filter(({ day }) => day > from)}
            chosen={to}
            onChoose={(day) => choose([from, day])}
          />
        </div>
      )}
    </CardDialog>
  );
}
