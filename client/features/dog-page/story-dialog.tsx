import { type Ref, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { calculatorPage } from '../../../addresses/addresses.ts';
import { focusOfPartyPhoto, type PortraitLook } from '../../../domain/celebrations/celebration-photos.ts';
import type { YearStory } from '../../../domain/celebrations/year-of-life.ts';
import { type CalendarDate, calendarLeaf, formatFullDate } from '../../../domain/dates/calendar-date.ts';
import { ordinal } from '../../../domain/dates/ordinal.ts';
import { isAbout, isInMemory, type NamedDog, yearsOfLife } from '../../../domain/dogs/life.ts';
import { fileNameOf, isolated, joined } from '../../../domain/text/text.ts';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { type CardContent, type CardStyle, contentFor } from '../../cards/card.ts';
import { useCardPicture } from '../../cards/use-card-picture.ts';
import { messages } from '../../copy/messages.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import type { Portrait } from '../../data/records/portraits.ts';
import { invitationCard } from '../../shared/invitation/invitation-content.ts';
import { SharePanel } from '../../shared/share/share-panel.tsx';
import { PauseIcon, PlayIcon } from '../../ui/app-icons.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Chevron } from '../../ui/disclosure.tsx';
import { showError } from '../../ui/toaster.tsx';
import './story.css';

/** A picture of the story: its drawing, with the dog's photo unless it has its own, and the same as a sentence, read aloud and shared. */
type StoryFrame = {
  style: CardStyle;
  content: CardContent;
  text: string;
  photo?: string;
  focus?: PortraitLook['photoFocus'];
  /** From where the number of its seal counts up. */
  from?: number;
};

type ToldDog = NamedDog & { id: string; photoUrl: string | null };
type HeldParty = Pick<Party, 'dogId' | 'title' | 'celebrationDate' | 'time' | 'memoryPhotoUrl'>;

/** The picture names at most this many parties. */
const namedCount = 2;

function partyLine(parties: readonly HeldParty[]): string {
  const unnamed = parties.length - namedCount;
  const titles = parties.map(({ title }) => isolated(title));
  return joined(unnamed > 0 ? [...titles.slice(0, namedCount), `${unnamed} more`] : titles);
}

/** The story shows at most this many photos of parties and other days. */
const shownCount = 5;

const portraitKickers: Readonly<Record<Portrait['kind'], string>> = {
  birthday: 'Happy birthday,',
  'human-year birthday': 'Another human year for',
  'puppy graduation': 'Happy graduation,',
  'gotcha day': 'Happy gotcha day,',
};

/** A picture for each portrait and each party with a photo, for the last ones of a long year. No place, because a story is for everybody. */
function keptFrames(
  dog: ToldDog,
  day: CalendarDate,
  parties: readonly HeldParty[],
  portraits: readonly Portrait[],
): StoryFrame[] {
  const ofParties = parties.flatMap((party) => {
    const { title, celebrationDate, memoryPhotoUrl: photo } = party;
    if (!photo) return [];
    const focus = focusOfPartyPhoto(party, portraits, parties);
    const content = invitationCard(dog, { ...party, location: null }, celebrationDate < day);
    const text = `${isolated(title)}, celebrated on ${formatFullDate(celebrationDate)}.`;
    return [{ on: celebrationDate, content, text, photo, focus }];
  });
  const ofDays = portraits.flatMap(({ day: on, kind, photoUrl: photo, photoFocus: focus, line }) => {
    if (!photo) return [];
    const { month, day: figure } = calendarLeaf(on);
    const words = { kicker: portraitKickers[kind], lines: [formatFullDate(on)], seal: { top: month, figure } };
    const content = contentFor(dog, { ...words, ...(line && { wish: line }) });
    const told = `${isolated(dog.name)}'s ${kind}, ${formatFullDate(on)}.`;
    return [{ on, content, text: line ? `${told} ${isolated(line)}` : told, photo, focus }];
  });
  const inOrder = [...ofParties, ...ofDays].sort((one, other) => Number(one.on > other.on) - Number(one.on < other.on));
  return inOrder.slice(-shownCount).map((frame) => ({ ...frame, style: 'cover' }));
}

/** The pictures of a dog's story: years gained, parties, the photos of days, best photo of the dog, stage, next year. */
function storyFrames(
  dog: ToldDog,
  { year, birthday, humanYearsBefore, humanYearsNow, stage, isNewStage, coming }: YearStory,
  parties: readonly HeldParty[],
  portraits: readonly Portrait[],
): readonly [StoryFrame, ...StoryFrame[]] {
  const name = isolated(dog.name);
  const about = isAbout(dog) ? 'about ' : '';
  const gained = humanYearsNow - humanYearsBefore;
  const day: CalendarDate = year.end;
  const next = coming[0]?.date ?? day;
  const frame = (style: CardStyle, words: Parameters<typeof contentFor>[1], text: string, from = 0) => ({
    style,
    content: contentFor(dog, words),
    text,
    from,
  });
  return [
    frame(
      'number',
      {
        kicker: 'What a year,',
        lines: [`From ${about}${humanYearsBefore} to ${humanYearsNow} in human years`],
        seal: { top: 'gained', figure: String(gained), bottom: 'human years' },
      },
      `${name} gained ${about}${gained} human years in one: from ${humanYearsBefore} to ${humanYearsNow}.`,
    ),
    parties.length > 0
      ? frame(
          'table',
          {
            kicker: 'A year of parties for',
            lines: [partyLine(parties)],
            seal: { figure: String(parties.length), bottom: parties.length === 1 ? 'party' : 'parties' },
          },
          `${name} had ${parties.length === 1 ? 'a party' : `${parties.length} parties`}: ${partyLine(parties)}.`,
        )
      : frame(
          'table',
          {
            kicker: 'A year of quiet walks for',
            lines: ['A new year, and every party in it is still to come'],
            seal: { top: 'room for', figure: String(coming.length), bottom: coming.length === 1 ? 'party' : 'parties' },
          },
          `A year of quiet walks for ${name}. In the new one every party is still to come.`,
        ),
    ...keptFrames(dog, day, parties, portraits),
    frame(
      dog.photoUrl ? 'cover' : 'table',
      {
        kicker: 'The face of the year:',
        lines: [formatFullDate(day)],
        seal: { figure: String(birthday), bottom: birthday === 1 ? 'year' : 'years' },
      },
      `${name} on the ${ordinal(birthday)} birthday, ${formatFullDate(day)}.`,
    ),
    frame(
      'lamplight',
      {
        kicker: isNewStage ? 'A new chapter for' : 'Going strong,',
        lines: [isNewStage ? `Now: ${stage}` : `Still: ${stage}`],
        seal: { ...(about && { top: 'about' }), figure: String(humanYearsNow), bottom: 'human years' },
      },
      isNewStage ? `A new chapter for ${name}: ${stage}.` : `${name} is going strong. Still: ${stage}.`,
      humanYearsBefore,
    ),
    frame(
      'number',
      {
        kicker: 'More to come for',
        lines: [`Next: ${formatFullDate(next)}`],
        seal: {
          top: 'next year',
          figure: String(coming.length),
          bottom: coming.length === 1 ? 'party day' : 'party days',
        },
      },
      `${name}'s next year has ${coming.length === 1 ? 'a day' : `${coming.length} days`} to celebrate. The first is ${formatFullDate(next)}.`,
    ),
  ];
}

/** The pictures of a life that has no year to tell: of a puppy before its first birthday, or of a dog in memory. */
function storyOfDays(
  dog: ToldDog & Pick<Dog, 'diedOn'>,
  kept: readonly StoryFrame[],
): readonly [StoryFrame, ...StoryFrame[]] {
  const isQuiet = isInMemory(dog);
  const style = isQuiet ? 'lamplight' : 'cover';
  const seal = { figure: String(kept.length), bottom: kept.length === 1 ? 'stamp' : 'stamps' };
  const words = isQuiet
    ? { kicker: '', lines: [yearsOfLife(dog) ?? ''], wish: 'Good days, all of them.', seal }
    : { kicker: 'More to come for', lines: ['The first year has only begun'], seal };
  const name = isolated(dog.name);
  const text = isQuiet ? `${name}: good days, all of them.` : `More to come for ${name}.`;
  const days = kept.map((frame) => {
    const content = { ...frame.content, ...(isQuiet && { kicker: '' }) };
    return { ...frame, style: style as CardStyle, content };
  });
  const end = { style: isQuiet ? style : 'number', content: contentFor(dog, words), text } as const;
  const [first, ...others] = [...days, end];
  return [first ?? end, ...others];
}

type Told = {
  dog: Dog;
  /** The year that it tells; null where there is none yet, or none any more. Then it shows the photos of all days. */
  story: YearStory | null;
  today: CalendarDate;
  /** The parties of the past year, or of all, in order. */
  parties: readonly Party[];
  portraits: readonly Portrait[];
};

function framesOf({ dog, story, today, parties, portraits }: Told): readonly [StoryFrame, ...StoryFrame[]] {
  const { from, end } = story?.year ?? { from: dog.birthDate, end: dog.diedOn ?? today };
  const endOfBirthday = new Date(`${from}T23:59:59`);
  // The birthday that begins the year was told by the story before, unless its photo came later. The first year has none before.
  const isToldNow = ({ day, createdAt }: Portrait) =>
    day > from || (day === from && (!story || story.birthday === 1 || new Date(createdAt) > endOfBirthday));
  const ofYear = portraits.filter((portrait) => portrait.day <= end && isToldNow(portrait));
  return story ? storyFrames(dog, story, parties, ofYear) : storyOfDays(dog, keptFrames(dog, today, parties, ofYear));
}

type DashesProps = {
  count: number;
  shown: number;
  isPaused: boolean;
  onFilled: () => void;
};

/**
 * Progress through the story, as dashes, of which the one of the shown picture fills while it plays: its end turns to the next. Decorative:
 * the name of the picture says it too.
 */
function Dashes({ count, shown, isPaused, onFilled }: DashesProps) {
  return (
    <div aria-hidden="true" className="flex grow gap-1.5">
      {Array.from({ length: count }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a dash has no other name than its number.
          key={index}
          className="h-1.5 flex-1 overflow-hidden rounded-pill bg-edge/50"
        >
          {index <= shown && (
            <span
              className={classNames(
                'block size-full origin-left rounded-pill bg-ink',
                // Without motion nothing plays by itself.
                index === shown && index < count - 1 && 'motion-safe:animate-[story-dash_4s_linear]',
              )}
              style={{ animationPlayState: isPaused ? 'paused' : 'running' }}
              onAnimationEnd={onFilled}
            />
          )}
        </span>
      ))}
    </div>
  );
}

/** How long a tap lasts at most, in milliseconds. */
const longestTap = 400;

type StoryStageProps = {
  dog: Dog;
  frame: StoryFrame;
  name: string;
  shown: number;
  picture: ReturnType<typeof useCardPicture>;
  isPaused: boolean;
  before: Ref<HTMLCanvasElement>;
  onTurn: (step: -1 | 1) => void;
  onHold: (isHeld: boolean) => void;
};

/** The picture that is shown, and above it, until that is drawn, the one that was. */
function StoryStage({ dog, frame, name, shown, picture, isPaused, before, onTurn, onHold }: StoryStageProps) {
  const heldFrom = useRef(0);
  const endHold = () => onHold(false);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys and the buttons below do the same.
    // biome-ignore lint/a11y/noStaticElementInteractions: as above.
    <div
      className="story-stage relative mx-auto aspect-9/16 w-[min(100%,var(--picture))] cursor-pointer overflow-clip rounded-field border-2 border-edge select-none"
      onPointerDown={({ timeStamp }) => {
        heldFrom.current = timeStamp;
        onHold(true);
      }}
      onPointerUp={endHold}
      onPointerCancel={endHold}
      onPointerLeave={endHold}
      onClick={({ clientX, currentTarget, timeStamp }) => {
        // A long press only pauses, so lifting the finger does not turn the picture.
        if (timeStamp - heldFrom.current > longestTap) return;
        const { left, width } = currentTarget.getBoundingClientRect();
        onTurn(clientX < left + width / 3 ? -1 : 1);
      }}
    >
      <DogPhoto dog={dog} photo={dog.photoUrl} alt="" className="absolute inset-0 size-full" />
      <canvas
        // Each begins to drift anew.
        key={shown}
        ref={picture.canvas}
        role="img"
        aria-busy={picture.file === null}
        aria-label={name}
        // Once its number has counted up, it comes down like a stamp.
        className={`relative ${frame.from === undefined ? 'motion-safe:animate-[story-drift_4s_linear_both]' : 'motion-safe:animate-[story-drift_4s_linear_both,story-lands_420ms_var(--ease-settle)_900ms]'}`}
        style={{ animationPlayState: isPaused ? 'paused' : 'running' }}
      />
      <span aria-hidden="true">
        <canvas
          ref={before}
          className={classNames(
            'pointer-events-none absolute inset-0',
            picture.isPainted && 'scale-104 opacity-0 transition duration-300',
          )}
        />
      </span>
    </div>
  );
}

/** Leads to the picture before or after. Where there is none it stays, with its focus. */
function Arrow({ step, isDisabled, onTurn }: { step: -1 | 1; isDisabled: boolean; onTurn: (step: -1 | 1) => void }) {
  return (
    <Button
      variant="secondary"
      aria-label={step < 0 ? 'Back' : 'Next'}
      aria-disabled={isDisabled}
      className="size-14 px-0 aria-disabled:border-line aria-disabled:bg-transparent aria-disabled:text-edge"
      onClick={() => onTurn(step)}
    >
      <Chevron className={`size-6 shrink-0 ${step < 0 ? 'rotate-90' : '-rotate-90'}`} />
    </Button>
  );
}

/** Listens on the window for the arrow keys and the space bar, because the focus may be anywhere in the dialog. */
function useStoryKeys({ onTurn, onStop }: { onTurn: (step: number) => void; onStop: () => void }) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === ' ' && !(event.target instanceof Element && event.target.closest('button, a, textarea'))) {
      event.preventDefault();
      onStop();
    }
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    // In a text field the arrow keys move the cursor.
    if (!step || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    onTurn(step);
  });
  useLayoutEffect(() => {
    const gone = new AbortController();
    window.addEventListener('keydown', (event) => press(event), { signal: gone.signal });
    return () => gone.abort();
  }, []);
}

/**
 * The story of the year that ends on a dog's birthday: pictures, each a card to share. It plays by itself, four seconds a picture. A
 * finger that stays, or the space bar, holds it; a tap or the arrow keys turn it. The last picture stays.
 */
export function StoryDialog({ onClose, ...told }: Told & { onClose: () => void }) {
  const { dog, story } = told;
  const frames = framesOf(told);
  const [shown, setShown] = useState(0);
  const [isStopped, setIsStopped] = useState(false);
  const [isHeld, setIsHeld] = useState(false);
  const before = useRef<HTMLCanvasElement>(null);
  const isLast = shown === frames.length - 1;
  const frame = frames[shown] ?? frames[0];
  const { text } = frame;
  const picture = useCardPicture({
    content: frame.content,
    style: frame.style,
    format: 'story',
    focus: frame.photo ? (frame.focus ?? null) : dog.photoFocus,
    photo: frame.photo ?? dog.photoUrl,
    fileName: fileNameOf(`${dog.name} story ${shown + 1}`, 'png'),
    countsFrom: frame.from,
    onFailure: (reason) => showError(reason ?? messages.cardFailed),
  });
  const isPaused = isStopped || isHeld || !picture.isPainted;

  /** The picture that was shown stays above the next one until that is drawn, and then fades. */
  function show(next: number) {
    const copy = before.current;
    const now = copy?.closest('.story-stage')?.querySelector('canvas');
    if (!now?.width || !copy || !frames[next] || next === shown) return;
    Object.assign(copy, { width: now.width, height: now.height });
    copy.getContext('2d')?.drawImage(now, 0, 0);
    setShown(next);
  }
  const turn = (step: number) => show(shown + step);
  const stop = () => setIsStopped(!isStopped);
  useStoryKeys({ onTurn: turn, onStop: stop });

  return (
    <Dialog isWide title={`${dog.name}'s Story`} closeLabel="Close" onClose={onClose}>
      <div className="story">
        <div className="card-picture relative flex min-w-0 flex-col gap-1">
          <div className="flex min-h-11 items-center gap-3 max-sm:pe-16">
            <Dashes count={frames.length} shown={shown} isPaused={isPaused} onFilled={() => turn(1)} />
            <Button
              variant="quiet"
              className={classNames('-me-2', !isLast && 'min-w-11 motion-reduce:hidden')}
              aria-label={isLast ? undefined : isStopped ? 'Play' : 'Pause'}
              onClick={() => (isLast ? show(0) : stop())}
            >
              {isLast ? 'Once More' : isStopped ? <PlayIcon /> : <PauseIcon />}
            </Button>
          </div>
          <StoryStage
            dog={dog}
            frame={frame}
            name={`Picture ${shown + 1} of ${frames.length}: ${text}`}
            shown={shown}
            picture={picture}
            isPaused={isPaused}
            before={before}
            onTurn={turn}
            onHold={setIsHeld}
          />
          <p role="status" className="sr-only w-full wrap-anywhere whitespace-normal">
            {text}
          </p>
        </div>
        <div className="flex items-start gap-3">
          <Arrow step={-1} isDisabled={shown === 0} onTurn={turn} />
          <div className="min-w-0 grow">
            <SharePanel
              words={{ title: `${dog.name}'s story`, text, url: `${window.location.origin}${calculatorPage}` }}
              picture={picture.fileInTime}
              label={isLast && dog.name.length <= 12 ? `Send ${dog.name}'s ${story ? 'Year' : 'Story'}` : 'Share'}
            />
          </div>
          <Arrow step={1} isDisabled={isLast} onTurn={turn} />
        </div>
      </div>
    </Dialog>
  );
}
