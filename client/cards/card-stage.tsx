import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { classNames } from '../ui/class-names.ts';
import { icon } from '../ui/icon.tsx';
import { PawIcon } from '../ui/icons.tsx';
import type { CardStyle } from './card.ts';
import { styleNames } from './card-choices.tsx';
import './card-studio.css';
import type { Card } from './use-card.ts';

const TickIcon = icon(<path d="M4.8 12.9Q7.6 14.9 9.8 18.2Q13.4 10.3 19.3 5.6" strokeWidth="3" />);

/** A pointer that moves less, in pixels, presses and does not drag. */
const pressLength = 4;

type Point = { x: number; y: number };

/** What fingers, mouse and wheel do on a picture. Lengths are in pixels of the window. */
type Gestures = {
  /** Whether one finger moves the photo; otherwise it drags the cards. */
  isMoving: boolean;
  onMove: (dx: number, dy: number, zoomFactor: number) => void;
  /** Whether a mouse takes the photo at once. The tiles choose the style where there is one. */
  canGrab: boolean;
  /** Called when two fingers touch the picture, or a mouse drags the photo: they move it, whatever one finger does. */
  onGrab: () => void;
  /** Called while one finger drags the cards, with the distance from where it came down. */
  onDrag: (dx: number) => void;
  /** Called when the finger is lifted. The distance is 0 if the drag has become a scroll or a pinch. */
  onDrop: (dx: number, at: EventTarget) => void;
};

function spreadOf(fingers: Point[]): Point & { distance: number } {
  const [one = { x: 0, y: 0 }, other = one] = fingers;
  return {
    x: (one.x + other.x) / 2,
    y: (one.y + other.y) / 2,
    distance: Math.hypot(one.x - other.x, one.y - other.y),
  };
}

/** Returns the handlers for `target`. Its wheel listener is added by hand, because React's cannot stop the page from scrolling. */
function useGestures(target: RefObject<HTMLElement | null>, gestures: Gestures) {
  const { isMoving, canGrab, onMove, onGrab, onDrag, onDrop } = gestures;
  const fingers = useRef(new Map<number, Point>());
  /** Where the only finger came down; null while there are two. */
  const start = useRef<(Point & { target: EventTarget }) | null>(null);

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
    if (start.current) onDrop(0, event.target);
    start.current = fingers.current.size === 0 && !isMoving ? { ...point, target: event.target } : null;
    fingers.current.set(event.pointerId, point);
    // Keeps receiving the drag outside of the picture.
    if (event.isTrusted) event.currentTarget.setPointerCapture(event.pointerId);
    if (fingers.current.size === 2) onGrab();
  }

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (!fingers.current.has(event.pointerId)) return;
    const from = start.current;
    const isPhoto = from?.target instanceof Element && from.target.closest('[data-photo]') !== null;
    if (from && isPhoto && canGrab && event.pointerType === 'mouse') {
      const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
      if (Math.hypot(dx, dy) < pressLength) return;
      start.current = null;
      onGrab();
      onMove(dx, dy, 1);
      fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
      return;
    }
    if (start.current) onDrag(event.clientX - start.current.x);
    const before = spreadOf([...fingers.current.values()]);
    fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
    const after = spreadOf([...fingers.current.values()]);
    const isPinch = fingers.current.size > 1;
    if (!isPinch && !isMoving) return;
    const factor = isPinch && before.distance > 0 ? after.distance / before.distance : 1;
    onMove(after.x - before.x, after.y - before.y, factor);
  }

  function letGo({ pointerId }: PointerEvent, dx: number) {
    const from = start.current;
    fingers.current.delete(pointerId);
    start.current = null;
    if (from) onDrop(dx, from.target);
  }

  return {
    onPointerDown,
    onPointerMove,
    onPointerUp: (event: PointerEvent) => letGo(event, event.clientX - (start.current?.x ?? event.clientX)),
    onPointerCancel: (event: PointerEvent) => letGo(event, 0),
  };
}

/** How far an arrow key moves the photo, as a fraction of the frame. */
const arrowStep = 0.05;
const keyZoom = 1.15;

/** What a key does to the photo: how far it moves right and down, as fractions of the frame, and by what it is enlarged. */
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
        data-photo=""
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys move the photo.
        tabIndex={0}
        aria-label={`The photo of ${dogName} in its frame`}
        aria-describedby={hintId}
        className={classNames(
          'absolute -outline-offset-4',
          // The figures are drawn over the foot of a circle.
          shape === 'circle' ? 'rounded-pill [clip-path:inset(0_0_34%)]' : 'rounded-field',
          // Dashes of two colors are seen on every photo.
          isMoving &&
            'cursor-move border-3 border-ink before:absolute before:-inset-[3px] before:rounded-[inherit] before:border-3 before:border-dashed before:border-paper',
        )}
        style={{
          left: percent(x, card.size.width),
          top: percent(y, card.size.height),
          width: percent(width, card.size.width),
          // On a cover the name is drawn over the foot of the photo: it ends above that.
          height: percent(card.style === 'cover' ? 0.82 * height : height, card.size.height),
        }}
        onKeyDown={onKeyDown}
      />
      <span id={hintId} hidden>
        Arrow keys move the photo, plus and minus make it larger and smaller.
      </span>
    </>
  );
}

type SlideProps = {
  card: Card;
  style: CardStyle;
  alt: string;
  isChosen: boolean;
  children: ReactNode;
};

/** A card in one style. The neighbors of the chosen card are painted only after it, so that it appears sooner. */
function Slide({ card: { picture, look, photo, smallCards }, style, alt, isChosen, children }: SlideProps) {
  const slide = useRef<HTMLDivElement>(null);
  const painted = useRef<{ look: string; photo: Card['photo'] } | null>(null);
  const paint = useEffectEvent(async () => {
    const isPainted = painted.current?.look === look && painted.current.photo === photo;
    painted.current = { look, photo };
    const canvas = slide.current?.querySelector('canvas');
    if (!canvas) return;
    // A failure is reported once this style is chosen.
    if (!isChosen && !isPainted) await picture.paintAs(style, canvas).catch(() => undefined);
    const small = smallCards.current.get(style);
    const context = small?.getContext('2d');
    if (!small || !context) return;
    Object.assign(small, { width: canvas.width / 4, height: canvas.height / 4 });
    context.imageSmoothingQuality = 'high';
    context.drawImage(canvas, 0, 0, small.width, small.height);
  });
  const isAtRest = picture.file !== null;
  useEffect(() => {
    if (isAtRest) void paint();
  }, [isAtRest]);

  return (
    <div
      ref={slide}
      className="card-slide overflow-hidden rounded-field border-2 border-line bg-paper max-sm:has-data-mark:border-3 max-sm:has-data-mark:border-ink"
      data-style={style}
    >
      <canvas
        ref={isChosen ? picture.canvas : null}
        {...(isChosen ? { role: 'img', 'aria-label': alt, 'aria-busy': !isAtRest } : { 'aria-hidden': true })}
        className="size-full object-cover"
      />
      {/* Unseen over the canvas: phones save what is held only if it is an image. */}
      {isChosen && picture.file && picture.drawing && (
        <img
          src={picture.drawing.url}
          alt=""
          draggable={false}
          className="absolute inset-0 size-full object-cover opacity-0 pointer-fine:hidden"
        />
      )}
      {children}
    </div>
  );
}

/** How far a card must be dragged to turn to the next one, in pixels. */
const dragLength = 40;

/** The row of cards that a finger drags, of which a drop or a press chooses one. `draggedTo` is the name of the style chosen last. */
function useDeck({ size, style: chosen, styles, setStyle }: Card) {
  const track = useRef<HTMLDivElement>(null);
  const [draggedTo, setDraggedTo] = useState('');
  const index = styles.indexOf(chosen);
  const slideWidth = () => track.current?.children[index]?.clientWidth || size.width;

  function drag(dx: number) {
    // Beyond the first and the last card there is nothing to see, so they follow less and less.
    const isPastEnd = (index === 0 && dx > 0) || (index === styles.length - 1 && dx < 0);
    track.current?.style.setProperty('--drag', `${isPastEnd ? dx / 3 : dx}px`);
    track.current?.setAttribute('data-dragged', '');
  }

  function drop(dx: number, at: EventTarget) {
    track.current?.style.removeProperty('--drag');
    track.current?.removeAttribute('data-dragged');
    const pressed = at instanceof Element && at.closest('[data-style]')?.getAttribute('data-style');
    const steps = Math.abs(dx) < dragLength ? 0 : Math.round(-dx / slideWidth()) || -Math.sign(dx);
    const next =
      Math.abs(dx) < pressLength
        ? styles.find((style) => style === pressed)
        : styles[Math.min(Math.max(index + steps, 0), styles.length - 1)];
    if (!next || next === chosen) return;
    setStyle(next);
    setDraggedTo(styleNames[next]);
  }

  return { track, index, slideWidth, drag, drop, draggedTo };
}

export function CardStage({
  card,
  alt,
  dogName,
  isMoving = false,
  isMarked = false,
  isOut = false,
  onGrab,
}: {
  card: Card;
  alt: string;
  dogName: string;
  /** Whether one finger moves the photo, and does not drag the cards. */
  isMoving?: boolean;
  /** Whether a phone marks the chosen card, because the names of the styles are not seen. */
  isMarked?: boolean;
  /** Whether the card has just gone out: it flies off, and what stays is stamped. */
  isOut?: boolean;
  /** Called when the photo is moved without having been asked for. */
  onGrab?: () => void;
}) {
  const { picture, size, styles } = card;
  const stage = useRef<HTMLDivElement>(null);
  const { track, index, slideWidth, drag, drop, draggedTo } = useDeck(card);
  const gestures = useGestures(stage, {
    isMoving: isMoving && picture.photoSize !== null,
    canGrab: onGrab !== undefined,
    onMove: (dx, dy, zoomFactor) => {
      const scale = size.width / slideWidth();
      card.move(dx * scale, dy * scale, zoomFactor);
    },
    onGrab: () => picture.photoSize && onGrab?.(),
    onDrag: drag,
    onDrop: drop,
  });

  return (
    <div
      ref={stage}
      data-clips=""
      data-out={isOut || undefined}
      className={classNames(
        'card-stage relative -mx-4 overflow-hidden select-none in-[dialog]:max-sm:-mx-6 sm:mx-0',
        isMoving ? 'touch-none' : 'cursor-grab touch-pan-y',
      )}
      style={{ '--index': index, '--ratio': size.width / size.height } as CSSProperties}
      {...gestures}
    >
      <div ref={track} className="card-track">
        {styles.map((style) => (
          <Slide key={style} card={card} style={style} alt={alt} isChosen={style === card.style}>
            {style === card.style && picture.photoSize && (
              <PhotoFrame card={card} dogName={dogName} isMoving={isMoving} />
            )}
            {style === card.style && isMarked && (
              <span data-mark="" className="absolute end-2 top-2 rounded-pill bg-ink p-1.5 text-card sm:hidden">
                <TickIcon className="size-4" />
              </span>
            )}
            {style === card.style && isOut && (
              <span aria-hidden="true" className="card-stamp">
                <PawIcon className="size-8" />
                It's out!
              </span>
            )}
          </Slide>
        ))}
      </div>
      {!picture.drawing && (
        <PawIcon className="absolute inset-0 m-auto size-12 text-ink-soft motion-safe:animate-wag" />
      )}
      <p role="status" className="sr-only">
        {draggedTo && `Style: ${draggedTo}`}
      </p>
    </div>
  );
}
