import { memo, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { calculatorPage } from '../../../addresses/addresses.ts';
import { type BirthdayReport, humanYearsUnit, qualifierOf } from '../../../domain/celebrations/birthday-report.ts';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { ageOn } from '../../../domain/dogs/age.ts';
import type { CalculatorInput } from '../../../domain/dogs/calculator-draft.ts';
import { placeholderGround } from '../../art/dog-placeholder.tsx';
import { Dog } from '../../art/dog-portrait.tsx';
import { Rosette } from '../../art/rosette.tsx';
import { birthdayCard } from '../../cards/celebration-cards.ts';
import { useCardPicture } from '../../cards/use-card-picture.ts';
import { useSharing } from '../../shared/share/use-sharing.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ShareIcon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { canShare, saveFile } from '../../ui/share.ts';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import { type RevealedLife, revealAt, walkLength } from './reveal-at.ts';
import './reveal.css';

/** The line below the paws of the dog in its own drawing. In the ring it is lower, so that the ring cuts off its end. */
const ground = 234;

/** The length of the way through a life, and the smallest distance between two birthdays on it. */
const wayLength = 1100;
const leastStep = 90;

/** None in the colour of a dog, which passes below them. */
const flags = ['raspberry', 'butter', 'sky', 'leaf'] as const;

/** A flag for each birthday, on a string, with small ones in between. */
const Way = memo(function Way({ birthdays, step }: { birthdays: number; step: number }) {
  const parts = Math.round(step / 38);
  const waves = 'q50 9 100 0t100 0'.repeat(Math.ceil((birthdays * step + 1400) / 200));
  return (
    <>
      <path d={`M-700 52${waves}`} fill="none" stroke="var(--color-ink)" />
      {Array.from({ length: birthdays }, (_, index) => index + 1).map((birthday) => (
        <g key={birthday} transform={`translate(${195 + birthday * step})`}>
          <path d="M-21 51Q0 56 21 52L1 98Z" fill={`var(--art-${flags[birthday % 4]})`} />
          <path
            d={Array.from(
              { length: parts - 1 },
              (__, part) => `M${-12 - (step * (part + 1)) / parts} 53h24l-11 26Z`,
            ).join('')}
            fill={`var(--art-${flags[birthday % 2]})`}
          />
          <text y="73" fontSize="20" stroke="none" className="fill-(--art-tag-ink)">
            {birthday}
          </text>
        </g>
      ))}
    </>
  );
});

const StandingDog = memo(Dog);

/** A ring in which the dog walks past the birthdays of its life, and waits without `years`. Its head may rise above the ring. */
function Ring({ size, years, life }: Pick<CalculatorInput, 'size'> & { years: number | null; life: RevealedLife }) {
  const step = Math.max(leastStep, wayLength / Math.max(1, years ?? 1));
  return (
    <g className="reveal-ring">
      <clipPath id="reveal-ring">
        <circle cx="195" cy="130" r="112" />
      </clipPath>
      <clipPath id="reveal-dog">
        <path d="M-200-200H600V130H299A104 104 0 0 1 91 130H-200Z" />
      </clipPath>
      <g clipPath="url(#reveal-ring)">
        <path d="M80 10H310V260H80Z" fill="var(--art-pane)" stroke="none" />
        <path d="M80 200H310V260H80Z" fill="var(--art-leaf)" stroke="none" />
        {years !== null && (
          <g transform={`translate(${-life.years * step})`}>
            <Way birthdays={Math.ceil(years) + 1} step={step} />
          </g>
        )}
      </g>
      <circle cx="195" cy="130" r="112" fill="none" stroke="var(--art-white)" strokeWidth="17" />
      <circle cx="195" cy="130" r="112" fill="none" />
      <g clipPath="url(#reveal-dog)">
        <g
          transform={`translate(195 ${ground + 14 - life.hop * 14}) rotate(${life.lean * 5}) scale(${life.height * 1.1}) translate(-100 ${-ground})`}
        >
          <StandingDog size={size} />
        </g>
      </g>
    </g>
  );
}

function Figure({ above, figure, below }: { above?: string | null; figure: number; below: string }) {
  return (
    <g stroke="none" className="fill-(--art-tag-ink)">
      {above && (
        <text x="195" y="315" fontSize="20">
          {above}
        </text>
      )}
      <text x="195" y="438" fontSize={figure > 99 ? 116 : 160}>
        {figure}
      </text>
      <text x="195" y="474" fontSize="20">
        {below}
      </text>
    </g>
  );
}

/** Words on a plate: the stage of the dog's life, and at the end its name. */
function Plate({ children, place, size }: { children: string; place: string; size: number }) {
  const width = children.length * size * 0.57 + 34;
  return (
    <g transform={place}>
      <rect x={-width / 2} y={-0.9 * size} width={width} height={1.8 * size} rx="16" fill="var(--art-butter)" />
      <text y={size / 3} fontSize={size} stroke="none" className="fill-(--art-tag-ink)">
        {children}
      </text>
    </g>
  );
}

/**
 * Returns the current time of an element's first animation, in milliseconds, while it plays. The animation is the clock, so it can be
 * set and finished like any other, and what is drawn by it stays in step with the other animations of the page.
 */
function useAnimationTime(element: RefObject<Element | null>, isPlaying: boolean): number {
  const [time, setTime] = useState(0);
  useEffect(() => {
    if (!isPlaying) return;
    let frame = 0;
    const read = () => {
      setTime(Number(element.current?.getAnimations()[0]?.currentTime ?? 0));
      frame = requestAnimationFrame(read);
    };
    read();
    return () => cancelAnimationFrame(frame);
  }, [element, isPlaying]);
  return isPlaying ? time : walkLength;
}

/** Keys that would also press the focused element, such as the button that has just calculated. */
const pressingKeys = ['Enter', ' ', 'Escape'];

/** Calls `onSkip` at the next key, or at a click on the film. Ignores a key that is still held down from the calculation. */
function useSkip(film: RefObject<Element | null>, isPlaying: boolean, onSkip: () => void) {
  const skip = useEffectEvent(onSkip);
  // A layout effect listens as soon as the film is visible, so that no press is lost.
  useLayoutEffect(() => {
    if (!isPlaying) return;
    const listening = new AbortController();
    const onKeyDown = (event: KeyboardEvent) => {
      if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
      if (pressingKeys.includes(event.key)) event.preventDefault();
      if (!event.repeat) skip();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true, signal: listening.signal });
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Node && film.current?.contains(target)) skip();
    };
    window.addEventListener('click', onClick, { signal: listening.signal });
    return () => listening.abort();
  }, [film, isPlaying]);
}

type Revealed = { dog: CalculatorInput; today: CalendarDate; report: BirthdayReport };

/** The number as it climbs, and the rosette with the final one. Visual only, because the report states the result. */
function Film({ dog, today, report, isPlaying, isOver }: Revealed & { isPlaying: boolean; isOver: boolean }) {
  const clock = useRef<SVGSVGElement>(null);
  const life = revealAt(useAnimationTime(clock, isPlaying), dog, today);
  const unit = humanYearsUnit(report);
  return (
    <svg
      ref={clock}
      {...(isPlaying ? { 'data-reveal': '' } : { 'data-stamped': '' })}
      viewBox="0 -33 390 622"
      aria-hidden="true"
      textAnchor="middle"
      fontWeight="700"
      stroke="var(--art-ink)"
      strokeWidth="5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classNames(
        'absolute inset-0 size-full overflow-visible font-display',
        isPlaying && 'reveal-clock',
        isOver && 'reveal-gone',
      )}
    >
      <Ring size={dog.size} years={isPlaying ? ageOn(dog.birthDate, today).years : null} life={life} />
      {/* Its ribbons hang above the buttons. */}
      <g className="reveal-number" transform="translate(0 -16)">
        {isPlaying && (
          <g data-climbing="">
            <circle
              cx="195"
              cy="395"
              r="124"
              fill="var(--art-white)"
              stroke="var(--color-edge)"
              strokeDasharray="1 12"
            />
            <Figure figure={life.humanYears} below={unit} />
            <g key={life.lifeStage} className="reveal-stage animate-pop">
              <Plate place="translate(195 519)" size={20}>
                {life.lifeStage}
              </Plate>
            </g>
          </g>
        )}
        <g
          className={classNames('rim', isPlaying && 'reveal-stamp')}
          // The stamp comes down a moment after its animation begins.
          onAnimationStart={() => navigator.vibrate?.([0, 180, 40])}
        >
          <svg x="25" y="223" width="340" height="381" viewBox="0 0 200 224" overflow="visible" aria-hidden="true">
            <Rosette className="[--color-ring:var(--art-ink)]" />
          </svg>
          <Plate place="translate(195 240) rotate(-3)" size={Math.min(28, 540 / dog.name.length)}>
            {`${dog.name} is`}
          </Plate>
          <Figure above={qualifierOf(report)} figure={report.humanYears} below={unit} />
        </g>
        {isPlaying && (
          <path
            className="reveal-burst"
            d="M195 230V195M280 255L303 226M335 320L369 300M360 395H398M335 470L369 490M55 470L21 490M30 395H-8M55 320L21 300M110 255L87 226"
            fill="none"
            stroke="var(--art-raspberry)"
            strokeWidth="9"
          />
        )}
      </g>
    </svg>
  );
}

/** Whether the visitor has moved, touched or pressed something since. True from the start if `isSure`. */
function useSignOfVisitor(isSure: boolean): boolean {
  const [isThere, setIsThere] = useState(isSure);
  useEffect(() => {
    const gone = new AbortController();
    for (const sign of ['pointermove', 'pointerdown', 'keydown', 'wheel']) {
      window.addEventListener(sign, () => setIsThere(true), { signal: gone.signal, passive: true, once: true });
    }
    return () => gone.abort();
  }, []);
  return isThere;
}

const fileName = 'birthday-card.png';

/**
 * The last frame: the card slides out of the stamp, to send, with a way to keep the dog, and a quiet one to the report. Where no film has
 * given the time to load it, the card waits for a sign of the visitor, so that the report costs nothing for it.
 */
function LastFrame({ dog, today, report, isFilm, onReport }: Revealed & { isFilm: boolean; onReport: () => void }) {
  const {
    content,
    alt,
    share: words,
  } = useMemo(() => birthdayCard(dog, report, `${window.location.origin}${calculatorPage}`), [dog, report]);
  const isWanted = useSignOfVisitor(isFilm);
  const picture = useCardPicture({ content, style: 'number', photo: null, fileName, isWanted });
  const { share, isWaiting, textToCopy } = useSharing(words, picture.fileInTime);
  const { drawing } = picture;

  async function send() {
    await share();
    // Without a share sheet the words have been copied. The picture to paste them beside is saved.
    if (drawing && !canShare({ text: words.text })) saveFile(drawing.file);
  }

  return (
    <>
      <div className="relative size-full">
        <Film dog={dog} today={today} report={report} isPlaying={false} isOver={drawing !== null} />
        {drawing && (
          <img
            src={drawing.url}
            alt={alt}
            className="reveal-card absolute inset-0 mx-auto mt-auto max-h-full max-w-full rounded-field border-4 border-(--art-ink) shadow-lift"
          />
        )}
      </div>
      <div className="grid justify-items-center gap-4">
        <Button size="large" className="min-h-16 w-80 max-w-full" aria-busy={isWaiting} onClick={() => void send()}>
          <ShareIcon />
          Send This
        </Button>
        {textToCopy && <TextToCopy text={textToCopy} />}
        <PageLink
          href="/auth?join"
          className={classNames(buttonClasses('secondary'), 'min-h-12 max-w-80 wrap-anywhere')}
        >
          Keep {dog.name} · free
        </PageLink>
        <Button variant="quiet" onClick={onReport}>
          See the Report
        </Button>
      </div>
    </>
  );
}

type RevealProps = Revealed & {
  isPlaying: boolean;
  /** Plays at three times the speed. */
  isShort: boolean;
  onEnd: () => void;
  onReport: () => void;
};

/**
 * The number that a visitor came for, on a screen of its own above the report: the dog walks through its life while the number climbs,
 * the rosette is stamped on, and the card to send slides out of it.
 */
export function Reveal({ dog, today, report, isPlaying, isShort, onEnd, onReport }: RevealProps) {
  const screen = useRef<HTMLDivElement>(null);
  const [isFilm] = useState(isPlaying);
  useSkip(screen, isPlaying, onEnd);
  // Before the first frame.
  useLayoutEffect(() => {
    const animations = isShort ? screen.current?.getAnimations({ subtree: true }) : undefined;
    for (const animation of animations ?? []) animation.playbackRate = 3;
  }, [isShort]);
  const endWithoutStyles = useEffectEvent(() => {
    // The film ends with its animation. If the styles did not arrive, there is none, so this ends it.
    if (isPlaying && screen.current?.querySelector('[data-reveal]')?.getAnimations().length === 0) onEnd();
  });
  useEffect(() => {
    endWithoutStyles();
  }, []);
  return (
    <div
      ref={screen}
      className={classNames('reveal print:hidden', placeholderGround[dog.size])}
      onAnimationEnd={({ animationName }) => {
        if (animationName === 'clock') onEnd();
      }}
    >
      {isPlaying ? (
        <>
          <div className="relative size-full">
            <Film dog={dog} today={today} report={report} isPlaying isOver={false} />
          </div>
          <Button variant="secondary" className="reveal-skip" onClick={onEnd}>
            Skip
          </Button>
        </>
      ) : (
        <LastFrame dog={dog} today={today} report={report} isFilm={isFilm} onReport={onReport} />
      )}
    </div>
  );
}
