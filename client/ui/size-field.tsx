import { memo, useDeferredValue } from 'react';
import { type DogSize, dogSizes, isDogSize, sizeLabel, sizeTraits } from '../../domain/size.ts';
import { DogPortrait } from './art/dog-portrait.tsx';
import { SelectField } from './field.tsx';

function examplesOf(size: DogSize): string {
  return sizeTraits[size].breedExamples.join(', ');
}

const Portrait = memo(DogPortrait);

/** The choice of a dog's size, with the dog of that size beside it. */
export function SizeField({ value, onValueChange }: { value: DogSize; onValueChange: (size: DogSize) => void }) {
  // The choice shows at once; the drawing may follow a moment later on a slow phone.
  const drawnSize = useDeferredValue(value);
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-3">
      <SelectField
        label="Size Category"
        hint={`Such as ${examplesOf(value)}`}
        name="size"
        value={value}
        onValueChange={(size) => {
          if (isDogSize(size)) onValueChange(size);
        }}
      >
        {dogSizes.map((size) => (
          <option key={size} value={size} data-examples={examplesOf(size)}>
            {sizeLabel(size)}
          </option>
        ))}
      </SelectField>
      <Portrait size={drawnSize} className="size-20 sm:size-28" />
    </div>
  );
}
