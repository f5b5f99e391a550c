import { type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { partyHash } from '../../../addresses/addresses.ts';
import { type CalendarDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { partyWithoutPhoto } from '../../../domain/parties/invitation.ts';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { PawPrint } from '../../art/paw-print.tsx';
import { packMessages } from '../../copy/pack-messages.ts';
import { partyMessages } from '../../copy/party-messages.ts';
import { deviceStorage } from '../../data/drafts/web-storage.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { type Party, parties } from '../../data/records/parties.ts';
import { useRecords } from '../../data/use-records.tsx';
import { discardPhotos, photoStageTexts, usePhotoUpload } from '../../shared/photos/photo-upload.ts';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { focusOrHeading } from '../../ui/focus.ts';
import { PageLink } from '../../ui/page-link.tsx';
import { showError, showSuccess } from '../../ui/toaster.tsx';

type Remembered = { ownerId: string; dog: Dog; party: Party };

/**
 * Keeps the photo of a past party. What it replaces can be brought back for a moment. Without network all of it waits to be sent.
 * @param asking where a button asks for the photo and goes once there is one. The focus then goes to the link there, or to the heading.
 */
function useMemoryPhoto({ ownerId, dog, party }: Remembered, asking?: RefObject<HTMLElement | null>) {
  const { save } = useRecords(ownerId, parties);

  async function keep(seen: Party, memoryPhotoUrl: string | null, isUndo = false): Promise<void> {
    const { title, memoryPhotoUrl: former } = seen;
    try {
      const words = { ...seen, memoryPhotoUrl };
      const { saved, state } = await save({ id: seen.id, seen, words, parent: dog });
      if (asking?.current?.contains(document.activeElement)) {
        const link = asking.current.querySelector('a');
        if (link) link.focus();
        else focusOrHeading();
      }
      // PackStatus asks about a change that needs a decision.
      if (state === 'undecided') return;
      const news = memoryPhotoUrl ? partyMessages.memoryKept(title) : partyMessages.photoRemoved(title);
      showSuccess(
        state === 'waiting' ? packMessages.keptForLater(title) : news,
        former === null || isUndo
          ? undefined
          : { label: 'Undo', run: () => void keep(saved, former, true), onPassed: () => discardPhotos([former]) },
      );
    } catch {
      const run = () => void keep(seen, memoryPhotoUrl, isUndo);
      showError(partyMessages.couldNotSaveParty, { label: 'Try Again', run });
    }
  }

  const upload = usePhotoUpload(ownerId, (photoUrl) => keep(party, photoUrl).then(upload.clear));
  return { ...upload, remove: () => void keep(party, null) };
}

/** Chooses the photo. It says what is done with it and what is wrong with it. */
function MemoryPhotoButton({
  photo: { stage, problem, choose },
  variant,
  label,
  children,
}: {
  photo: Pick<ReturnType<typeof useMemoryPhoto>, 'stage' | 'problem' | 'choose'>;
  variant?: ButtonVariant;
  /** Its name, if that says more than it shows. */
  label?: string;
  children: ReactNode;
}) {
  const id = useId();
  const isBusy = stage !== 'idle';
  return (
    <>
      <FileButton
        {...(variant && { variant })}
        aria-label={label}
        accept="image/*,.heic,.heif"
        // Not disabled, because it would lose the focus.
        aria-disabled={isBusy}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && id}
        onClick={(event) => isBusy && event.preventDefault()}
        onChoose={choose}
      >
        <span>
          <span role="status">{photoStageTexts[stage]}</span>
          {!isBusy && children}
        </span>
      </FileButton>
      {problem && (
        <p id={id} role="alert" className="text-sm font-bold text-danger">
          {problem}
        </p>
      )}
    </>
  );
}

/** The stamp on a past party. Decorative: words beside it say so. */
function MemoryStamp({ className }: { className: string }) {
  const arc = useId();
  return (
    <svg viewBox="-60 -60 120 120" className={className} aria-hidden="true">
      <path id={arc} d="M-37 0A37 37 0 0 1 37 0" fill="none" />
      <g stroke="var(--color-raspberry)" strokeWidth="3.5" strokeLinecap="round">
        <path d="M2-56C34-57 57-32 56 1S32 57-1 56S-57 30-56-2S-30-55 2-56Z" fill="var(--color-card)" />
        <path d="M0-28C17-29 29-17 28 1S16 29-1 28S-29 15-28-1S-16-27 0-28Z" fill="none" strokeWidth="2.5" />
        <path d="M-34 26l4 3M-26 36l5 2M-14 42l5 1M34 26l-4 3M26 36l-5 2M14 42l-5 1M-1 44h2" fill="none" />
      </g>
      <text fontSize="13" fontWeight="700" letterSpacing="1.2" className="fill-raspberry font-display">
        <textPath href={`#${arc}`} startOffset="50%" textAnchor="middle">
          CELEBRATED
        </textPath>
      </text>
      <g className="[--art-print:var(--color-raspberry)]">
        <PawPrint transform="translate(0 3)" />
      </g>
    </svg>
  );
}

/** A past party: the photo of the day with its stamp, or the dog's while there is none. It leads to its page. */
export function Memory({ children, ...remembered }: Remembered & { children?: ReactNode }) {
  const { dog, party } = remembered;
  const card = useRef<HTMLDivElement>(null);
  const photo = useMemoryPhoto(remembered, card);
  const ofDay = photo.preview ?? party.memoryPhotoUrl;
  return (
    <li className="grid gap-2">
      <div
        ref={card}
        className="flex flex-col overflow-hidden rounded-field border-2 border-edge bg-card shadow-card transition duration-easy ease-settle hover:-translate-y-0.5 hover:shadow-lift"
      >
        <PageLink href={partyHash(party.id)} className="flex grow flex-col rounded-field">
          <span className="relative block aspect-4/3 shrink-0 border-b-2 border-edge">
            <DogPhoto
              dog={ofDay ? { ...dog, photoFocus: null } : dog}
              photo={ofDay ?? dog.photoUrl}
              alt={ofDay ? 'Photo of the day:' : ''}
              loading="lazy"
              className="absolute inset-0 block size-full"
            />
            <MemoryStamp className="absolute end-2 bottom-2 w-1/3 max-w-20 -rotate-12" />
          </span>
          <span className="grid gap-0.5 px-3 py-3">
            <strong className="line-clamp-3 font-display leading-tight wrap-anywhere">{party.title}</strong>
            <span className="text-sm text-ink-soft">
              <span className="sr-only">Celebrated: </span>
              {formatLongDate(party.celebrationDate)}
            </span>
          </span>
        </PageLink>
        {!party.memoryPhotoUrl && (
          <div className="grid justify-items-start pb-1 [&>label]:px-3">
            <MemoryPhotoButton photo={photo} variant="quiet" label={`Add a Photo of ${party.title}`}>
              Add a Photo
            </MemoryPhotoButton>
          </div>
        )}
      </div>
      {children}
    </li>
  );
}

/** For the page of a past party: asks for the photo of the day, or changes and removes it. */
export function PhotoOfTheDay(remembered: Remembered) {
  const photo = useMemoryPhoto(remembered);
  const isThere = remembered.party.memoryPhotoUrl !== null;
  return (
    <section aria-label="Photo of the day" className="flex flex-wrap items-center justify-center gap-1 text-center">
      <MemoryPhotoButton photo={photo}>{isThere ? 'Change Photo' : 'Add the Photo of the Day'}</MemoryPhotoButton>
      {isThere ? (
        photo.stage === 'idle' && (
          <Button variant="quiet" onClick={photo.remove}>
            Remove Photo
          </Button>
        )
      ) : (
        <p className="w-full text-sm text-ink-soft">It goes on this card.</p>
      )}
    </section>
  );
}

function Question({ className, onDismiss, ...remembered }: Remembered & { className: string; onDismiss: () => void }) {
  const line = useRef<HTMLElement>(null);
  const photo = useMemoryPhoto(remembered, line);
  return (
    <aside ref={line} aria-label="Photo of the day" className={`mx-auto w-full px-4 pt-4 sm:px-6 ${className}`}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field bg-sky-wash px-4 py-2.5">
        <p className="min-w-48 flex-1 wrap-anywhere">
          Only crumbs are left of <strong>{remembered.party.title}</strong>. Keep one photo?
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant="quiet"
            onClick={() => {
              focusOrHeading();
              onDismiss();
            }}
          >
            Not Now
          </Button>
          <MemoryPhotoButton photo={photo}>Add a Photo</MemoryPhotoButton>
        </div>
      </div>
    </aside>
  );
}

/** Kept on this device: the parties of whose photo the owner does not want to be asked. */
const dismissedKey = 'wagday-photos-not-wanted';
const mostDismissed = 20;

function dismissedIds(): unknown[] {
  const stored = deviceStorage.read(dismissedKey);
  return Array.isArray(stored) ? stored : [];
}

/** Asks for the photo of the latest party, in one line, for a week from the day after it. */
export function MemoryQuestion({
  ownerId,
  dogs,
  parties,
  today,
  className,
}: {
  ownerId: string;
  dogs: readonly Dog[];
  parties: readonly Party[];
  today: CalendarDate;
  /** As wide as the page below. */
  className: string;
}) {
  const [dismissed, setDismissed] = useState(dismissedIds);
  const party = partyWithoutPhoto(parties, today, dismissed);
  const dog = dogs.find(({ id }) => id === party?.dogId);
  if (!party || !dog) return null;
  function dismiss(id: string) {
    const next = [...dismissed, id].slice(-mostDismissed);
    deviceStorage.keep(dismissedKey, next);
    setDismissed(next);
  }
  const remembered = { ownerId, dog, party, className };
  return <Question key={party.id} {...remembered} onDismiss={() => dismiss(party.id)} />;
}
