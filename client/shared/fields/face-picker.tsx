import { type KeyboardEvent, type MouseEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { type PhotoFocus, photoFocusAt, usualFocus } from '../../../domain/dogs/photo-focus.ts';

/** How far an arrow key moves the face, in percent. */
const keyStep = 2;

const keyMoves: Record<string, readonly [dx: number, dy: number]> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
};

/** Returns what an element needs so that what is in it can be dragged. */
function useDrag(moveTo: (event: PointerEvent) => void) {
  const isDragged = useRef(false);
  const end = () => {
    isDragged.current = false;
  };
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      // A finger on the photo may be about to scroll, so it drags only on the ring. A tap is a click.
      const isOnRing = event.target !== event.currentTarget;
      if (event.pointerType !== 'mouse' && !isOnRing) return;
      isDragged.current = true;
      // The drag continues outside the photo.
      if (event.isTrusted) event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => isDragged.current && moveTo(event),
    onPointerUp: end,
    onPointerCancel: end,
  };
}

type FacePickerProps = {
  photo: string;
  name: string;
  /** Null if the owner has not marked the face. */
  focus: PhotoFocus | null;
  onChange: (focus: PhotoFocus) => void;
};

/** The whole photo with a ring for the dog's face, moved by a tap, by dragging or by arrow keys. Screen readers find two sliders. */
export function FacePicker({ photo, name, focus, onChange }: FacePickerProps) {
  const id = useId();
  const area = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const drag = useDrag(moveTo);
  const [broken, setBroken] = useState<string | null>(null);
  const { x, y } = focus ?? usualFocus;
  if (photo === broken) return null;

  function moveTo({ clientX, clientY }: MouseEvent) {
    const box = area.current?.getBoundingClientRect();
    if (!box || box.width === 0 || box.height === 0) return;
    onChange(photoFocusAt((100 * (clientX - box.left)) / box.width, (100 * (clientY - box.top)) / box.height));
  }

  function onKeyDown(event: KeyboardEvent) {
    const move = keyMoves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    onChange(photoFocusAt(x + move[0], y + move[1]));
  }

  const sliders = [
    { label: 'From the left', at: x, moved: (to: number) => photoFocusAt(to, y), ref: slider },
    { label: 'From the top', at: y, moved: (to: number) => photoFocusAt(x, to) },
  ];
  return (
    <fieldset className="group mt-3 grid min-w-0 gap-2">
      <legend className="mb-1 font-sans font-bold wrap-anywhere">{`Where is ${name ? `${name}'s` : 'the'} face?`}</legend>
      <div className="relative justify-self-start">
        <img
          src={photo}
          alt=""
          draggable={false}
          className="photo block max-h-64 min-h-16 max-w-full rounded-field select-none"
          onError={() => setBroken(photo)}
        />
        {/* biome-ignore lint/a11y: only for pointers; the sliders below are for keys and screen readers. */}
        <div
          ref={area}
          className="absolute inset-0 cursor-crosshair overflow-clip rounded-field"
          {...drag}
          onClick={(event) => {
            moveTo(event);
            slider.current?.focus({ preventScroll: true });
          }}
        >
          <span
            className="absolute size-14 -translate-1/2 cursor-grab touch-none rounded-full border-4 border-(--art-white) shadow-[0_0_0_3px_var(--art-ink),inset_0_0_0_2px_var(--art-ink)] group-has-focus-visible:outline-4 group-has-focus-visible:outline-offset-4 group-has-focus-visible:outline-focus"
            style={{ left: `${x}%`, top: `${y}%` }}
          />
        </div>
        {sliders.map(({ label, at, moved, ref }) => (
          <input
            key={label}
            type="range"
            ref={ref}
            className="sr-only"
            max={100}
            aria-label={label}
            aria-valuetext={`${at} percent`}
            aria-describedby={`${id}hint`}
            value={at}
            onKeyDown={onKeyDown}
            onChange={({ target }) => onChange(moved(target.valueAsNumber))}
          />
        ))}
      </div>
      <p id={`${id}hint`} className="text-sm text-ink-soft">
        Tap it, or move the ring with the arrow keys.
      </p>
    </fieldset>
  );
}
