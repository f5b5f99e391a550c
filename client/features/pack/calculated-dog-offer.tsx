import { useEffect, useRef, useState } from 'react';
import { checkDogDraft, dogDraftOf } from '../../../domain/dogs/dog-draft.ts';
import { DogPicture } from '../../art/dog-picture.tsx';
import type { Calculated } from '../../data/drafts/calculated-dog.ts';
import { calculatedPhotoOf } from '../../data/drafts/prepared-dog.ts';
import { inTime } from '../../data/network.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { discardPhotos, usePhotoUpload } from '../../shared/photos/photo-upload.ts';
import { useToday } from '../../shared/use-today.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CrossIcon } from '../../ui/cross-icon.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { beginNewDog, useSaveDog } from './dogs.ts';

/** How long the offer waits for the photo, in milliseconds. A browser that guards its storage may never answer. */
const readingTime = 2_000;

/** The photo that the visitor chose, and an address to show it at; undefined while it is being read. */
function useKeptPhoto({ dog }: Calculated): { photo: Blob; url: string } | null | undefined {
  const [kept, setKept] = useState<{ photo: Blob; url: string } | null>();
  useEffect(() => {
    let url = '';
    let isCurrent = true;
    const show = (photo: Blob | null) => {
      if (!isCurrent) return;
      url = photo ? URL.createObjectURL(photo) : '';
      setKept(photo && { photo, url });
    };
    inTime(calculatedPhotoOf(dog), readingTime).then(show, () => show(null));
    return () => {
      isCurrent = false;
      URL.revokeObjectURL(url);
    };
  }, [dog]);
  return kept;
}

/**
 * Offers, once, what was prepared before signing in. One press adds the dog with its photo, and opens the form of its party if that was
 * the wish. The photo is shown before, because somebody else may have chosen it on this device.
 */
export function CalculatedDogOffer({
  ownerId,
  calculated,
  isFirst,
  onAdded,
  onPlan,
  onForm,
  onEnd,
}: {
  ownerId: string;
  calculated: Calculated;
  /** Whether the pack has no dogs yet, so that the offer has the page to itself. */
  isFirst: boolean;
  onAdded: (dog: Dog) => void;
  onPlan: (dog: Dog) => void;
  /** Opens the form for a new dog, which starts with the kept draft. */
  onForm: () => void;
  /** Called when the offer has been taken or declined. */
  onEnd: () => void;
}) {
  const { dog, wantsParty } = calculated;
  const today = useToday();
  const kept = useKeptPhoto(calculated);
  const uploaded = useRef<string | null>(null);
  const saveDog = useSaveDog(ownerId, null, (saved) => {
    onEnd();
    (wantsParty ? onPlan : onAdded)(saved);
  });

  async function save(photoUrl: string | null) {
    // A second press after a failure uploads no second photo.
    uploaded.current = photoUrl;
    const result = checkDogDraft({ ...dogDraftOf(null), ...dog, photoUrl }, today);
    if (result.ok) return saveDog(result.value);
    beginNewDog(ownerId, { ...dog, photoUrl });
    onEnd();
    return onForm();
  }

  const upload = usePhotoUpload(ownerId, save);
  const [add, isAdding] = useSingleFlight(async () => {
    if (kept && !uploaded.current) await upload.send(kept.photo);
    else await save(uploaded.current);
  });
  if (kept === undefined) return null;

  function decline() {
    if (uploaded.current) discardPhotos([uploaded.current]);
    onEnd();
  }

  const what = kept ? 'the photo and the birthday' : 'the birthday';
  const words = (
    <>
      <p id="calculated-dog" className="line-clamp-2 font-display text-title font-bold wrap-anywhere">
        {wantsParty ? `Ready to plan ${dog.name}'s party?` : `Add ${dog.name} to your pack?`}
      </p>
      <p className={classNames('text-ink-soft', !isFirst && 'max-sm:sr-only')}>
        {wantsParty ? `This adds ${dog.name} to your pack, with ${what}.` : `We kept ${what} on this device.`}
      </p>
    </>
  );
  const picture = (size: string) => <DogPicture dog={{ ...dog, photoUrl: kept?.url ?? null }} className={size} />;
  const press = (
    <Button
      variant={isFirst ? 'primary' : 'secondary'}
      size={isFirst ? 'large' : 'regular'}
      aria-label={wantsParty || isAdding ? undefined : `Add ${dog.name}`}
      aria-busy={isAdding}
      onClick={() => void add()}
    >
      {isAdding ? 'Saving...' : wantsParty ? 'Plan Party' : isFirst ? `Add ${dog.name}` : 'Add'}
    </Button>
  );
  if (isFirst) {
    return (
      <section
        aria-labelledby="calculated-dog"
        className="grid justify-items-center gap-4 rounded-card bg-card p-8 text-center shadow-card sm:p-12"
      >
        {picture('size-44')}
        <h2>No dogs yet!</h2>
        <div>{words}</div>
        <div className="flex flex-wrap justify-center gap-3">
          {press}
          <Button variant="secondary" size="large" onClick={decline}>
            Not Now
          </Button>
        </div>
      </section>
    );
  }
  return (
    <section
      aria-labelledby="calculated-dog"
      className="mb-3 flex items-center gap-3 rounded-card bg-apricot-wash py-2 ps-4 pe-2 shadow-card sm:mb-6 sm:gap-5 sm:py-3"
    >
      {picture(kept ? 'size-20' : 'size-12')}
      <div className="min-w-0 flex-1">{words}</div>
      {press}
      <IconButton label="Not Now" onClick={decline}>
        <CrossIcon />
      </IconButton>
    </section>
  );
}
