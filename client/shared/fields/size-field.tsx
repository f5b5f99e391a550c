import { Fragment, type ReactNode, useId, useSyncExternalStore } from 'react';
import { type DogSize, dogSizes, sizeTraits } from '../../../domain/dogs/size.ts';
import { CastDog } from '../../art/cast-dog.tsx';

/** How large the dogs are beside each other, on one ground. */
const scales: Record<DogSize, number> = { small: 0.62, medium: 0.7, large: 0.8, giant: 1.05 };

const subscribe = () => () => undefined;
/** Whether people weigh in kilograms where the browser's language is from: all but the United States, Liberia and Myanmar. */
const isMetric = () => !/-(US|LR|MM)\b|^(en|my)$/.test(navigator.language);

type SizeDogsProps = {
  value: string;
  legend?: string;
  name?: string;
  /** The picture for a size that is not known, in a form that allows it and names no breeds. */
  unsure?: ReactNode;
  /** Left out where the browser keeps what is chosen, and sends it with its form. */
  onValueChange?: (size: DogSize) => void;
};

/**
 * Chooses a dog's size by a tap on one of the four dogs of the cast, of which the chosen one is awake and wears its hat. They are radio
 * buttons, so a tap or an arrow key chooses before any script has run. The page needs the `Cast` somewhere.
 */
export function SizeDogs({ value, legend = 'Size Category', name = 'size', unsure, onValueChange }: SizeDogsProps) {
  const id = useId();
  // The prerendered page does not know where it is read.
  const startsWithKilograms = useSyncExternalStore(subscribe, isMetric, () => false);
  const radio = (size: DogSize | '') => ({
    ...({ type: 'radio', name, value: size } as const),
    ...(onValueChange
      ? { checked: size === value, onChange: () => size && onValueChange(size) }
      : { defaultChecked: size === value }),
  });
  return (
    <fieldset className={unsure ? 'size-dogs has-unsure' : 'size-dogs'}>
      <legend>{legend}</legend>
      {dogSizes.map((size) => {
        const { label, weightRange, kilograms, breedExamples } = sizeTraits[size];
        const breeds = breedExamples.join(', ');
        return (
          <Fragment key={size}>
            <label>
              <input {...radio(size)} {...(!unsure && { 'aria-describedby': id + size })} />
              <CastDog size={size} scale={scales[size]} />
              <strong>{label}</strong> {/* Its brackets are heard, and not seen: the tile has no room for them. */}
              <span>
                <i>(</i>
                {weightRange}
                <i>)</i>
              </span>
            </label>
            {!unsure && (
              <p id={id + size}>{startsWithKilograms ? `${kilograms}: ${breeds}` : `${breeds} (${kilograms})`}</p>
            )}
          </Fragment>
        );
      })}
      {unsure && (
        <label>
          <input {...radio('')} />
          {unsure}
          <strong>Not sure</strong>
        </label>
      )}
    </fieldset>
  );
}
