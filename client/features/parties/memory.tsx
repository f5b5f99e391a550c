import { type ReactNode, type RefObject, useRef } from 'react';
import { partyHash } from '../../../addresses/addresses.ts';
import { focusOfPartyPhoto } from '../../../domain/celebrations/celebration-photos.ts';
import { formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { packMessages } from '../../copy/pack-messages.ts';
import { partyMessages } from '../../copy/party-messages.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { type Party, parties } from '../../data/records/parties.ts';
import type { Portrait } from '../../data/records/portraits.ts';
import { useRecords } from '../../data/use-records.tsx';
import { PhotoButton } from '../../shared/photos/photo-button.tsx';
import { discardPhotos, usePhotoUpload } from '../../shared/photos/photo-upload.ts';
import { Postmark } from '../../shared/stamp.tsx';
import { TrashIcon } from '../../ui/app-icons.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { focusOrHeading } from '../../ui/focus.ts';
import { CameraIcon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { showError, showSuccess } from '../../ui/toaster.tsx';
import { useNear } from '../../ui/use-near.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';

type Remembered = { ownerId: string; dog: Dog; party: Party };

/**
 * Keeps the photo of a past party. What it replaces can be brought back for a moment. Without network all of it waits to be sent.
 * @param place contains the button that was pressed, which may go. The first link there then gets the focus, or else the page's heading.
 */
function useMemoryPhoto({ ownerId, dog, party }: Remembered, place: RefObject<HTMLElement | null>) {
  const { save } = useRecords(ownerId, parties);

  async function keep(seen: Party, memoryPhotoUrl: string | null, isUndo = false): Promise<void> {
    const { id, title, memoryPhotoUrl: former } = seen;
    try {
      const { saved, state } = await save({ id, seen, values: { ...seen, memoryPhotoUrl }, parent: dog });
      // A menu gives the focus back to its button.
      place.current?.closest<HTMLElement>('[popover]')?.hidePopover();
      if (place.current?.contains(document.activeElement)) focusOrHeading(place.current.querySelector('a'));
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

type MemoryProps = Remembered & {
  isAlwaysNear?: boolean;
  /** They know where the face is in the photo of a day, for which `held` are the parties. */
  portraits: readonly Portrait[];
  held: readonly Party[];
  children?: ReactNode;
};

/** A past party as a print in an album: the photo of the day with its stamp, or the dog drawn while there is none. It leads to its page. */
export function Memory({ isAlwaysNear = true, portraits, held, children, ...remembered }: MemoryProps) {
  const { dog, party } = remembered;
  const { isNear, item } = useNear(isAlwaysNear, '17rem');
  const card = useRef<HTMLDivElement>(null);
  const photo = useMemoryPhoto(remembered, card);
  const ofDay = photo.preview ?? party.memoryPhotoUrl;
  const photoFocus = isNear && !photo.preview ? focusOfPartyPhoto(party, portraits, held) : null;
  return (
    // Of an odd number the latest fills the first row of a phone. The only one beside a ticket lies, too.
    <li
      {...item}
      className="grid min-w-0 grow basis-[40%] grid-rows-[1fr] gap-2 [--ratio:1] odd:-rotate-1 even:rotate-1 first:nth-last-[odd]:[--ratio:4/3] max-sm:first:nth-last-[odd]:basis-full sm:max-w-124 sm:basis-48 sm:[--ratio:4/3] md:in-[.pair]:max-w-none"
    >
      <div
        ref={card}
        className="relative flex flex-col rounded-sm bg-(--art-white) p-2 text-(--art-tag-ink) shadow-card transition duration-easy ease-settle hover:-translate-y-0.5 hover:shadow-lift"
      >
        <PageLink
          href={partyHash(party.id)}
          className="block grow rounded-sm md:max-lg:in-[.pair]:flex md:max-lg:in-[.pair]:flex-col lg:in-[.pair]:grid lg:in-[.pair]:grid-cols-2"
        >
          {isNear && (
            <>
              <span className="relative block aspect-(--ratio) overflow-hidden rounded-sm md:in-[.pair]:aspect-video md:max-lg:in-[.pair]:grow lg:in-[.pair]:aspect-auto lg:in-[.pair]:min-h-36">
                <DogPhoto
                  dog={{ ...dog, photoFocus }}
                  photo={ofDay}
                  alt={ofDay ? 'Photo of the day:' : ''}
                  loading="lazy"
                  className="absolute inset-0 block size-full"
                />
              </span>
              <Postmark words="CELEBRATED" className="-end-2 -top-3 w-1/3 max-w-20" />
            </>
          )}
          <span
            className={classNames(
              'grid gap-0.5 px-1 pt-3 pb-1 lg:in-[.pair]:self-end lg:in-[.pair]:px-3',
              !party.memoryPhotoUrl && 'lg:not-in-[.pair]:pe-36 lg:in-[.pair]:pb-14',
            )}
          >
            <strong className="line-clamp-3 font-display leading-tight wrap-anywhere">{party.title}</strong>
            <span className="text-sm">
              <span className="sr-only">Celebrated: </span>
              {formatLongDate(party.celebrationDate)}
            </span>
          </span>
        </PageLink>
        {isNear && !party.memoryPhotoUrl && (
          // Beside the words where there is room, so that a print with a photo and one without are of one height.
          <div className="grid justify-items-start gap-1 p-1 lg:absolute lg:end-2 lg:bottom-2 lg:justify-items-end [&>label]:px-3 [&>p]:rounded-field [&>p]:bg-card [&>p]:py-1">
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

/** For the page of a past party: asks for the photo of the day. Once it is there, the rows of a menu that change and remove it. */
export function PhotoOfTheDay(remembered: Remembered) {
  const section = useRef<HTMLElement>(null);
  const photo = useMemoryPhoto(remembered, section);
  const isThere = remembered.party.memoryPhotoUrl !== null;
  return (
    <section
      ref={section}
      aria-label="Photo of the day"
      className={
        isThere
          ? 'grid *:min-h-12 *:justify-start *:gap-3 *:px-3 *:text-start *:no-underline'
          : 'flex flex-wrap items-center gap-1'
      }
    >
      <PhotoButton upload={photo} variant={isThere ? 'quiet' : 'secondary'}>
        <span className="flex items-center gap-3">
          <CameraIcon />
          <span>{isThere ? 'Change Photo' : 'Add the Photo of the Day'}</span>
        </span>
      </PhotoButton>
      {isThere && photo.stage === 'idle' && (
        <Button variant="quiet" onClick={photo.remove}>
          <TrashIcon />
          Remove Photo
        </Button>
      )}
    </section>
  );
}
