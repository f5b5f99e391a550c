import { type ReactNode, type RefObject, useId, useRef } from 'react';
import { partyHash } from '../../../addresses/addresses.ts';
import { focusOfPartyPhoto } from '../../../domain/celebrations/celebration-photos.ts';
import { formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { PawPrint } from '../../art/paw-print.tsx';
import { packMessages } from '../../copy/pack-messages.ts';
import { partyMessages } from '../../copy/party-messages.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { type Party, parties } from '../../data/records/parties.ts';
import type { Portrait } from '../../data/records/portraits.ts';
import { useRecords } from '../../data/use-records.tsx';
import { PhotoButton } from '../../shared/photos/photo-button.tsx';
import { discardPhotos, usePhotoUpload } from '../../shared/photos/photo-upload.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { showError, showSuccess } from '../../ui/toaster.tsx';
import { useNear } from '../../ui/use-near.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';

type Remembered = { ownerId: string; dog: Dog; party: Party };

/**
 * Keeps the photo of a past party. What it replaces can be brought back for a moment. Without network all of it waits to be sent.
 * @param place contains the button that was pressed, which may go. The first link or button there then gets the focus.
 */
function useMemoryPhoto({ ownerId, dog, party }: Remembered, place: RefObject<HTMLElement | null>) {
  const { save } = useRecords(ownerId, parties);

  async function keep(seen: Party, memoryPhotoUrl: string | null, isUndo = false): Promise<void> {
    const { id, title, memoryPhotoUrl: former } = seen;
    try {
      const { saved, state } = await save({ id, seen, values: { ...seen, memoryPhotoUrl }, parent: dog });
      if (place.current?.contains(document.activeElement))
        place.current.querySelector<HTMLElement>('a, input')?.focus();
      // PackStatus asks about a change that needs a decision.
      if (state === 'undecided') return;
      const news = memoryPhotoUrl ? partyMessages.memoryKept(title) : partyMessages.photoRemoved(title);
      const undo = former !== null && { label: 'Undo', run: () => void keep(saved, former, true) };
      showSuccess(
        state === 'waiting' ? packMessages.keptForLater(title) : news,
        undo && !isUndo ? { ...undo, onPassed: () => discardPhotos([former]) } : undefined,
      );
    } catch {
      const run = () => void keep(seen, memoryPhotoUrl, isUndo);
      showError(partyMessages.couldNotSaveParty, { label: 'Try Again', run });
    }
  }

  const upload = usePhotoUpload(ownerId, (photoUrl) => keep(party, photoUrl).then(upload.clear));
  // Once at a time, because a second offer to undo would delete the photo that the first one brings back.
  const [remove] = useSingleFlight(() => keep(party, null));
  return { ...upload, remove: () => void remove() };
}

/** The stamp on a past party, by night in the ink of the day, as its print is of paper. Decorative: words beside it say so. */
function MemoryStamp() {
  const arc = useId();
  return (
    <svg viewBox="-60 -60 120 120" className="absolute -end-2 -top-3 w-1/3 max-w-20 rotate-12" aria-hidden="true">
      <path id={arc} d="M-37 0A37 37 0 0 1 37 0" fill="none" />
      <circle r="56" fill="var(--art-white)" />
      <g stroke="var(--color-raspberry-ink)" strokeWidth="3.5" strokeLinecap="round" className="scheme-light">
        <path d="M2-56C34-57 57-32 56 1S32 57-1 56S-57 30-56-2S-30-55 2-56Z" fill="none" />
        <path d="M0-28C17-29 29-17 28 1S16 29-1 28S-29 15-28-1S-16-27 0-28Z" fill="none" strokeWidth="2.5" />
        <path d="M-34 26l4 3M-26 36l5 2M-14 42l5 1M34 26l-4 3M26 36l-5 2M14 42l-5 1M-1 44h2" fill="none" />
      </g>
      <text fontSize="13" fontWeight="700" letterSpacing="1.2" className="scheme-light fill-raspberry-ink font-display">
        <textPath href={`#${arc}`} startOffset="50%" textAnchor="middle">
          CELEBRATED
        </textPath>
      </text>
      <g className="scheme-light [--art-print:var(--color-raspberry-ink)]">
        <PawPrint transform="translate(0 3)" />
      </g>
    </svg>
  );
}

/** A past party as a print in an album: the photo of the day with its stamp, or the dog drawn while there is none. It leads to its page. */
export function Memory({
  isAlwaysNear = true,
  portraits,
  held,
  children,
  ...remembered
}: Remembered & {
  isAlwaysNear?: boolean;
  /** They know where the face is in the photo of a day, for which `held` are the parties. */
  portraits: readonly Portrait[];
  held: readonly Party[];
  children?: ReactNode;
}) {
  const { dog, party } = remembered;
  const { isNear, item } = useNear(isAlwaysNear, '17rem');
  const card = useRef<HTMLDivElement>(null);
  const photo = useMemoryPhoto(remembered, card);
  const ofDay = photo.preview ?? party.memoryPhotoUrl;
  const photoFocus = isNear && !photo.preview ? focusOfPartyPhoto(party, portraits, held) : null;
  return (
    // Of an odd number the latest fills the first row of a phone.
    <li
      {...item}
      className="grid min-w-0 grow basis-[40%] grid-rows-[1fr] gap-2 [--ratio:1] odd:-rotate-1 even:rotate-1 first:nth-last-[odd]:[--ratio:4/3] max-sm:first:nth-last-[odd]:basis-full sm:not-only:max-w-80 sm:basis-64 sm:[--ratio:4/3] @xl:only:max-w-3xl @xl:only:rotate-0 @xl:only:[&_a]:grid @xl:only:[&_a]:grid-cols-[minmax(0,28rem)_minmax(0,1fr)] @xl:only:[&_a]:items-center @xl:only:[&_a]:gap-x-6 @xl:only:[&_strong]:text-title"
    >
      <div
        ref={card}
        className="relative rounded-sm bg-(--art-white) p-2 text-(--art-tag-ink) shadow-card transition duration-easy ease-settle hover:-translate-y-0.5 hover:shadow-lift"
      >
        <PageLink href={partyHash(party.id)} className="block rounded-sm">
          {isNear && (
            <>
              <span className="relative block aspect-(--ratio) overflow-hidden rounded-sm">
                <DogPhoto
                  dog={{ ...dog, photoFocus }}
                  photo={ofDay}
                  alt={ofDay ? 'Photo of the day:' : ''}
                  loading="lazy"
                  className="absolute inset-0 block size-full"
                />
              </span>
              <MemoryStamp />
            </>
          )}
          <span className={classNames('grid gap-0.5 px-1 pt-3 pb-1', !party.memoryPhotoUrl && 'sm:pe-36')}>
            <strong className="line-clamp-3 font-display leading-tight wrap-anywhere">{party.title}</strong>
            <span className="text-sm">
              <span className="sr-only">Celebrated: </span>
              {formatLongDate(party.celebrationDate)}
            </span>
          </span>
        </PageLink>
        {isNear && !party.memoryPhotoUrl && (
          // Beside the words where there is room, so that a print with a photo and one without are of one height.
          <div className="grid justify-items-start gap-1 p-1 sm:absolute sm:end-2 sm:bottom-2 sm:justify-items-end [&>label]:px-3 [&>p]:rounded-field [&>p]:bg-card [&>p]:py-1">
            <PhotoButton upload={photo} aria-label={`Add a Photo of ${party.title}`}>
              Add a Photo
            </PhotoButton>
          </div>
        )}
      </div>
      {isNear && children}
    </li>
  );
}

/** For the page of a past party: asks for the photo of the day, or changes and removes it. */
export function PhotoOfTheDay(remembered: Remembered) {
  const section = useRef<HTMLElement>(null);
  const photo = useMemoryPhoto(remembered, section);
  const isThere = remembered.party.memoryPhotoUrl !== null;
  return (
    <section
      ref={section}
      aria-label="Photo of the day"
      className="flex flex-wrap items-center justify-center gap-1 text-center"
    >
      <PhotoButton upload={photo} variant={isThere ? 'quiet' : 'secondary'}>
        {isThere ? 'Change Photo' : 'Add the Photo of the Day'}
      </PhotoButton>
      {isThere && photo.stage === 'idle' && (
        <Button variant="quiet" onClick={photo.remove}>
          Remove Photo
        </Button>
      )}
    </section>
  );
}
