import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { Dog } from '../../backend/records/dogs.ts';
import { messages } from '../../copy/messages.ts';
import { EmptyPack } from '../../ui/art/empty-pack.tsx';
import { PawIcon, PlusIcon } from '../../ui/art/icons.tsx';
import { Button } from '../../ui/button.tsx';
import { focusNeighbour, focusOrHeading } from '../../ui/focus.ts';
import { showError } from '../../ui/toaster.tsx';
import { useToday } from '../../ui/use-today.ts';
import { CalculatedDogOffer } from './calculated-dog-offer.tsx';
import { cardOf } from './dog-card.tsx';
import { useEditedDog } from './dog-drafts.ts';
import { DogForm } from './dog-form.tsx';
import { dogsQuery, useRemoveDog } from './dogs.ts';
import { type CardSlots, PackCards } from './pack-cards.tsx';

function Loading() {
  return (
    <p role="status" className="flex items-center justify-center gap-3 py-20 font-display text-title">
      <PawIcon className="size-8 animate-wag text-raspberry" />
      Loading your pack...
    </p>
  );
}

function LoadingFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="grid justify-items-center gap-5 rounded-card bg-card p-10 text-center shadow-card">
      <EmptyPack className="w-64 max-w-full" />
      <p>{messages.couldNotLoadDogs.text}</p>
      <Button onClick={onRetry}>Try Again</Button>
    </div>
  );
}

function Empty({ onAdd }: { onAdd: () => void }) {
  return (
    <div className="grid justify-items-center gap-4 rounded-card bg-card p-8 text-center shadow-card sm:p-12">
      <EmptyPack className="w-80 max-w-full" />
      <h2>No dogs yet!</h2>
      <p className="max-w-reading text-ink-soft">The basket is warm and the party hat is ready. Who moves in first?</p>
      <Button size="large" onClick={onAdd}>
        Add Your First Dog
      </Button>
    </div>
  );
}

/** The owner's pack: every dog on a card, with its actions. The page fills the slots. */
export function Pack({
  ownerId,
  renderAbove,
  ...slots
}: CardSlots & {
  ownerId: string;
  /** Content above the cards. */
  renderAbove?: (dogs: Dog[]) => ReactNode;
}) {
  const today = useToday();
  const { data: dogs, isError, errorUpdatedAt, refetch } = useQuery(dogsQuery(ownerId));
  const [edited, setEdited] = useEditedDog(ownerId, dogs);
  // A dog that was saved or restored just now is brought into view, wherever sorting or searching puts it.
  const [arrived, setArrived] = useState<Dog | null>(null);
  const remove = useRemoveDog(ownerId, setArrived);
  const forgetArrival = useCallback(() => setArrived(null), []);

  useEffect(() => {
    if (errorUpdatedAt > 0) showError(messages.couldNotLoadDogs);
  }, [errorUpdatedAt]);

  const removeFromPack = useCallback(
    (dog: Dog) => {
      // The pressed button disappears with its card.
      if (!focusNeighbour(cardOf(dog.id)?.closest('li'))) focusOrHeading();
      void remove(dog);
    },
    [remove],
  );

  return (
    // The padding below lets the last card scroll out from under a toast.
    <main className="mx-auto w-full max-w-page grow px-4 pt-8 pb-32 sm:px-6">
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
        <h1 tabIndex={-1}>Your Pack</h1>
        <Button onClick={() => setEdited('new')}>
          <PlusIcon />
          Add New Dog
        </Button>
      </div>
      {!dogs && (isError ? <LoadingFailed onRetry={() => void refetch()} /> : <Loading />)}
      {dogs && <CalculatedDogOffer ownerId={ownerId} dogs={dogs} onAdd={() => setEdited('new')} />}
      {dogs?.length === 0 && <Empty onAdd={() => setEdited('new')} />}
      {dogs && dogs.length > 0 && (
        <PackCards
          dogs={dogs}
          today={today}
          {...slots}
          onEdit={setEdited}
          onDelete={removeFromPack}
          arrived={arrived}
          onArrived={forgetArrival}
        >
          {renderAbove?.(dogs)}
        </PackCards>
      )}
      {edited && (
        <DogForm
          key={edited === 'new' ? 'new' : edited.id}
          ownerId={ownerId}
          dog={edited === 'new' ? null : edited}
          today={today}
          onSaved={setArrived}
          onReopen={() => setEdited(edited)}
          onClose={() => setEdited(null)}
        />
      )}
    </main>
  );
}
