import { useId, useRef } from 'react';
import { dogSizes, sizeTraits } from '../../../domain/dogs/size.ts';
import { type GuestDraft, guestLimits } from '../../../domain/guests/guest-answer.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CrossIcon } from '../../ui/cross-icon.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { PlusIcon } from '../../ui/icons.tsx';

type DraftDog = GuestDraft['dogs'][number];

/** The dogs that a guest brings: a name, and a size where it is known. */
export function GuestDogsField({
  dogs,
  problem,
  onChange,
}: {
  dogs: readonly DraftDog[];
  problem: string | undefined;
  onChange: (dogs: readonly DraftDog[]) => void;
}) {
  const field = useRef<HTMLFieldSetElement>(null);
  const problemId = useId();
  const change = (index: number, part: Partial<DraftDog>) =>
    onChange(dogs.with(index, { ...dogs[index], ...part } as DraftDog));

  // After the fields have been drawn: the new dog's name, or, when one has gone, the button that adds one.
  function focusSoon(selector: string) {
    requestAnimationFrame(() => [...(field.current?.querySelectorAll<HTMLElement>(selector) ?? [])].at(-1)?.focus());
  }

  return (
    <fieldset ref={field} aria-describedby={problem ? problemId : undefined} className="grid grid-cols-1 gap-3">
      <legend className="mb-1.5 font-bold">Dogs</legend>
      {dogs.map((dog, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a dog has nothing but its place until it is saved.
        <div key={index} className="grid grid-cols-[1fr_auto] items-end gap-x-2 gap-y-2 sm:grid-cols-[1fr_9rem_auto]">
          <TextField
            label={`Name of dog ${index + 1}`}
            name="dogs"
            value={dog.name}
            autoComplete="off"
            onValueChange={(name) => change(index, { name })}
          />
          <div className="order-last col-span-2 sm:order-none sm:col-span-1">
            <SelectField
              label={`Size of dog ${index + 1}`}
              name={`size-${index}`}
              value={dog.size}
              onValueChange={(size) => change(index, { size })}
            >
              <option value="">Not known</option>
              {dogSizes.map((size) => (
                <option key={size} value={size}>
                  {sizeTraits[size].label}
                </option>
              ))}
            </SelectField>
          </div>
          <IconButton
            label={`Remove dog ${index + 1}`}
            className="mb-0.5"
            onClick={() => {
              onChange(dogs.toSpliced(index, 1));
              focusSoon('button');
            }}
          >
            <CrossIcon />
          </IconButton>
        </div>
      ))}
      {problem && (
        <p id={problemId} className="text-sm font-bold text-danger">
          {problem}
        </p>
      )}
      {dogs.length < guestLimits.dogs && (
        <Button
          look="quiet"
          className="-ms-4 justify-self-start ps-4"
          onClick={() => {
            onChange([...dogs, { name: '', size: '' }]);
            focusSoon('input');
          }}
        >
          <PlusIcon className="size-5 shrink-0" />
          Add a Dog
        </Button>
      )}
    </fieldset>
  );
}
