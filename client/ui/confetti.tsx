import { classNames } from './class-names.ts';

const pieceCount = 20;
const colors = ['bg-raspberry', 'bg-apricot', 'bg-sky', 'bg-leaf'] as const;
const shapes = ['h-4 w-2 rounded-sm', 'size-3 rounded-pill', 'h-2 w-5 rounded-pill'] as const;

/** Spreads the pieces evenly over the width, without a visible pattern. */
function pieceStyle(index: number) {
  const scatter = (index * 0.618_034) % 1;
  return {
    left: `${((index + scatter) / pieceCount) * 100}%`,
    animationDelay: `${Math.round(scatter * 600)}ms`,
    animationDuration: `${Math.round(1700 + ((scatter * 7) % 1) * 700)}ms`,
    '--confetti-drift': `${Math.round((scatter - 0.5) * 160)}px`,
    '--confetti-spin': `${Math.round((scatter - 0.5) * 1440)}deg`,
  };
}

export function Confetti({ onEnd }: { onEnd: () => void }) {
  return (
    <div
      className="confetti"
      aria-hidden="true"
      data-confetti=""
      onAnimationEnd={(event) => {
        if (event.target === event.currentTarget) onEnd();
      }}
    >
      {Array.from({ length: pieceCount }, (_, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never change their order.
          key={index}
          className={classNames('confetti-piece', colors[index % colors.length], shapes[index % shapes.length])}
          style={pieceStyle(index)}
        />
      ))}
    </div>
  );
}
