import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { PawIcon } from '../ui/icons.tsx';
import type { CardFormat } from './card.ts';
import { styleNames } from './card-choices.tsx';
import type { Card } from './use-card.ts';

type Point = { x: number; y: number };

/** What fingers, mouse and wheel do on a picture. Lengths are in pixels of the window. */
type Gestures = {
  /** Whether one finger moves the photo; otherwise it turns to another style. A mouse always moves the photo. */
  isMoving: boolean;
  onMove: (dx: number, dy: number, zoomFactor: number) => void;
  /** Two fingers have been put on the picture. */
  onPinch: () => void;
  onSwipe: (step: 1 | -1) => void;
};

/** How far a finger must go sideways for a swipe, in pixels. */
const swipeLength = 40;

/** The middle of the fingers, and how far they are apart. */
function spreadOf(fingers: Point[]): Point & { distance: number } {
  const [one = { x: 0, y: 0 }, other = one] = fingers;
  return {
    x: (one.x + other.x) / 2,
    y: (one.y + other.y) / 2,
    distance: Math.hypot(one.x - other.x, one.y - other.y),
  };
}

function stepOf(from: Point, { clientX, clientY }: PointerEvent): 1 | -1 | null {
  const [dx, dy] = [clientX - from.x, clientY - from.y];
  if (Math.abs(dx) < swipeLength || Math.abs(dx) < 1.5 * Math.abs(dy)) return null;
  return dx < 0 ? 1 : -1;
}

/** The handlers for an element. `target` is the element, which hears the wheel itself: React's own listener cannot stop the page. */
function useGestures(target: RefObject<HTMLElement | null>, gestures: Gestures) {
  const { isMoving, onMove, onPinch, onSwipe } = gestures;
  const fingers = useRef(new Map<number, Point>());
  /** Where the only finger came down; null once a second one has joined it. */
  const swipeStart = useRef<Point | null>(null);

  const zoomByWheel = useEffectEvent((event: WheelEvent) => {
    // A pinch on a touch pad is a wheel with the control key. A plain wheel scrolls, unless the photo is being moved.
    if (!isMoving && !event.ctrlKey) return;
    event.preventDefault();
    onMove(0, 0, Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)));
  });
  useEffect(() => {
    const hear = (event: WheelEvent) => zoomByWheel(event);
    const element = target.current;
    element?.addEventListener('wheel', hear, { passive: false });
    return () => element?.removeEventListener('wheel', hear);
  }, [target]);

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const point = { x: event.clientX, y: event.clientY };
    swipeStart.current = fingers.current.size === 0 ? point : null;
    fingers.current.set(event.pointerId, point);
    // A drag goes on outside of the picture.
    if (event.isTrusted) event.currentTarget.setPointerCapture(event.pointerId);
    if (fingers.current.size === 2) onPinch();
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (!fingers.current.has(event.pointerId)) return;
    const before = spreadOf([...fingers.current.values()]);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const after = spreadOf([...fingers.current.values()]);
    const isPinch = fingers.current.size > 1;
    if (!isPinch && !isMoving && event.pointerType !== 'mouse') return;
    const factor = isPinch && before.distance > 0 ? after.distance / before.distance : 1;
    onMove(after.x - before.x, after.y - before.y, factor);
  }

  function letGo({ pointerId }: PointerEvent) {
    fingers.current.delete(pointerId);
    swipeStart.current = null;
  }

  function onPointerUp(event: PointerEvent) {
    const start = swipeStart.current;
    const step = start && !isMoving && event.pointerType !== 'mouse' && stepOf(start, event);
    letGo(event);
    if (step) onSwipe(step);
  }

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: letGo };
}

const shapes = {
  post: 'aspect-[4/5] max-w-[27rem]',
  story: 'aspect-[9/16] max-w-72 md:max-w-80',
  preview: 'aspect-[1200/630]',
} as const satisfies Record<CardFormat, string>;

/** How far an arrow key moves the photo, as a part of the frame. */
const arrowStep = 0.05;
const keyZoom = 1.15;

/** What a key does to the photo: parts of the frame to the right and down, and a factor. */
const keyMoves: Record<string, readonly [dx: number, dy: number, zoomFactor: number]> = {
  ArrowLeft: [-arrowStep, 0, 1],
  ArrowRight: [arrowStep, 0, 1],
  ArrowUp: [0, -arrowStep, 1],
  ArrowDown: [0, arrowStep, 1],
  '+': [0, 0, keyZoom],
  '=': [0, 0, keyZoom],
  '-': [0, 0, 1 / keyZoom],
};

function percent(part: number, whole: number): string {
  return `${(100 * part) / whole}%`;
}

/** The place of the photo on the card, which takes the keys. */
function PhotoFrame({ card, dogName, isMoving }: { card: Card; dogName: string; isMoving: boolean }) {
  const hintId = useId();
  const { x, y, width, height, shape } = card.frame;

  function onKeyDown(event: KeyboardEvent) {
    const move = keyMoves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    card.move(move[0] * width, move[1] * height, move[2]);
  }

  return (
    <>
      <div
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys move the photo.
        tabIndex={0}
        aria-label={`The photo of ${dogName} in its frame`}
        aria-describedby={hintId}
        className={classNames(
          'absolute -outline-offset-4',
          shape === 'circle' ? 'rounded-pill' : 'rounded-field',
          isMoving && 'cursor-move border-3 border-dashed border-ink',
        )}
        style={{
          left: percent(x, card.size.width),
          top: percent(y, card.size.height),
          width: percent(width, card.size.width),
          height: percent(height, card.size.height),
        }}
        onKeyDown={onKeyDown}
      />
      <span id={hintId} hidden>
        Arrow keys move the photo, plus and minus make it larger and smaller.
      </span>
    </>
  );
}

/** The card as it is drawn. A swipe turns to another style; the photo is moved with mouse, fingers, wheel and keys. */
export function CardStage({
  card,
  alt,
  dogName,
  isMoving,
  onPinch,
}: {
  card: Card;
  alt: string;
  dogName: string;
  /** Whether one finger moves the photo, and does not swipe. */
  isMoving: boolean;
  onPinch: () => void;
}) {
  const { picture, size } = card;
  const stage = useRef<HTMLDivElement>(null);
  const [swipedTo, setSwipedTo] = useState('');

  function move(dx: number, dy: number, zoomFactor: number) {
    const scale = size.width / (stage.current?.clientWidth || size.width);
    card.move(dx * scale, dy * scale, zoomFactor);
  }

  const gestures = useGestures(stage, {
    isMoving: isMoving && picture.photoSize !== null,
    onMove: move,
    onPinch: () => picture.photoSize && onPinch(),
    onSwipe: (step) => setSwipedTo(styleNames[card.turn(step)]),
  });

  return (
    <>
      <div
        ref={stage}
        className={classNames(
          'relative mx-auto grid w-full place-items-center overflow-hidden rounded-field border-2 border-line bg-paper select-none',
          shapes[picture.format],
          isMoving ? 'touch-none' : 'touch-pan-y',
        )}
        // Where there is no card there is only a button, which must get its own clicks.
        {...(!picture.hasFailed && gestures)}
      >
        {!picture.drawing && !picture.hasFailed && (
          <PawIcon className="absolute size-12 text-ink-soft motion-safe:animate-wag" />
        )}
        <canvas
          ref={picture.canvas}
          role="img"
          aria-label={alt}
          hidden={picture.hasFailed}
          className="relative size-full object-contain"
        />
        {picture.photoSize && !picture.hasFailed && <PhotoFrame card={card} dogName={dogName} isMoving={isMoving} />}
        {picture.hasFailed && (
          <div className="grid justify-items-center gap-3 p-4 text-center">
            <p>The picture could not be drawn. Everything else works without it.</p>
            <Button variant="secondary" onClick={picture.retry}>
              Draw Again
            </Button>
          </div>
        )}
      </div>
      <p role="status" className="sr-only">
        {swipedTo && `Style: ${swipedTo}`}
      </p>
    </>
  );
}
