import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { ageOn } from '../../../domain/dogs/age.ts';
import type { CalculatorInput } from '../../../domain/dogs/calculator-draft.ts';
import { placeholderGround } from '../../art/dog-placeholder.tsx';
import { classNames } from '../../ui/class-names.ts';
import { revealAt } from './reveal-at.ts';
import { RevealScene } from './reveal-scene.tsx';
import { useAnimationTime } from './use-animation-time.ts';
import './reveal.css';

type Revealed = { dog: CalculatorInput; today: CalendarDate };

/** Keys that would also press what has the focus, such as the button that has just calculated. */
const pressingKeys = ['Enter', ' ', 'Escape'];

/**
 * Calls `onSkip` at the next key, or at a click anywhere in the report. A key that is still held down from the calculation does not
 * count.
 */
function useSkip(report: RefObject<Element | null>, onSkip: () => void) {
  const skip = useEffectEvent(onSkip);
  // As soon as it is seen, so that no press is lost.
  useLayoutEffect(() => {
    const listening = new AbortController();
    const onKeyDown = (event: KeyboardEvent) => {
      if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
      // What is seen already, towards the end, can be pressed.
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

/** The dog on its way through its life, over the picture of the report. Its animation is the clock of the reveal, and its end the end. */
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
    // Its end is that of an animation, which there is none of where the styles did not arrive.
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

/** The human years while they climb, where the rosette is going to be. For eyes alone: the report says the result. */
export function ClimbingNumber({ dog, today }: Revealed) {
  const clock = useRef<HTMLDivElement>(null);
  const { humanYears, lifeStage } = revealAt(useAnimationTime(clock), dog, today);
  return (
    <div ref={clock} aria-hidden="true" className="reveal-clock reveal-number" data-climbing="">
      <span className="font-display text-number font-bold text-raspberry">{humanYears}</span>
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
