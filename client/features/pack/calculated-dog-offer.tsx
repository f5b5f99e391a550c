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
import { beginNewDog, useSaveDog } from './dog-drafts.ts';

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

type OfferProps = {
  ownerId: string;
  calculated: Calculated;
  /** Whether the pack has no dogs yet, so that the offer has the page to itself. */
  isFirst: boolean;
  onAdded: (dog: Dog) => void;
  onPlan: (dog: Dog) => void;
  /** Opens the form for a new dog, which starts with the kept draft. */
  onForm: () => void;
  onEnd: () => void;
};

/** Adds the offered dog with its photo, or declines it. A dog that cannot be saved as it is opens the form. */
function useOffer({ ownerId, calculated, onAdded, onPlan, onForm, onEnd }: OfferProps, photo: Blob | undefined) {
  const { dog, wantsParty } = calculated;
  const today = useToday();
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
    if (photo && !uploaded.current) await upload.send(photo);
    else await save(uploaded.current);
  });

  function decline() {
    if (uploaded.current) discardPhotos([uploaded.current]);
    onEnd();
  }

  return { add, isAdding, decline };
}

/**
 * Offers, once, what was prepared before signing in. One press adds the dog with its photo, and opens the form of its party if that was
 * the wish. The photo is shown before, because somebody else may have chosen it on this device.
 */
export function CalculatedDogOffer(props: OfferProps) {
  const { calculated, isFirst } = props;
  const { dog, wantsParty } = calculated;
  const kept = useKeptPhoto(calculated);
  const { add, isAdding, decline } = useOffer(props, kept?.photo);
  if (kept === undefined) return null;
  const what = kept ? 'the photo and the birthday' : 'the birthday';
  return (
    <section
      aria-labelledby="calculated-dog"
      className={
        isFirst
          ? 'grid justify-items-center gap-4 rounded-card bg-card p-8 text-center shadow-card sm:p-12'
          : 'mb-3 flex items-center gap-3 rounded-card bg-apricot-wash py-2 ps-4 pe-2 shadow-card sm:mb-6 sm:gap-5 sm:py-3'
      }
    >
      <DogPicture
        dog={{ ...dog, photoUrl: kept?.url ?? null }}
        className={isFirst ? 'size-44' : kept ? 'size-20' : 'size-12'}
      />
      {isFirst && <h2>No dogs yet!</h2>}
      <div className="min-w-0 flex-1">
        <p id="calculated-dog" className="line-clamp-2 font-display text-title font-bold wrap-anywhere">
          {wantsParty ? `Ready to plan ${dog.name}'s party?` : `Add ${dog.name} to your pack?`}
        </p>
        <p className={classNames('text-ink-soft', !isFirst && 'max-sm:sr-only')}>
          {wantsParty ? `This adds ${dog.name} to your pack, with ${what}.` : `We kept ${what} on this device.`}
        </p>
      </div>
      <div className={isFirst ? 'flex flex-wrap justify-center gap-3' : 'contents'}>
        <Button
          variant={isFirst ? 'primary' : 'secondary'}
          size={isFirst ? 'large' : 'regular'}
          aria-label={wantsParty || isAdding ? undefined : `Add ${dog.name}`}
          aria-busy={isAdding}
          onClick={() => void add()}
        >
          {isAdding ? 'Saving...' : wantsParty ? 'Plan Party' : isFirst ? `Add ${dog.name}` : 'Add'}
        </Button>
        {isFirst ? (
          <Button variant="secondary" size="large" onClick={decline}>
            Not Now
          </Button>
        ) : (
          <IconButton label="Not Now" onClick={decline}>
            <CrossIcon />
          </IconButton>
        )}
      </div>
    </section>
  );
}
