import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { LifeChart } from './life-chart.tsx';
import type { PicturedDog } from './pictured-dog.ts';
import { WhyThisNumber } from './why-this-number.tsx';

/** The chart and the explanation of a report. Loaded with the first report, not with the page. */
export function ReportDetails({ dog, today }: { dog: PicturedDog; today: CalendarDate }) {
  return (
    <>
      <LifeChart dog={dog} today={today} />
      <WhyThisNumber dog={dog} today={today} />
    </>
  );
}
