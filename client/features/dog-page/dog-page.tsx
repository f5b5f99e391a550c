import type { ComponentProps } from 'react';
import { flushSync } from 'react-dom';
import { livingReport } from '../../../domain/celebrations/birthday-report.ts';
import { celebratesOn } from '../../../domain/celebrations/celebrations.ts';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { Flags } from '../../art/flags.tsx';
import { Tier } from '../../art/icing.tsx';
import type { Dog } from '../../data/records/dogs.ts';
import { YearsRosette } from '../../shared/report/years-rosette.tsx';
import { BackIcon } from '../../ui/app-icons.tsx';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { loadedPart, NotLoaded } from '../../ui/loaded.tsx';

async function loadBody() {
  return (await import('./dog-page-body.tsx')).DogPageBody;
}

/**
 * Follows the link of a dog's card with its photo growing into that of the page, or else leaves the press to the browser. The way back has no
 * transition, so that it restores the scroll position as everywhere.
 */
function growPhoto(press: MouseEvent, link: HTMLAnchorElement | null, navigate: (to: string) => void) {
  let photo = link?.closest('article')?.querySelector<HTMLElement>('[data-grows]');
  const isStill = !('startViewTransition' in document) || matchMedia('(prefers-reduced-motion: reduce)').matches;
  const isPlain = press.button === 0 && !press.metaKey && !press.ctrlKey && !press.shiftKey && !press.altKey;
  if (!link || !photo || isStill || !isPlain) return;
  const mark = (value: 'now' | '') => void (photo && Object.assign(photo.dataset, { grows: value }));
  press.preventDefault();
  mark('now');
  const transition = document.startViewTransition(() => {
    mark('');
    flushSync(() => navigate(link.hash));
    photo = document.querySelector<HTMLElement>('[data-sheet] [data-grows]');
    mark('now');
  });
  // It is skipped in a window that is not seen.
  transition.ready.catch(() => undefined);
  void transition.finished.finally(() => mark(''));
}

/**
 * Loads it ahead when a pointer, a finger or the focus reaches a link to a dog's page. Once it is there, a press on such a link makes the
 * photo grow. Returns the function that stops this.
 */
export function loadBodyAhead(navigate: (to: string) => void): () => void {
  const stop = new AbortController();
  const linkOf = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="#dog="]') : null;
  let isLoaded = false;
  const loadOnIntent = (intent: Event) => {
    // The page loads it again when it opens.
    if (!isLoaded && linkOf(intent))
      loadBody()
        .then(() => (isLoaded = true))
        .catch(() => undefined);
  };
  for (const intent of ['pointerover', 'touchstart', 'focusin']) {
    document.addEventListener(intent, loadOnIntent, { passive: true, signal: stop.signal });
  }
  const growOnPress = (press: MouseEvent) => isLoaded && growPhoto(press, linkOf(press), navigate);
  document.addEventListener('click', growOnPress, { signal: stop.signal });
  return () => stop.abort();
}

function BodySkeleton() {
  return (
    <div role="status" className="grid animate-pulse content-start gap-4 px-4 pt-13 md:col-start-2 md:px-0 md:pt-4">
      <span className="sr-only">Loading the page...</span>
      <span className="h-28 rounded-card bg-card" />
      <span className="h-20 rounded-card bg-card" />
      <span className="h-36 rounded-card bg-card lg:h-72" />
      <span className="h-14 rounded-button bg-card" />
    </div>
  );
}

const Body = loadedPart(loadBody, <BodySkeleton />, (retry) => (
  <NotLoaded onRetry={retry} className="content-start px-4 pt-13 md:col-start-2 md:px-0 md:pt-4" />
));

/** On a phone the name is on a plate, tilted, at the lower edge of the photo. */
const plateClasses =
  'max-md:ms-4 max-md:translate-y-7 max-md:self-end max-md:px-4 max-md:pt-2 max-md:pb-1.5 max-md:before:absolute max-md:before:inset-0 max-md:before:-z-10 max-md:before:-rotate-2 max-md:before:rounded-field max-md:before:border-3 max-md:before:border-ring max-md:before:bg-card';

/** Where large text leaves the plate no room beside the rosette, it is below it, and as wide as the window. */
const besideRosette =
  'max-md:mt-[clamp(0px,(20rem-100vw)*99,52vw+1rem)] max-md:max-w-[max(100%-10.75rem,min(100%-2rem,(20rem-100%)*99))]';

const columnsClasses =
  'report grid grid-cols-1 md:grid-cols-2 md:grid-rows-[auto_1fr_auto] md:gap-x-10 md:px-6 md:py-8 lg:grid-cols-[min(28rem,46%)_minmax(0,1fr)] lg:grid-rows-[auto_auto_1fr_auto]';

type DogPageProps = Omit<ComponentProps<typeof Body>, 'report' | 'onEdit' | 'onDelete' | 'onCelebrate'> & {
  onBack: () => void;
  onEdit: (dog: Dog) => void;
  onDelete: (dog: Dog) => void;
  /** Plans a party or, on the day of a celebration, lights the candles. */
  onCelebrate: (dog: Dog) => void;
};

export function DogPage({ dog, today, onBack, onEdit, onDelete, onCelebrate, ...body }: DogPageProps) {
  const report = livingReport(dog, today);
  const isCelebrating = celebratesOn(dog, today);
  // Set small, so that it fits beside the rosette.
  const isLong = dog.name.length > 18;
  return (
    <main data-sheet="" className="mx-auto w-full max-w-page grow overflow-x-clip">
      <title>{`${dog.name} on Wagday`}</title>
      <article
        aria-label={`The page of ${dog.name}`}
        className={`${columnsClasses} ${report ? 'min-[110rem]:grid-cols-[28rem_minmax(0,1fr)_30rem]' : ''}`}
      >
        {/* In a wide window it and the notes below it end where the text beside them does. */}
        <div
          data-grows=""
          className={`relative col-start-1 row-start-1 md:row-end-3 md:max-h-240 md:min-h-72 lg:row-end-4 min-[110rem]:row-end-5 ${report ? 'lg:min-h-140' : ''}`}
        >
          <DogPhoto
            dog={dog}
            alt={dog.name}
            isCelebrating={isCelebrating}
            className={classNames(
              'block h-[min(100vw,34dvh)] min-h-64 w-full md:absolute md:inset-0 md:h-full md:rounded-card',
              // In a wide window the lines of a drawn dog are thinner.
              'md:[&_:is(g,use)]:[stroke-width:4]',
              // The photo ends behind the edge of the icing, so that a whole face is above that. In memory there is no confetti.
              isCelebrating ? 'max-md:mb-11 md:[&:is(svg)]:pb-16' : !report && '[&_.speck]:hidden',
            )}
          />
          {isCelebrating && (
            <>
              {/* A whole swag between two halves, so that no end of the string is in a round corner. */}
              <Flags className="absolute inset-x-0 top-0 aspect-100/11 w-full md:rounded-t-4xl [&>g]:translate-x-[150px]" />
              <Tier colour="apricot" className="absolute bottom-0 h-14 w-full md:h-20 md:rounded-b-4xl" />
            </>
          )}
          <IconButton
            label="Back"
            className={`absolute start-3 top-3 bg-card shadow-card ${isCelebrating ? 'mt-[10%]' : ''}`}
            onClick={onBack}
          >
            <BackIcon />
          </IconButton>
        </div>
        <h1
          tabIndex={-1}
          className={classNames(
            'relative isolate col-start-1 row-start-1 justify-self-start wrap-anywhere md:col-start-2 md:self-end',
            plateClasses,
            isLong ? 'text-title' : 'text-heading',
            isLong || !isCelebrating
              ? 'md:text-number md:[font-size:min(2.5rem,6vw)]'
              : 'md:text-hero md:[font-size:min(4rem,8.5vw)]',
            report ? besideRosette : 'max-w-[calc(100%-5rem)]',
          )}
        >
          <span className="-ms-1 ps-1 md:line-clamp-4">{dog.name}</span>
        </h1>
        {report && (
          <div className="@container pointer-events-none col-start-1 row-start-1 grid items-end justify-end md:row-end-3 md:max-h-240 md:min-h-72 lg:row-end-4 lg:min-h-140 min-[110rem]:row-end-5">
            <YearsRosette
              report={report}
              className="relative me-3 -mb-11 md:-me-5 md:-mb-5 max-md:@max-[20rem]:mt-3 max-md:@max-[20rem]:mb-0 max-md:@max-[20rem]:self-start"
            />
          </div>
        )}
        <Body
          dog={dog}
          report={report}
          today={today}
          onEdit={() => onEdit(dog)}
          onDelete={() => onDelete(dog)}
          onCelebrate={() => onCelebrate(dog)}
          {...body}
        />
      </article>
    </main>
  );
}
