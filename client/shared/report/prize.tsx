import { type BirthdayReport, qualifierOf } from '../../../domain/celebrations/birthday-report.ts';
import { Rosette } from '../../art/rosette.tsx';

/** The human years on a rosette. */
export function Prize({ report }: { report: BirthdayReport }) {
  const qualifier = qualifierOf(report);
  return (
    <div className="relative grid h-53 w-47 shrink-0 place-items-center">
      <Rosette className="absolute inset-0 size-full animate-pop" />
      <dl className="relative -mt-8 grid justify-items-center">
        <div className="grid justify-items-center">
          <dt className="order-2 text-sm leading-tight font-bold">human years</dt>
          <dd className="grid justify-items-center font-display text-number font-bold text-raspberry">
            {qualifier && <span className="-mt-2 text-sm leading-tight text-ink">{qualifier} </span>}
            {report.humanYears}
          </dd>
        </div>
      </dl>
    </div>
  );
}
