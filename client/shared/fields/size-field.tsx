import { useId } from 'react';
import { type DogSize, dogSizes, isDogSize, sizeLabel, sizeTraits } from '../../../domain/dogs/size.ts';
import { CastDog } from '../../art/cast-dog.tsx';
import { SelectField } from '../../ui/field.tsx';

function examplesOf(size: DogSize): string {
  return sizeTraits[size].breedExamples.join(', ');
}

type Choice = { value: DogSize; onValueChange: (size: DogSize) => void };

/** Chooses a dog's size from a menu with weights and breeds, in a form that draws the dog elsewhere. */
export function SizeField({ value, onValueChange }: Choice) {
  return (
    <SelectField
      label="Size Category"
      hint={`Such as ${examplesOf(value)} (${sizeTraits[value].kilograms})`}
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
  );
}

/** How high the dogs are beside each other, from 60 to 78 pixels on a phone. */
const heights: Record<DogSize, number> = { small: 0.77, medium: 0.82, large: 0.9, giant: 1 };

/**
 * Chooses a dog's size by a tap on one of the four dogs of the cast, of which the chosen one is awake. They are radio buttons, so a tap
 * or an arrow key wakes one before any script has run. The page needs the `Cast` somewhere.
 */
export function SizeDogs({ value, onValueChange }: Choice) {
  const id = useId();
  return (
    <fieldset className="size-dogs">
      <legend>Size Category</legend>
      {dogSizes.map((size) => (
        <label key={size}>
          <input
            type="radio"
            name="size"
            value={size}
            checked={size === value}
            aria-describedby={id + size}
            onChange={() => onValueChange(size)}
          />
          <CastDog size={size} scale={heights[size]} />
          <strong>{sizeTraits[size].label}</strong> <span>{`(${sizeTraits[size].weightRange})`}</span>
          {/* Describes the button, and is no part of its name. */}
          <span id={id + size} aria-hidden="true">
            {examplesOf(size)}
          </span>
        </label>
      ))}
      <p>{`${sizeTraits[value].label} is ${sizeTraits[value].kilograms}.`}</p>
    </fieldset>
  );
}
