import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { dogHash } from '../../../addresses/addresses.ts';
import { celebratesOn } from '../../../domain/celebrations/celebrations.ts';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { isInMemory, yearsOfLife } from '../../../domain/dogs/life.ts';
import { birthWords } from '../../../domain/dogs/life-words.ts';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { Flags } from '../../art/flags.tsx';
import type { Dog } from '../../data/records/dogs.ts';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CrossIcon } from '../../ui/cross-icon.tsx';
import { bringIntoView, focusOrHeading } from '../../ui/focus.ts';
import { Toaster } from '../../ui/toaster.tsx';

/**
 * Ignores the second press of a double one, which would act on whatever is where the pressed button was, or move the focus there.
 * Lasts until the next single press.
 */
function ignoreSecondPress() {
  const over = new AbortController();
  const ignore = (event: MouseEvent) => {
    if (event.detail > 1) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.type === 'mousedown') over.abort();
  };
  for (const type of ['mousedown', 'click'] as const) {
    window.addEventListener(type, ignore, { capture: true, signal: over.signal });
  }
}

/** The dog's photo as in an album: as wide as a phone, or mounted on the page in a larger window. */
function AlbumPhoto({ dog, today }: { dog: Dog; today: CalendarDate }) {
  return (
    <figure className="md:self-start">
      <div
        className={classNames(
          'relative md:-rotate-1 md:rounded-field md:border-12 md:border-(--art-white) md:shadow-lift',
          isInMemory(dog) && 'saturate-50',
        )}
      >
        <DogPhoto
          dog={dog}
          photo={dog.photoUrl}
          alt={dog.name}
          isCelebrating={celebratesOn(dog, today)}
          className="block aspect-square max-h-[60dvh] w-full md:aspect-[4/5] md:rounded-field"
        />
        {celebratesOn(dog, today) && <Flags className="absolute inset-x-0 top-0 h-14 w-full" />}
      </div>
      <figcaption className="hidden pt-4 text-center font-display wrap-anywhere md:block print:block">
        <strong className="block text-title">{dog.name}</strong>
        {yearsOfLife(dog) ?? `Born ${birthWords(dog).join(' ')}`}
      </figcaption>
    </figure>
  );
}

/**
 * Moves the focus, which the browser has put back where it was, to a link that everybody can see and hear: after a reload nothing
 * had it before, and the link on a picture is only for pointers. If the dog is gone, the heading of the pack gets the focus.
 */
function returnFocus(sheet: HTMLElement, dogId: string) {
  const { activeElement } = document;
  const isLost = !activeElement || activeElement === document.body || sheet.contains(activeElement);
  if (!isLost && !activeElement.matches('[aria-hidden]')) return;
  const opener = document.querySelector<HTMLElement>(`a[href="${dogHash(dogId)}"]:not([aria-hidden])`);
  if (opener) bringIntoView(opener);
  else focusOrHeading();
}

/** A dog's page: a sheet above the pack. Its name and the Close button stay in sight. `children` are beside the photo. */
export function DogSheet({
  dog,
  today,
  onClose,
  children,
}: {
  dog: Dog;
  today: CalendarDate;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    heading.current?.focus();
    return () => {
      element.close();
      returnFocus(element, dog.id);
      // On a phone, Sign Out is below the Close button.
      ignoreSecondPress();
    };
  }, [dog.id]);

  useEffect(() => {
    const { title } = document;
    document.title = `${dog.name} on Wagday`;
    return () => {
      document.title = title;
    };
  }, [dog.name]);

  return (
    <dialog
      ref={dialog}
      data-sheet=""
      aria-labelledby={headingId}
      className="mx-auto my-0 h-dvh max-h-none w-full max-w-4xl overflow-x-clip overflow-y-auto overscroll-contain bg-paper text-ink shadow-lift transition duration-easy ease-settle starting:open:translate-y-8 starting:open:opacity-0"
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={({ target, currentTarget }) => {
        // Browsers close a dialog without asking if Escape is pressed repeatedly.
        if (target === currentTarget && !currentTarget.open) onClose();
      }}
    >
      <header className="sticky top-0 z-10 flex items-center justify-between gap-3 border-b-2 border-line bg-card py-2 ps-5 pe-2 md:ps-8 md:pe-5">
        <h2 ref={heading} id={headingId} tabIndex={-1} className="line-clamp-2 pt-2 pb-1 text-title wrap-anywhere">
          {dog.name}
        </h2>
        <IconButton label="Close" onClick={onClose}>
          <CrossIcon />
        </IconButton>
      </header>
      <article
        tabIndex={-1}
        aria-label={`The page of ${dog.name}`}
        className="report grid grid-cols-1 pb-24 md:grid-cols-[20rem_1fr] md:grid-rows-[auto_1fr] md:gap-x-8 md:px-8 md:pt-8 lg:grid-cols-[24rem_1fr]"
      >
        <AlbumPhoto dog={dog} today={today} />
        {children}
      </article>
      <Toaster place="sheet" />
    </dialog>
  );
}
