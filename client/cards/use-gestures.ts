import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';

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
export function useGestures(target: RefObject<HTMLElement | null>, gestures: Gestures) {
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
