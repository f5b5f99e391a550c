import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { calculatorPage } from '../../../addresses/addresses.ts';
import { partyOfDay } from '../../../domain/celebrations/celebration-photos.ts';
import { celebrationOn } from '../../../domain/celebrations/celebrations.ts';
import type { PicturesOfFilm } from '../../../domain/celebrations/life-in-pictures.ts';
import { occasionOf } from '../../../domain/celebrations/occasion.ts';
import { formatShortDate } from '../../../domain/dates/calendar-date.ts';
import { isInMemory, yearsOfLife } from '../../../domain/dogs/life.ts';
import { fileNameOf, isolated, joined } from '../../../domain/text/text.ts';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { contentFor } from '../../cards/card.ts';
import type { GuardedCanvasError } from '../../cards/drawing/draw-card.ts';
import { type DrawFrame, type Film, filmSize, loadFilm } from '../../cards/drawing/draw-film.ts';
import { filmLength } from '../../cards/film.ts';
import { makeFilm } from '../../cards/make-film.ts';
import { pairedDay } from '../../cards/paired-day.ts';
import { portraitMessages } from '../../copy/portrait-messages.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { SharePanel } from '../../shared/share/share-panel.tsx';
import { PawStamp, Postmark } from '../../shared/stamp.tsx';
import { PauseIcon, PlayIcon } from '../../ui/app-icons.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Confetti } from '../../ui/confetti.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { canShare, saveFile } from '../../ui/share.ts';
import { showError } from '../../ui/toaster.tsx';
import './story.css';

function filmOf(dog: Dog, { isOfYear, pictures }: PicturesOfFilm, parties: readonly Party[]): Film {
  const isQuiet = isInMemory(dog);
  const days = pictures.map((picture) => {
    const celebration = celebrationOn({ ...dog, diedOn: null }, picture.day);
    const title = partyOfDay(dog.id, picture.day, parties)?.title ?? '';
    return { ...pairedDay(dog, picture), occasion: celebration ? occasionOf(celebration) : title, line: picture.line };
  });
  const [before, after] = [pictures[0], pictures.at(-1) ?? pictures[1]];
  const [{ seal: from }, { seal: to }] = [pairedDay(dog, before), pairedDay(dog, after)];
  const toldOf = ({ top, figure }: typeof from) => (top ? `${top} ${figure}` : figure);
  const span = [...new Set([before.day.slice(0, 4), after.day.slice(0, 4)])].join('–');
  const years = yearsOfLife(dog) ?? span;
  const gained = `From ${toldOf(from)} to ${toldOf(to)} in human years`;
  return {
    opening: contentFor(dog, {
      kicker: isOfYear ? 'A year of' : 'The years of',
      lines: [years],
      seal: { figure: String(days.length), bottom: 'stamps' },
    }),
    ending: {
      ...contentFor(dog, {
        kicker: '',
        lines: [isQuiet || from.figure === to.figure ? years : gained],
        seal: to,
        isSendOff: true,
      }),
      headline: `${isolated(dog.name)}'s ${isOfYear ? 'year' : 'years'}`,
      wish: isQuiet ? 'Good days, all of them.' : 'More to come!',
    },
    ...(dog.photoUrl ? { photoUrl: dog.photoUrl, photoFocus: dog.photoFocus } : after),
    days,
    isQuiet,
  };
}

/** How large the film is drawn here, beside its file. */
const shownScale = 2 / 3;

/** On the picture itself, until the film has been played: the place below it is easily overlooked. */
const playSignClasses =
  'absolute! inset-0 bottom-14 z-1 m-auto size-20 rounded-pill border-3 border-ink bg-card text-ink *:size-9';

type PlayerProps = {
  dog: Dog;
  draw: DrawFrame | null;
  length: number;
  label: string;
  /** How far it is made: it then shows that frame, and does not play. */
  madePercent: number | null;
  isMade: boolean;
  /** What is pressed on it, if it is feasted. */
  postmark: string | false;
};

/** Plays a film. Under reduced motion it waits for a press, at its end once it is made. */
function Player({ dog, draw, length, label, madePercent, isMade, postmark }: PlayerProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const [isWanted, setIsWanted] = useState(() => !window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  const isPlaying = isWanted && madePercent === null;
  const [isUntouched, setIsUntouched] = useState(!isWanted && !isMade);
  const seconds = useRef(isMade && !isWanted ? length : 0);

  function show(at: number) {
    seconds.current = Math.min(at, length);
    const context = canvas.current?.getContext('2d');
    context?.setTransform(shownScale, 0, 0, shownScale, 0, 0);
    if (context) draw?.(context, seconds.current);
    slider.current?.setAttribute('aria-valuetext', `${Math.round(at)} of ${Math.round(length)} seconds`);
    if (slider.current) slider.current.value = String(seconds.current);
    slider.current?.style.setProperty('--done', `${(100 * seconds.current) / length}%`);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` draws what `draw` is.
  useEffect(() => {
    if (!draw) return;
    show(madePercent === null ? seconds.current : (madePercent * length) / 100);
    if (!isPlaying) return;
    let before = performance.now();
    let next = requestAnimationFrame(function step(now) {
      // A tab that was hidden goes on where it was.
      show(seconds.current + Math.min(now - before, 100) / 1000);
      before = now;
      if (seconds.current < length) next = requestAnimationFrame(step);
      else setIsWanted(false);
    });
    return () => cancelAnimationFrame(next);
  }, [draw, isPlaying, madePercent]);

  function press() {
    if (seconds.current >= length) seconds.current = 0;
    setIsWanted(!isWanted);
    setIsUntouched(false);
  }
  return (
    <div className="relative mx-auto grid w-min gap-3">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the button below does the same. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as above. */}
      <div
        onClick={madePercent === null ? press : undefined}
        className={classNames(
          'relative aspect-9/16 overflow-clip rounded-field border-2 border-line md:h-[clamp(16rem,100dvh-15rem,35rem)]',
          madePercent === null && 'cursor-pointer',
          isMade ? 'h-[clamp(16rem,100dvh-27rem,35rem)]' : 'h-[clamp(16rem,100dvh-23rem,35rem)]',
        )}
      >
        <DogPhoto dog={dog} className="absolute inset-0 size-full" />
        <canvas
          ref={canvas}
          width={filmSize.width * shownScale}
          height={filmSize.height * shownScale}
          role="img"
          aria-label={label}
          aria-busy={draw === null}
          className="relative size-full"
        />
      </div>
      {postmark && <Postmark words={postmark} className="-end-5 -top-5 size-16 md:size-24" />}
      <div className={classNames('flex min-h-11 items-center gap-2', madePercent !== null && 'opacity-30')}>
        <IconButton
          label={isPlaying ? 'Pause' : 'Play'}
          disabled={madePercent !== null}
          className={isUntouched && madePercent === null ? playSignClasses : 'border-2 border-edge'}
          onClick={press}
        >
          {isPlaying ? <PauseIcon /> : <PlayIcon />}
        </IconButton>
        <input
          ref={slider}
          type="range"
          aria-label="Time in the film"
          disabled={madePercent !== null}
          max={length}
          step={0.1}
          defaultValue={0}
          className="w-0 flex-1"
          onChange={({ target }) => {
            setIsUntouched(false);
            show(target.valueAsNumber);
          }}
        />
      </div>
    </div>
  );
}

type DaysProps = {
  dog: Dog;
  film: Film;
  percent: number | null;
  isMade: boolean;
};

/** The days of a film. While it is made, each fills its stamp once it is in the film; only from then on a phone has room for them. */
function Days({ dog, film: { days, isQuiet }, percent, isMade }: DaysProps) {
  const areMany = days.length > 6;
  const progress = { role: 'progressbar', 'aria-label': 'Making the film', 'aria-valuenow': percent ?? 0 };
  return (
    <div
      {...(percent === null ? { 'aria-hidden': true } : progress)}
      className={classNames(
        'flex justify-center gap-1 md:flex-col',
        !areMany && 'md:gap-3',
        percent === null && !isMade && 'max-md:hidden',
      )}
    >
      {days.map(({ occasion, day, date, seal, photoUrl, photoFocus }, index) => (
        <div key={date} className="flex items-center gap-4" style={{ '--wait': `${index * 120}ms` } as CSSProperties}>
          <PawStamp
            photo={
              (percent === null || percent * days.length > index * 100) && (
                <DogPhoto dog={{ ...dog, photoUrl, photoFocus }} isSmall className="block" />
              )
            }
            className={classNames(
              areMany
                ? 'size-8 md:size-11'
                : `size-12 ${days.length > 4 ? 'md:size-18' : days.length > 3 ? 'md:size-20 lg:size-[min(7rem,12.5svh)]' : 'md:size-24 lg:size-[min(9rem,16svh)]'}`,
              isMade && !isQuiet && 'stamp-lands',
            )}
          />
          <span className="min-w-0 grow wrap-anywhere max-md:hidden">
            <strong className="block font-display lg:text-title">{occasion || date}</strong>
            {occasion && <span className="text-sm text-ink-soft">{formatShortDate(day)}</span>}
          </span>
          <span className="w-min shrink-0 text-center font-display text-heading leading-none font-bold max-md:hidden">
            {seal.top && <span className="block text-sm">{seal.top} </span>}
            {seal.figure}
            {!areMany && <span className="mt-1 block font-sans text-sm leading-none font-normal">{seal.bottom}</span>}
          </span>
        </div>
      ))}
    </div>
  );
}

const news = {
  idle: '',
  'given up': 'Canceled. No film was made.',
  making: 'Making the film…',
  made: 'Your film is ready.',
  impossible: "This browser can't make films.",
};

type Made = { stage: keyof typeof news; percent?: number; file?: File };

/** A film that is made: to share, where files can be shared, and to save. */
function MadeFilm({ dog, file }: { dog: Dog; file: File }) {
  const isShared = canShare({ files: [file] });
  const told = `${isolated(dog.name)}, day by day`;
  const words = {
    title: `${dog.name}'s film`,
    text: isInMemory(dog) ? `${told}.` : `${told}!\nHow old is yours?`,
    url: `${window.location.origin}${calculatorPage}`,
  };
  return (
    <>
      {isShared && <SharePanel words={words} picture={async () => file} />}
      <Button size="large" variant={isShared ? 'secondary' : 'primary'} onClick={() => saveFile(file)}>
        Save Film
      </Button>
      {!isShared && <p className="text-center text-balance">Save it, then post it or send it anywhere.</p>}
    </>
  );
}

/** Loads a film, and makes it into a file, which is given up when the dialog goes. */
function useFilm(dog: Dog, film: Film, length: number) {
  const [draw, setDraw] = useState<DrawFrame | null>(null);
  const [made, setMade] = useState<Made>({ stage: 'idle' });
  const underWay = useRef(new AbortController());

  /** Does what can be tried again while the dialog is there. */
  async function attempt(work: (signal: AbortSignal) => Promise<void>) {
    const { signal } = underWay.current;
    if (signal.aborted) return;
    try {
      await work(signal);
    } catch (error) {
      if (signal.aborted) return;
      setMade({ stage: 'idle' });
      const { reason = portraitMessages.drawingFailed } = error as Partial<GuardedCanvasError>;
      showError(reason, { label: 'Try Again', run: () => void attempt(work) });
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog has one film.
  useEffect(() => {
    underWay.current = new AbortController();
    void attempt(async () => {
      const loaded = await loadFilm(film);
      setDraw(() => loaded);
    });
    return () => underWay.current.abort();
  }, []);

  async function make(signal: AbortSignal) {
    if (!draw) return;
    function onProgress(done: number) {
      const percent = Math.floor(done * 100);
      if (signal.aborted) return;
      setMade((last) => (last.percent === percent ? last : { stage: 'making', percent }));
    }
    onProgress(0);
    const blob = await makeFilm({ ...filmSize, length, draw }, { signal, onProgress });
    signal.throwIfAborted();
    if (!blob) return setMade({ stage: 'impossible' });
    const name = fileNameOf(`${dog.name} film`, blob.type === 'video/webm' ? 'webm' : 'mp4');
    setMade({ stage: 'made', file: new File([blob], name, { type: blob.type }) });
  }
  function giveUp() {
    underWay.current.abort();
    underWay.current = new AbortController();
    setMade({ stage: 'given up' });
  }
  return { draw, made, make: () => void attempt(make), giveUp };
}

type FilmProps = {
  dog: Dog;
  pictures: PicturesOfFilm;
  parties: readonly Party[];
  onStory: () => void;
  onClose: () => void;
};

/** The film of a dog's days: its pictures, with the numbers counting up between them, to see here and to share. */
export function FilmDialog({ dog, pictures, parties, onStory, onClose }: FilmProps) {
  const [film] = useState(() => filmOf(dog, pictures, parties));
  const length = filmLength(film.days.length);
  const { draw, made, make, giveUp } = useFilm(dog, film, length);
  const { stage, percent = null, file } = made;
  const isMade = stage === 'made';
  const [isCheered, setIsCheered] = useState(!film.isQuiet);
  const panel = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that was pressed goes with its stage.
  useEffect(() => {
    if (document.activeElement?.matches('body, dialog'))
      panel.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [stage]);
  return (
    <Dialog isWide title={`${dog.name}'s Film`} closeLabel="Close" onClose={onClose}>
      <div className="film grid grid-cols-1 justify-center gap-x-8 gap-y-4 md:grid-cols-[auto_minmax(0,24rem)] md:items-center lg:gap-x-12">
        <Player
          // Once it is made, it plays from the beginning.
          key={String(isMade)}
          isMade={isMade}
          postmark={isMade && !film.isQuiet && (film.opening.lines[0] ?? '')}
          dog={dog}
          draw={draw}
          length={length}
          label={`Film of ${isolated(dog.name)}: ${joined(film.days.map(({ text }) => text))}`}
          madePercent={percent}
        />
        <div ref={panel} className="flex min-w-0 flex-col gap-4 md:gap-6">
          <Days {...{ dog, film, percent, isMade }} />
          {(stage === 'idle' || stage === 'given up') && (
            <Button size="large" disabled={!draw} onClick={make}>
              Make the Film
            </Button>
          )}
          <p
            className={classNames(
              'text-center text-balance',
              news[stage] && 'font-display text-heading font-bold',
              isMade && 'animate-pop',
            )}
          >
            {percent !== null
              ? `${news.making} ${percent}%`
              : news[stage] || `${Math.round(length)} seconds, no sound. It's made on this device.`}
          </p>
          {file && <MadeFilm dog={dog} file={file} />}
          {stage === 'impossible' && (
            <>
              <p className="text-center">The story shows the pictures, one by one.</p>
              <Button
                onClick={() => {
                  onClose();
                  onStory();
                }}
              >
                See the Story
              </Button>
            </>
          )}
          {stage === 'making' && (
            <Button variant="secondary" onClick={giveUp}>
              Cancel
            </Button>
          )}
          <p role="status" className="sr-only">
            {news[stage]}
          </p>
        </div>
      </div>
      {isMade && isCheered && <Confetti onEnd={() => setIsCheered(false)} />}
    </Dialog>
  );
}
