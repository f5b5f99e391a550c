import { type BirthdayReport, humanYearsUnit, qualifierOf } from '../../../domain/celebrations/birthday-report.ts';
import { Rosette } from '../../art/rosette.tsx';
import { classNames } from '../../ui/class-names.ts';

/** The human years on a small rosette, to be pinned to the corner of a photo. */
export function YearsRosette({ report, className }: { report: BirthdayReport; className: string }) {
  const qualifier = qualifierOf(report);
  return (
    <dl className={classNames('grid h-37 w-33 place-items-center', className)}>
      <Rosette className="absolute inset-0 size-full" />
      <div className="relative -mt-4 grid justify-items-center leading-none">
        <dt className="order-2 w-16 text-center text-sm leading-none font-bold">{humanYearsUnit(report)}</dt>
        <dd className="-mb-1 grid justify-items-center font-display text-number leading-none font-bold">
          {qualifier && <span className="text-sm leading-none">{qualifier} </span>}
          {report.humanYears}
        </dd>
      </div>
    </dl>
  );
}
