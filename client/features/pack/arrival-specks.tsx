import { classNames } from '../../ui/class-names.ts';
import { PawIcon } from '../../ui/icons.tsx';

const count = 22;
const colours = ['bg-(--art-apricot)', 'bg-(--art-sky)', 'bg-(--art-leaf)', 'bg-(--art-butter)'] as const;
const shapes = ['h-5 w-2.5 rounded-sm', 'size-4 rounded-pill', 'h-2.5 w-6 rounded-pill'] as const;

/** Where on the edge of the card a speck lands, and how late it starts. */
function placeOf(index: number) {
  const turn = (index / count) * 2 * Math.PI;
  const [across, up] = [Math.sin(turn), Math.cos(turn)];
  const edge = Math.max(Math.abs(across), Math.abs(up));
  return {
    left: `${50 + 50 * (across / edge)}%`,
    top: `${50 - 50 * (up / edge)}%`,
    '--turn': `${Math.round((turn * 180) / Math.PI)}deg`,
    animationDelay: `${120 + (index % 3) * 50}ms`,
  };
}

/** A ring of paw prints and confetti that bursts out around the card of a dog that has just been added. Decorative. */
export function ArrivalSpecks({ onEnd }: { onEnd: (() => void) | undefined }) {
  return (
    <span
      className="arrival-specks"
      aria-hidden="true"
      onAnimationEnd={(event) => {
        if (event.target === event.currentTarget) onEnd?.();
      }}
    >
      {Array.from({ length: count }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the specks never change their order.
          key={index}
          className="arrival-speck"
          style={placeOf(index)}
        >
          {index % 2 === 0 ? (
            <PawIcon className="size-8 text-raspberry" />
          ) : (
            <span
              className={classNames(
                'block',
                colours[Math.floor(index / 2) % colours.length],
                shapes[Math.floor(index / 2) % shapes.length],
              )}
            />
          )}
        </span>
      ))}
    </span>
  );
}
