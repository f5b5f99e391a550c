import { useQuery } from '@tanstack/react-query';
import { memo, useEffect, useMemo, useState } from 'react';
import { celebratesOn } from '../../../domain/celebrations/celebrations.ts';
import { livingAndRemembered } from '../../../domain/dogs/pack-order.ts';
import { ChewedCable } from '../../art/chewed-cable.tsx';
import { EmptyPack } from '../../art/empty-pack.tsx';
import { packMessages } from '../../copy/pack-messages.ts';
import { calculatedDogOf, forgetCalculatedDog } from '../../data/drafts/prepared-dog.ts';
import { dogs as allDogs, type Dog } from '../../data/records/dogs.ts';
import { recordsQuery } from '../../data/use-records.tsx';
import { useToday } from '../../shared/use-today.ts';
import { Button } from '../../ui/button.tsx';
import { PlusIcon } from '../../ui/icons.tsx';
import { loadedPart, NotLoaded, optionalPart } from '../../ui/loaded.tsx';
import { showErrorAtForm, Toaster } from '../../ui/toaster.tsx';
import type { Arrivals } from './dog-editing.tsx';
import { type CardSlots, PackCards, type TodaySlot } from './pack-cards.tsx';
import { keepCount, PackLoading } from './pack-loading.tsx';

/** Most visits have nothing to offer, so its code is a separate file. Where that does not arrive, Add New Dog is still there. */
const CalculatedDogOffer = optionalPart(async () => (await import('./calculated-dog-offer.tsx')).CalculatedDogOffer);

function LoadingFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="grid justify-items-center gap-5 rounded-card bg-card p-8 text-center shadow-card sm:p-12 [&_.toasts]:m-0">
      <ChewedCable className="w-100 max-w-full" />
      <h2>Your dogs are safe.</h2>
      <Toaster place="form" />
      <Button onClick={onRetry}>Try Again</Button>
    </div>
  );
}

function Empty({ onAdd }: { onAdd: () => void }) {
  return (
    <div className="grid content-center justify-items-center gap-4 rounded-card bg-card p-8 text-center shadow-card sm:min-h-[64svh] sm:p-12">
      <EmptyPack className="w-80 max-w-full sm:w-120 sm:-translate-x-[13%]" />
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

type PackProps = CardSlots &
  TodaySlot & {
    ownerId: string;
    arrivals: Arrivals;
    onAdded: (dog: Dog) => void;
    onEdit: (dog: Dog | 'new') => void;
    onPlan: (dog: Dog) => void;
    onDelete: (dog: Dog) => void;
  };

/** Every dog on a card, with its actions; the page fills the slots. Memoized, because rendering many whenever a dialog opens is slow. */
export const Pack = memo(function Pack({ ownerId, arrivals, onAdded, onEdit, onPlan, onDelete, ...slots }: PackProps) {
  const today = useToday();
  const { data: dogs, isError, errorUpdatedAt, refetch } = useQuery(recordsQuery(ownerId, allDogs));
  const [prepared, setPrepared] = useState(() => calculatedDogOf(ownerId));
  const isHere = dogs?.some(
    ({ name, birthDate }) => name === prepared?.dog.name && birthDate === prepared.dog.birthDate,
  );
  const calculated = isHere ? null : prepared;
  const { living, remembered } = useMemo(() => livingAndRemembered(dogs ?? []), [dogs]);

  useEffect(() => {
    if (isError && errorUpdatedAt > 0) return showErrorAtForm(packMessages.couldNotLoadDogs);
  }, [isError, errorUpdatedAt]);

  useEffect(() => {
    if (dogs) keepCount(living.length);
  }, [dogs, living]);

  const isDay = living.some((dog) => celebratesOn(dog, today));
  // The icon of the installed app is marked until the day is over or the pack has gone.
  useEffect(() => {
    if (!isDay || !('setAppBadge' in navigator)) return undefined;
    navigator.setAppBadge().catch(() => undefined);
    return () => void navigator.clearAppBadge().catch(() => undefined);
  }, [isDay]);

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
      {dogs && calculated && (
        <CalculatedDogOffer
          {...{ ownerId, calculated, onAdded, onPlan }}
          isFirst={dogs.length === 0}
          onForm={add}
          onEnd={() => {
            forgetCalculatedDog();
            setPrepared(null);
          }}
        />
      )}
      {dogs?.length === 0 && !calculated && <Empty onAdd={add} />}
      {living.length > 0 && (
        <PackCards dogs={living} today={today} {...slots} {...arrivals} onEdit={onEdit} onDelete={onDelete} />
      )}
      {remembered.length > 0 && (
        <Remembered
          dogs={remembered}
          above={living.length}
          arrived={arrivals.arrived}
          onArrived={arrivals.onArrived}
          Parties={slots.Parties}
          Change={slots.Change}
          onEdit={onEdit}
          onDelete={onDelete}
        />
      )}
    </main>
  );
});
