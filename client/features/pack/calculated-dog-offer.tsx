import { useState } from 'react';
import { DogPicture } from '../../art/dog-picture.tsx';
import { calculatedDogOf, forgetCalculatedDog } from '../../data/drafts/calculated-dog.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { Button } from '../../ui/button.tsx';
import { beginNewDog } from './dog-drafts.ts';

/** Offers, once, to add the dog that was calculated before signing in. */
export function CalculatedDogOffer({
  ownerId,
  dogs,
  onAdd,
}: {
  ownerId: string;
  dogs: readonly Dog[];
  /** Opens the form for a new dog, which starts with the kept draft. */
  onAdd: () => void;
}) {
  const [dog, setDog] = useState(() => calculatedDogOf(ownerId));
  const isHere = dogs.some(({ name, birthDate }) => name === dog?.name && birthDate === dog.birthDate);
  if (!dog || isHere) return null;

  function end() {
    forgetCalculatedDog();
    setDog(null);
  }

  function add() {
    if (!dog) return;
    beginNewDog(ownerId, dog);
    end();
    onAdd();
  }

  return (
    <section
      aria-labelledby="calculated-dog"
      className="mb-6 flex flex-wrap items-center gap-x-5 gap-y-3 rounded-card bg-apricot-wash px-5 py-4 shadow-card"
    >
      <DogPicture dog={{ ...dog, photoUrl: null }} className="size-16" />
      <div className="min-w-48 flex-1">
        <p id="calculated-dog" className="font-display text-title font-bold wrap-anywhere">
          Add {dog.name} to your pack?
        </p>
        <p className="text-ink-soft">You have calculated this birthday a moment ago. We have kept it for you.</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button look="quiet on a wash" onClick={end}>
          No, Thanks
        </Button>
        <Button onClick={add}>
          Add<span className="wrap-anywhere">{dog.name}</span>
        </Button>
      </div>
    </section>
  );
}
