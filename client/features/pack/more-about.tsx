import { type ComponentProps, type RefObject, useCallback, useState } from 'react';
import type { DogDraft } from '../../../domain/dogs/dog-draft.ts';
import { isAbout } from '../../../domain/dogs/life.ts';
import { Summary } from '../../ui/disclosure.tsx';
import { loadedPart, NotLoaded } from '../../ui/loaded.tsx';
import type { MoreAboutFields } from './more-about-fields.tsx';

const LoadedFields = loadedPart(
  async () => (await import('./more-about-fields.tsx')).MoreAboutFields,
  <p role="status">Loading...</p>,
  (retry) => (
    <NotLoaded text="These fields did not arrive. Please check your network." onRetry={retry} className="pb-3" />
  ),
);

/**
 * Folds away what few owners have to say about a dog: how certain its birthday is, the day it came home, and the day it died. Open
 * from the start if any of it is filled in.
 */
export function MoreAbout({
  ref,
  draft,
  ...rest
}: { ref: RefObject<HTMLDetailsElement | null> } & ComponentProps<typeof MoreAboutFields>) {
  const [isToldFirst] = useState(() => isTold(draft));
  // Once opened, the fields stay rendered, so that a problem in them can get the focus.
  const [wasOpened, setWasOpened] = useState(isToldFirst);
  const opened = useCallback(() => setWasOpened(true), []);
  const name = draft.name.trim();
  return (
    <details ref={ref} open={isToldFirst} onToggle={opened} className="group rounded-field border-2 border-line px-4">
      <Summary>
        <span>
          <span className="wrap-anywhere">More about {name || 'your dog'}</span>
          <span className="block font-sans text-sm font-normal text-ink-soft group-open:hidden">
            Not sure of the date? Gotcha day?
          </span>
        </span>
      </Summary>
      {wasOpened && <LoadedFields draft={draft} {...rest} />}
    </details>
  );
}

function isTold({ birthPrecision, gotchaDate, diedOn }: DogDraft): boolean {
  return isAbout({ birthPrecision }) || gotchaDate !== '' || diedOn !== '';
}
