import { type BirthdayReport, humanYearsUnit, qualifierOf } from '../../../domain/celebrations/birthday-report.ts';
import { Rosette } from '../../art/rosette.tsx';
import { classNames } from '../../ui/class-names.ts';

type YearsRosetteProps = {
  report: BirthdayReport;
  isLarge?: boolean;
  className: string;
};

/** The human years on a rosette, to be pinned to the corner of a photo: `absolute` or `relative`, as `className` says. */
export function YearsRosette({ report, isLarge = false, className }: YearsRosetteProps) {
  const qualifier = qualifierOf(report);
  return (
    <dl
      className={classNames(
        '@container grid place-items-center',
        isLarge ? 'aspect-47/53 w-[min(11.75rem,60vw,260px)]' : 'aspect-33/37 w-[min(8.25rem,46vw,200px)]',
        className,
      )}
    >
      <Rosette className="absolute inset-0 size-full" />
      {/* The middle of the ring is above that of the ribbons. */}
      <div className="relative mb-[12%] grid justify-items-center leading-none text-(--art-tag-ink)">
        <dt className="order-2 w-[min(4rem,62cqw)] text-center [font-size:min(var(--text-sm),12.5cqw)] leading-none font-bold">
          {humanYearsUnit(report)}
        </dt>
        <dd
          className={classNames(
            '-mb-1 grid justify-items-center font-display leading-none font-bold',
            isLarge ? '[font-size:min(var(--text-hero),35cqw)]' : '[font-size:min(var(--text-number),31cqw)]',
          )}
        >
          {qualifier && <span className="[font-size:min(var(--text-sm),12.5cqw)] leading-none">{qualifier} </span>}
          {/* Keeps its height where readers space lines out. */}
          <span className="grid h-[1em] content-center">{report.humanYears}</span>
        </dd>
      </div>
    </dl>
  );
}

/** What is celebrated. "human-year" in it does not break at its hyphen. */
export function What({ children }: { children: string }) {
  const [word, at] = ['human-year', children.lastIndexOf('human-year')];
  if (at < 0) return children;
  return (
    <>
      {children.slice(0, at)}
      <span className="whitespace-nowrap">{word}</span>
      {children.slice(at + word.length)}
    </>
  );
}
