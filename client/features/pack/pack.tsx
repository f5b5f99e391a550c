import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { CalculatorInput } from '../../../domain/dogs/calculator-draft.ts';
import { checkDogDraft, dogDraftOf } from '../../../domain/dogs/dog-draft.ts';
import { livingAndRemembered } from '../../../domain/dogs/pack-order.ts';
import { ChewedCable } from '../../art/chewed-cable.tsx';
import { DogPicture } from '../../art/dog-picture.tsx';
import { EmptyPack } from '../../art/empty-pack.tsx';
import { packMessages } from '../../copy/pack-messages.ts';
import { calculatedDogOf, forgetCalculatedDog } from '../../data/drafts/calculated-dog.ts';
import { dogs as allDogs, type Dog } from '../../data/records/dogs.ts';
import { recordsQuery } from '../../data/use-records.tsx';
import { useToday } from '../../shared/use-today.ts';
import { PlusIcon } from '../../ui/app-icons.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { CrossIcon } from '../../ui/cross-icon.tsx';
import { loadedPart, NotLoaded } from '../../ui/loaded.tsx';
import { showErrorAtForm, Toaster } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import type { Arrivals } from './dog-editing.tsx';
import { beginNewDog, useSaveDog } from './dogs.ts';
import { type CardSlots, PackCards, type TodaySlot } from './pack-cards.tsx';
import { keepCount, PackLoading } from './pack-loading.tsx';

/**
 * Offers, once, to add the dog that was calculated before signing in. Who pressed Plan Party then needs one press now: the dog is added,
 * and the form of its party opens.
 */
function CalculatedDogOffer({
  ownerId,
  dogs,
  onAdd,
  onPlan,
}: {
  ownerId: string;
  dogs: readonly Dog[];
  /** Opens the form for a new dog, which starts with the kept draft. */
  onAdd: () => void;
  onPlan: (dog: Dog) => void;
}) {
  const [calculated, setCalculated] = useState(() => calculatedDogOf(ownerId));
  const today = useToday();
  const save = useSaveDog(ownerId, null, (saved) => {
    end();
    onPlan(saved);
  });
  const [plan] = useSingleFlight(async (dog: CalculatorInput) => {
    const result = checkDogDraft({ ...dogDraftOf(null), ...dog }, today);
    if (result.ok) await save(result.value);
    else add(dog);
  });
  const isHere = dogs.some(
    ({ name, birthDate }) => name === calculated?.dog.name && birthDate === calculated.dog.birthDate,
  );
  if (!calculated || isHere) return null;
  const { dog, wantsParty } = calculated;

  function end() {
    forgetCalculatedDog();
    setCalculated(null);
  }

  function add(dog: CalculatorInput) {
    beginNewDog(ownerId, dog);
    end();
    onAdd();
  }

  return (
    <section
      aria-labelledby="calculated-dog"
      className="mb-3 flex items-center gap-3 rounded-card bg-apricot-wash py-2 ps-4 pe-2 shadow-card sm:mb-6 sm:gap-5 sm:py-3"
    >
      <DogPicture dog={{ ...dog, photoUrl: null }} className="size-12" />
      <div className="min-w-0 flex-1">
        <p id="calculated-dog" className="line-clamp-2 font-display font-bold wrap-anywhere sm:text-title">
          {wantsParty ? `Ready to plan ${dog.name}'s party?` : `Add ${dog.name} to your pack?`}
        </p>
        <p className="text-ink-soft max-sm:sr-only">
          {wantsParty ? `This adds ${dog.name} to your pack, too.` : 'We saved the birthday you just looked up.'}
        </p>
      </div>
      {wantsParty ? (
        <Button variant="secondary" onClick={() => void plan(dog)}>
          Plan Party
        </Button>
      ) : (
        <Button variant="secondary" aria-label={`Add ${dog.name}`} onClick={() => add(dog)}>
          Add
        </Button>
      )}
      <IconButton label="No, Thanks" onClick={end}>
        <CrossIcon />
      </IconButton>
    </section>
  );
}

function LoadingFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="grid justify-items-center gap-5 rounded-card bg-card p-8 text-center shadow-card sm:p-12 [&_.toasts]:m-0">
      <ChewedCable className="w-100 max-w-full" />
      <h2>Your dogs are safe.</h2>
      {/* Says what failed. */}
      <Toaster place="form" />
      <Button onClick={onRetry}>Try Again</Button>
    </div>
  );
}

function Empty({ onAdd }: { onAdd: () => void }) {
  return (
    <div className="grid justify-items-center gap-4 rounded-card bg-card p-8 text-center shadow-card sm:p-12">
      <EmptyPack className="w-80 max-w-full sm:-translate-x-[13%]" />
      <h2>No dogs yet!</h2>
      <p className="max-w-reading text-ink-soft">The basket is warm and the party hat is ready. Who moves in first?</p>
      <Button size="large" onClick={onAdd}>
        Add Your First Dog
      </Button>
    </div>
  );
}

/** The dogs in memory. Their cards are a separate file because most packs have none. */
const Remembered = loadedPart(
  async () => (await import('./in-memory.tsx')).InMemory,
  null,
  (retry) => (
    <NotLoaded
      text="The dogs in memory could not be shown. Please check your network."
      onRetry={retry}
      className="mt-10"
    />
  ),
);

/** The owner's pack: every dog on a card, with its actions. The page fills the slots. */
export function Pack({
  ownerId,
  arrivals,
  onEdit,
  onPlan,
  onDelete,
  ...slots
}: CardSlots &
  TodaySlot & {
    ownerId: string;
    arrivals: Arrivals;
    /** Opens the form for a dog, or for a new one. */
    onEdit: (dog: Dog | 'new') => void;
    /** Opens the form for a party of the dog. */
    onPlan: (dog: Dog) => void;
    onDelete: (dog: Dog) => void;
  }) {
  const today = useToday();
  const { data: dogs, isError, errorUpdatedAt, refetch } = useQuery(recordsQuery(ownerId, allDogs));
  const { living, remembered } = useMemo(() => livingAndRemembered(dogs ?? []), [dogs]);

  useEffect(() => {
    if (isError && errorUpdatedAt > 0) return showErrorAtForm(packMessages.couldNotLoadDogs);
    return undefined;
  }, [isError, errorUpdatedAt]);

  useEffect(() => {
    if (dogs) keepCount(living.length);
  }, [dogs, living]);

  const add = () => onEdit('new');
  return (
    // The padding below lets the last card scroll out from under a toast. Clips the specks around a new dog, which would widen the page.
    <main className="mx-auto w-full max-w-page grow overflow-x-clip px-4 pt-5 pb-8 sm:px-6 sm:pt-8">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 sm:mb-6">
        <h1 tabIndex={-1}>Your Pack</h1>
        <Button variant="secondary" onClick={add}>
          <PlusIcon />
          Add New Dog
        </Button>
      </div>
      {!dogs && (isError ? <LoadingFailed onRetry={() => void refetch()} /> : <PackLoading />)}
      {dogs && <CalculatedDogOffer {...{ ownerId, dogs, onPlan }} onAdd={add} />}
      {dogs?.length === 0 && <Empty onAdd={add} />}
      {living.length > 0 && (
        <PackCards dogs={living} today={today} {...slots} {...arrivals} onEdit={onEdit} onDelete={onDelete} />
      )}
      {remembered.length > 0 && (
        <Remembered
          dogs={remembered}
          arrived={arrivals.arrived}
          onArrived={arrivals.onArrived}
          renderParties={slots.renderParties}
          renderChange={slots.renderChange}
          onEdit={onEdit}
          onDelete={onDelete}
        />
      )}
    </main>
  );
}
