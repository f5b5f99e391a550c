import { useEffect, useRef, useState } from 'react';
import { calculatorPage } from '../../../addresses/addresses.ts';
import { type DayPicture, partyOfDay } from '../../../domain/celebrations/celebration-photos.ts';
import { celebrationOn } from '../../../domain/celebrations/celebrations.ts';
import type { PicturesOfFilm } from '../../../domain/celebrations/life-in-pictures.ts';
import { occasionOf } from '../../../domain/celebrations/occasion.ts';
import { isInMemory, yearsOfLife } from '../../../domain/dogs/life.ts';
import { fileNameOf, isolated, joined } from '../../../domain/text/text.ts';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { contentFor } from '../../cards/card.ts';
import type { GuardedCanvasError } from '../../cards/drawing/draw-card.ts';
import { type DrawFrame, type Film, filmSize, loadFilm } from '../../cards/drawing/draw-film.tsx';
import { filmLength } from '../../cards/film.ts';
import { makeFilm } from '../../cards/make-film.ts';
import { pairedDay } from '../../cards/paired-day.ts';
import { portraitMessages } from '../../copy/portrait-messages.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { SharePanel } from '../../shared/share/share-panel.tsx';
import { PawStamp } from '../../shared/stamp.tsx';
import { PauseIcon, PlayIcon } from '../../ui/app-icons.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Confetti } from '../../ui/confetti.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { canShare, saveFile } from '../../ui/share.ts';
import { showError } from '../../ui/toaster.tsx';
import './story.css';

function filmOf(dog: Dog, { isOfYear, pictures }: PicturesOfFilm, parties: readonly Party[]): Film {
  const dayOf = (picture: DayPicture) => {
    const celebration = celebrationOn({ ...dog, diedOn: null }, picture.day);
    const title = partyOfDay(dog.id, picture.day, parties)?.title ?? '';
    const occasion = celebration ? occasionOf(celebration) : title;
    return { ...pairedDay(dog, picture), occasion, line: picture.line };
  };
  const days = pictures.map(dayOf);
  const [before, after] = [pictures[0], pictures.at(-1) ?? pictures[1]];
  const [first, last] = [dayOf(before), dayOf(after)];
  const toldOf = ({ seal: { top, figure } }: typeof first) => (top ? `${top} ${figure}` : figure);
  const [from, to] = [before.day.slice(0, 4), after.day.slice(0, 4)];
  const years = yearsOfLife(dog) ?? (from === to ? from : `${from}–${to}`);
  const isSame = first.humanYears === last.humanYears;
  const gained = isSame ? years : `From ${toldOf(first)} to ${toldOf(last)} in human years`;
  const isQuiet = isInMemory(dog);
  return {
    opening: contentFor(dog, {
      kicker: isOfYear ? 'A year of' : 'The years of',
      lines: [years],
      seal: { figure: String(days.length), bottom: 'stamps' },
    }),
    ending: {
      ...contentFor(dog, { kicker: '', lines: [isQuiet ? years : gained], seal: last.seal, isSendOff: true }),
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

type PlayerProps = {
  dog: Dog;
  draw: DrawFrame | null;
  length: number;
  label: string;
  /** How far it is made: it then shows that frame, and does not play. */
  madePercent: number | null;
};

/** Plays a film. Under reduced motion it waits for a press. */
function Player({ dog, draw, length, label, madePercent }: PlayerProps) {
  const isHeld = madePercent !== null;
  const canvas = useRef<HTMLCanvasElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const seconds = useRef(0);
  const [isWanted, setIsWanted] = useState(() => !window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  const isPlaying = isWanted && !isHeld;

  function show(at: number) {
    seconds.current = Math.min(at, length);
    const context = canvas.current?.getContext('2d');
    context?.setTransform(shownScale, 0, 0, shownScale, 0, 0);
    if (context) draw?.(context, seconds.current);
    slider.current?.setAttribute('aria-valuetext', `${Math.round(at)} of ${Math.round(length)} seconds`);
    if (slider.current) slider.current.value = String(seconds.current);
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

  return (
    <div className="mx-auto grid w-min gap-1">
      <div className="relative aspect-9/16 h-[clamp(16rem,100dvh-23rem,44rem)] overflow-clip rounded-field border-2 border-line md:h-[clamp(16rem,100dvh-15rem,44rem)]">
        <DogPhoto dog={dog} photo={dog.photoUrl} alt="" className="absolute inset-0 size-full" />
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
      <div className="flex items-center gap-1">
        <IconButton
          label={isPlaying ? 'Pause' : 'Play'}
          disabled={isHeld}
          onClick={() => {
            if (seconds.current >= length) seconds.current = 0;
            setIsWanted(!isWanted);
          }}
        >
          {isPlaying ? <PauseIcon /> : <PlayIcon />}
        </IconButton>
        <input
          ref={slider}
          type="range"
          aria-label="Time in the film"
          max={length}
          step={0.1}
          defaultValue={0}
          className="w-0 flex-1"
          onChange={({ target }) => show(target.valueAsNumber)}
        />
      </div>
    </div>
  );
}

/** The days of a film as stamps. While it is made, each has its colors once it is in the film; only then a phone has room for them. */
function Days({ dog, film, percent }: { dog: Dog; film: Film; percent: number | null }) {
  const progress = { role: 'progressbar', 'aria-label': 'Making the film', 'aria-valuenow': percent ?? 0 };
  return (
    <div
      {...(percent === null ? { 'aria-hidden': true } : progress)}
      className={classNames(
        'flex justify-center gap-1 md:mb-2 md:flex-wrap md:gap-3',
        percent === null && 'max-md:hidden',
      )}
    >
      {film.days.map(({ date, seal, photoUrl, photoFocus }, index) => (
        <PawStamp
          key={date}
          figure={seal.figure}
          photo={<DogPhoto dog={{ ...dog, photoFocus }} photo={photoUrl} alt="" isSmall className="block" />}
          className={classNames(
            'aspect-square max-w-12 flex-1 transition duration-easy max-md:[&>:last-child]:hidden md:max-w-24 md:basis-24',
            percent !== null && percent * film.days.length <= index * 100 && 'opacity-35 grayscale',
          )}
        />
      ))}
    </div>
  );
}

type Made =
  | { stage: 'idle' | 'given up' | 'impossible' }
  | { stage: 'making'; percent: number }
  | { stage: 'made'; file: File };

const news: Readonly<Record<Made['stage'], string>> = {
  idle: '',
  'given up': 'Canceled. No film was made.',
  making: 'Making the film…',
  made: 'Your film is ready.',
  impossible: "This browser can't make films.",
};

/** What there is to do with a film. */
function MadeFilm({ dog, made, onStory }: { dog: Dog; made: Made; onStory: (() => void) | null }) {
  if (made.stage === 'impossible' && onStory)
    return (
      <>
        <p className="text-center">The story shows the pictures, one by one.</p>
        <Button onClick={onStory}>See the Story</Button>
      </>
    );
  if (made.stage !== 'made') return null;
  const { file } = made;
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
  async function load() {
    const loaded = await loadFilm(film);
    setDraw(() => loaded);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a dialog has one film.
  useEffect(() => {
    underWay.current = new AbortController();
    void attempt(load);
    return () => underWay.current.abort();
  }, []);

  async function make(signal: AbortSignal) {
    if (!draw) return;
    let percent = -1;
    function onProgress(done: number) {
      const next = Math.floor(done * 100);
      if (signal.aborted || next === percent) return;
      percent = next;
      setMade({ stage: 'making', percent });
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
  return { draw, made, make: () => attempt(make), giveUp };
}

/** The film of a dog's days: its pictures, with the numbers counting up between them, to see here and to share. */
export function FilmDialog({
  dog,
  pictures,
  parties,
  onStory,
  onClose,
}: {
  dog: Dog;
  pictures: PicturesOfFilm;
  parties: readonly Party[];
  onStory: (() => void) | null;
  onClose: () => void;
}) {
  const [film] = useState(() => filmOf(dog, pictures, parties));
  const length = filmLength(film.days.length);
  const { draw, made, make, giveUp } = useFilm(dog, film, length);
  const { stage } = made;
  const percent = made.stage === 'making' ? made.percent : null;
  const [isCheered, setIsCheered] = useState(!film.isQuiet);
  const panel = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that was pressed goes with its stage.
  useEffect(() => {
    if (document.activeElement?.matches('body, dialog'))
      panel.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [stage]);
  const told = joined(film.days.map(({ text }) => text));
  function tellStory() {
    onClose();
    onStory?.();
  }
  return (
    <Dialog isWide title={`${dog.name}'s Film`} closeLabel="Close" onClose={onClose}>
      <div className="film grid grid-cols-1 items-center justify-center gap-x-8 gap-y-4 md:grid-cols-[auto_minmax(0,20rem)] lg:gap-x-12">
        <Player
          // Once it is made, it plays from the beginning.
          key={String(stage === 'made')}
          dog={dog}
          draw={draw}
          length={length}
          label={`Film of ${isolated(dog.name)}: ${told}`}
          madePercent={percent}
        />
        <div ref={panel} className="grid grid-cols-1 gap-4">
          <Days {...{ dog, film, percent }} />
          {(stage === 'idle' || stage === 'given up') && (
            <Button size="large" disabled={!draw} onClick={() => void make()}>
              Make the Film
            </Button>
          )}
          <p className={classNames('text-center text-balance', news[stage] && 'font-display text-heading font-bold')}>
            {made.stage === 'making'
              ? `${news.making} ${made.percent}%`
              : news[stage] || `${Math.round(length)} seconds, no sound. It's made on this device.`}
          </p>
          <MadeFilm dog={dog} made={made} onStory={onStory && tellStory} />
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
      {stage === 'made' && isCheered && <Confetti onEnd={() => setIsCheered(false)} />}
    </Dialog>
  );
}
