import { type BirthdayReport, humanYearsUnit, qualifierOf } from '../../../domain/celebrations/birthday-report.ts';
import { Rosette } from '../../art/rosette.tsx';
import { classNames } from '../../ui/class-names.ts';

/** The human years on a rosette, to be pinned to the corner of a photo: `absolute` or `relative`, as `className` says. */
export function YearsRosette({
  report,
  isLarge = false,
  className,
}: {
  report: BirthdayReport;
  isLarge?: boolean;
  className: string;
}) {
  const qualifier = qualifierOf(report);
  return (
    <dl className={classNames('grid place-items-center', isLarge ? 'h-53 w-47' : 'h-37 w-33', className)}>
      <Rosette className="absolute inset-0 size-full" />
      {/* The middle of the ring is above that of the ribbons. */}
      <div className="relative mb-[12%] grid justify-items-center leading-none text-(--art-tag-ink)">
        <dt className="order-2 w-16 text-center text-sm leading-none font-bold">{humanYearsUnit(report)}</dt>
        <dd
          className={classNames(
            '-mb-1 grid justify-items-center font-display leading-none font-bold',
            isLarge ? 'text-hero' : 'text-number',
          )}
        >
          {qualifier && <span className="text-sm leading-none">{qualifier} </span>}
          {report.humanYears}
        </dd>
      </div>
    </dl>
  );
}
