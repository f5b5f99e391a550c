import { type DogSize, dogSizes, isDogSize, sizeLabel, sizeTraits } from '../../../domain/dogs/size.ts';
import { CastDog } from '../../art/cast-dog.tsx';
import { SelectField } from '../../ui/field.tsx';

function examplesOf(size: DogSize): string {
  return sizeTraits[size].breedExamples.join(', ');
}

/**
 * Chooses a dog's size: a menu with weights and breeds, and beside it the four dogs of the cast to tap, of which the chosen one is
 * awake. Both set the same value. The dogs are radio buttons, so a tap or an arrow key wakes one before any script has run
 * (`entries/first-paint.ts` keeps the menu in step until then). The page needs the `Cast` somewhere, unless the field has no pictures
 * because the form draws the dog elsewhere.
 */
export function SizeField({
  value,
  onValueChange,
  isPictured = true,
}: {
  value: DogSize;
  onValueChange: (size: DogSize) => void;
  isPictured?: boolean;
}) {
  const menu = (
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
  if (!isPictured) return menu;
  return (
    <div className="@container">
      <div className="grid items-start gap-x-5 gap-y-3 @xl:grid-cols-2">
        <fieldset className="size-dogs">
          <legend>Tap the dog most like yours</legend>
          {dogSizes.map((size) => (
            <label key={size}>
              <input
                type="radio"
                name="dog"
                value={size}
                checked={size === value}
                onChange={() => onValueChange(size)}
              />
              <CastDog size={size} />
              {sizeTraits[size].label}
            </label>
          ))}
        </fieldset>
        {menu}
      </div>
    </div>
  );
}
