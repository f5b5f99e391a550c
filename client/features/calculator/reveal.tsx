import { memo, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { ageOn } from '../../../domain/dogs/age.ts';
import type { CalculatorInput } from '../../../domain/dogs/calculator-draft.ts';
import { placeholderGround } from '../../art/dog-placeholder.tsx';
import { classNames } from '../../ui/class-names.ts';
import { type RevealedLife, revealAt } from './reveal-at.ts';
import './reveal.css';
import type { DogSize } from '../../../domain/dogs/size.ts';
import { Dog } from '../../art/dog-portrait.tsx';

/** The ground line of a dog's placeholder picture, whose dimensions this scene shares. */
const ground = 234;

/** The length of the path through a life, and the smallest distance between two birthdays on it. */
const wayLength = 1100;
const leastStep = 90;

const flags = ['raspberry', 'butter', 'sky', 'leaf', 'apricot'] as const;

/** A flag for each birthday on the path. */
const Way = memo(function Way({ birthdays, step }: { birthdays: number; step: number }) {
  return (
    <>
      <path
        d={`M-700 ${ground - 9}${'q50-14 100 0t100 0'.repeat(Math.ceil((birthdays * step + 1400) / 200))}`}
        fill="none"
        strokeDasharray="46 16"
      />
      {Array.from({ length: birthdays }, (_, index) => index + 1).map((birthday) => (
        <g key={birthday} transform={`translate(${100 + birthday * step} 0)`}>
          <path d={`M0 ${ground - 10}V112`} fill="none" />
          <path d="M1 112Q26 104 46 118Q50 132 45 147Q24 134 1 146Z" fill={`var(--art-${flags[birthday % 5]})`} />
          <text
            x="22"
            y="137"
            textAnchor="middle"
            fontSize="20"
            fontWeight="700"
            stroke="none"
            className="fill-(--art-tag-ink) font-display"
          >
            {birthday}
          </text>
        </g>
      ))}
    </>
  );
});

const StandingDog = memo(Dog);

/** A dog walking past the birthdays of its life. Decorative. */
function RevealScene({
  size,
  years,
  life,
  className,
}: {
  size: DogSize;
  /** The dog's age today. */
  years: number;
  life: RevealedLife;
  className: string;
}) {
  const step = Math.max(leastStep, wayLength / Math.max(1, years));
  return (
    <svg viewBox="0 -6 200 240" preserveAspectRatio="xMidYMax meet" className={className} aria-hidden="true">
      <g
        transform={`translate(${-life.years * step})`}
        stroke="var(--art-ink)"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <Way birthdays={Math.ceil(years) + 1} step={step} />
      </g>
      <g
        transform={`translate(100 ${ground - life.hop * 16}) rotate(${life.lean * 5}) scale(${life.height}) translate(-100 ${-ground})`}
      >
        <StandingDog size={size} />
      </g>
    </svg>
  );
}

/**
 * Returns the current time of an element's first animation, in milliseconds. The animation is the clock, so it can be set and
 * finished like any other, and what is drawn by it stays in step with the other animations of the page.
 */
function useAnimationTime(element: RefObject<Element | null>): number {
  const [time, setTime] = useState(0);
  useEffect(() => {
    let frame = 0;
    const read = () => {
      setTime(Number(element.current?.getAnimations()[0]?.currentTime ?? 0));
      frame = requestAnimationFrame(read);
    };
    read();
    return () => cancelAnimationFrame(frame);
  }, [element]);
  return time;
}

type Revealed = { dog: CalculatorInput; today: CalendarDate };

/** Keys that would also press the focused element, such as the button that has just calculated. */
const pressingKeys = ['Enter', ' ', 'Escape'];

/**
 * Calls `onSkip` at the next key, or at a click anywhere in the report. Ignores a key that is still held down from the
 * calculation.
 */
function useSkip(report: RefObject<Element | null>, onSkip: () => void) {
  const skip = useEffectEvent(onSkip);
  // A layout effect listens as soon as the reveal is visible, so that no press is lost.
  useLayoutEffect(() => {
    const listening = new AbortController();
    const onKeyDown = (event: KeyboardEvent) => {
      if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
      // Buttons that are already visible, towards the end, can be pressed.
      const isOnButton = event.target instanceof Element && event.target.closest('.reveal-rest') !== null;
      if (pressingKeys.includes(event.key) && !isOnButton) event.preventDefault();
      if (!event.repeat) skip();
    };
    window.addEventListener('keydown', onKeyDown, { capture: true, signal: listening.signal });
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Node && report.current?.contains(target)) skip();
    };
    window.addEventListener('click', onClick, { signal: listening.signal });
    return () => listening.abort();
  }, [report]);
}

/** The dog walking through its life, over the picture of the report. Its animation is the clock of the reveal and ends it. */
export function Reveal({
  dog,
  today,
  report,
  onEnd,
  className,
}: Revealed & { report: RefObject<Element | null>; onEnd: () => void; className: string }) {
  const clock = useRef<HTMLDivElement>(null);
  const life = revealAt(useAnimationTime(clock), dog, today);
  useSkip(report, onEnd);
  const endWithoutStyles = useEffectEvent(() => {
    // The reveal ends with its animation. If the styles did not arrive, there is none, so this ends it.
    if (clock.current?.getAnimations().length === 0) onEnd();
  });
  useEffect(() => endWithoutStyles(), []);
  return (
    <div
      ref={clock}
      data-reveal=""
      className={classNames('reveal-clock absolute inset-0 z-10 overflow-hidden', placeholderGround[dog.size])}
      onAnimationEnd={(event) => {
        if (event.target === event.currentTarget) onEnd();
      }}
    >
      <RevealScene size={dog.size} years={ageOn(dog.birthDate, today).years} life={life} className={className} />
    </div>
  );
}

/** The human years as they climb, where the rosette will be. Visual only, because the report states the result. */
export function ClimbingNumber({ dog, today }: Revealed) {
  const clock = useRef<HTMLDivElement>(null);
  const { humanYears, lifeStage } = revealAt(useAnimationTime(clock), dog, today);
  return (
    <div ref={clock} aria-hidden="true" className="reveal-clock reveal-number" data-climbing="">
      <span className="font-display text-number font-bold">{humanYears}</span>
      <span className="text-sm font-bold">human years</span>
      <span
        key={lifeStage}
        className="absolute -bottom-3 animate-pop rounded-pill border-2 border-(--art-ink) bg-(--art-butter) px-3 py-0.5 text-sm font-bold whitespace-nowrap text-(--art-tag-ink)"
      >
        {lifeStage}
      </span>
      <svg viewBox="-110 -110 220 220" className="reveal-burst" aria-hidden="true">
        <path
          d="M0-84V-106M42-73L53-92M73-42L92-53M84 0H106M73 42L92 53M42 73L53 92M0 84V106M-42 73L-53 92M-73 42L-92 53M-84 0H-106M-73-42L-92-53M-42-73L-53-92"
          fill="none"
          strokeWidth="7"
          strokeLinecap="round"
        />
      </svg>
    </div>
  );
}
