import { type ComponentProps, type RefObject, useCallback, useState } from 'react';
import type { DogDraft } from '../../../domain/dogs/dog-draft.ts';
import { isAbout } from '../../../domain/dogs/life.ts';
import { Button } from '../../ui/button.tsx';
import { summaryClasses } from '../../ui/disclosure.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import type { MoreAboutFields } from './more-about-fields.tsx';

async function loadFields() {
  return (await import('./more-about-fields.tsx')).MoreAboutFields;
}

function LoadedFields(props: ComponentProps<typeof MoreAboutFields>) {
  const { part: Fields, hasFailed, retry } = useLoaded(loadFields);
  if (Fields) return <Fields {...props} />;
  if (!hasFailed) return <p role="status">Loading...</p>;
  return (
    <div role="alert" className="grid justify-items-start gap-3 pb-3">
      <p>These fields did not arrive. Please check your network.</p>
      <Button look="secondary" onClick={retry}>
        Try Again
      </Button>
    </div>
  );
}

/**
 * What few owners have to tell of a dog, folded: how sure its birthday is, the day on which it came home, and the day on which it died.
 * Open from the start where something of it is told.
 */
export function MoreAbout({
  ref,
  draft,
  ...rest
}: { ref: RefObject<HTMLDetailsElement | null> } & ComponentProps<typeof MoreAboutFields>) {
  const [isToldFirst] = useState(() => isTold(draft));
  // What was opened stays rendered, so that a problem in it can get the focus.
  const [wasOpened, setWasOpened] = useState(isToldFirst);
  const opened = useCallback(() => setWasOpened(true), []);
  const name = draft.name.trim();
  return (
    <details ref={ref} open={isToldFirst} onToggle={opened} className="group rounded-field border-2 border-line px-4">
      <summary className={`${summaryClasses} w-full flex-wrap gap-y-0 py-2`}>
        <span className="wrap-anywhere">More about {name || 'your dog'}</span>
        <span className="basis-full text-sm font-normal text-ink-soft group-open:hidden">
          Unsure birthday, gotcha day, memory
        </span>
      </summary>
      {wasOpened && <LoadedFields draft={draft} {...rest} />}
    </details>
  );
}

function isTold({ birthPrecision, gotchaDate, diedOn }: DogDraft): boolean {
  return isAbout({ birthPrecision }) || gotchaDate !== '' || diedOn !== '';
}
