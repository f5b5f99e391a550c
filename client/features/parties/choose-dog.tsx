import { DogPicture } from '../../art/dog-picture.tsx';
import type { Dog } from '../../data/records/dogs.ts';
import { Dialog } from '../../ui/dialog.tsx';

/** Asks which dog a party is for. */
export function ChooseDog({
  dogs,
  onChoose,
  onClose,
}: {
  dogs: readonly Dog[];
  onChoose: (dog: Dog) => void;
  onClose: () => void;
}) {
  return (
    <Dialog title="Who's the party for?" closeLabel="Close" onClose={onClose}>
      <ul className="grid gap-2">
        {dogs.map((dog) => (
          <li key={dog.id}>
            <button
              type="button"
              className="flex w-full items-center gap-4 rounded-field border-2 border-line px-3 py-2 text-start font-display font-bold hover:border-edge hover:bg-apricot-wash"
              onClick={() => onChoose(dog)}
            >
              <DogPicture dog={dog} className="size-14 shrink-0" />
              <span className="min-w-0 wrap-anywhere">{dog.name}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
