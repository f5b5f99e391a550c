import { birthdayReport, humanYearsText } from '../../../domain/celebrations/birthday-report.ts';
import { type Celebration, celebratesOn, celebrationsOfYear } from '../../../domain/celebrations/celebrations.ts';
import { occasionOf } from '../../../domain/celebrations/occasion.ts';
import { type CalendarDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { ageOn, exactHumanYears, humanYears } from '../../../domain/dogs/age.ts';
import { aboutText, isAbout } from '../../../domain/dogs/life.ts';
import { lifeStage } from '../../../domain/dogs/life-stage.ts';
import { sizeTraits } from '../../../domain/dogs/size.ts';
import { isolated } from '../../../domain/text/text.ts';
import { CalendarLeaf } from '../../art/calendar-leaf.tsx';
import { HumanYearsChart } from '../../charts/human-years-chart.tsx';
import { YearLine } from '../../charts/year-line.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { chartPhotoOf, type PicturedDog } from './pictured-dog.ts';

const tableAges = [0.5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

function ageText(years: number): string {
  if (years === 0.5) return '6 months';
  return years === 1 ? '1 year' : `${years} years`;
}

/** The figure of a celebration: its human years, at half a year those of the product's own table, or on a gotcha day the years at home. */
function figureOf(celebration: Celebration): string {
  if (celebration.kind === 'puppy graduation') return '7.5';
  return String(celebration.kind === 'gotcha day' ? celebration.anniversary : celebration.humanYears);
}

/** The human years of a celebration as a cell; a gotcha day counts none. */
function humanYearsOn(celebration: Celebration): string {
  if (celebration.kind === 'gotcha day') return '–';
  const isAbout = celebration.isAbout || celebration.kind === 'puppy graduation';
  return isAbout ? `about ${figureOf(celebration)}` : figureOf(celebration);
}

/** The same chart as text and numbers. */
function ChartTables({ dog, years, coming }: { dog: PicturedDog; years: number; coming: Celebration[] }) {
  const cellsAt = (age: number) => [humanYears(age, dog.size), lifeStage(age, dog.size)] as const;
  const [humanYearsToday, stageToday] = cellsAt(years);
  return (
    <div className="grid gap-6 pt-2 sm:grid-cols-2">
      <DataTable
        caption={`Human years of ${sizeTraits[dog.size].label.toLowerCase()} dogs`}
        columns={['Age', 'Human years', 'Life stage']}
        rows={[
          { head: 'Today', cells: [aboutText(dog, humanYearsToday), stageToday], isMarked: true },
          ...tableAges.map((age) => ({ head: ageText(age), cells: [...cellsAt(age)] })),
        ]}
      />
      <DataTable
        caption={`${dog.name}'s celebrations within a year`}
        columns={['Day', 'Celebration', 'Human years']}
        rows={coming.map((celebration) => ({
          head: formatLongDate(celebration.date),
          cells: [occasionOf(celebration), humanYearsOn(celebration)],
        }))}
      />
    </div>
  );
}

function ComingCelebrations({ name, coming, today }: { name: string; coming: Celebration[]; today: CalendarDate }) {
  return (
    <ol className="mt-4 grid gap-3 sm:grid-cols-2" aria-label={`${name}'s year of celebrations`}>
      {coming.map((celebration) => (
        <li key={`${celebration.kind} ${celebration.date}`} className="flex items-center gap-3">
          <CalendarLeaf date={celebration.date} isToday={celebration.date === today} />
          <span className="text-wrap">
            <span className="sr-only">{formatLongDate(celebration.date)}: </span>
            {occasionOf(celebration)}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The dog's life as a curve, with today and the celebrations of the coming year on it. */
export function LifeChart({ dog, today }: { dog: PicturedDog; today: CalendarDate }) {
  const pointOn = (date: CalendarDate) => {
    const { years } = ageOn(dog.birthDate, date);
    return { years, humanYears: exactHumanYears(years, dog.size) };
  };
  const { label, yearlyRate } = sizeTraits[dog.size];
  const coming = celebrationsOfYear(dog, today);
  const size = label.toLowerCase();
  return (
    <figure className="rounded-card border-2 border-edge/50 bg-card p-4 sm:p-6">
      <figcaption className="mb-5">
        <strong className="block font-display text-title wrap-anywhere">{dog.name}'s Life in Human Years</strong>
        <span className="text-sm text-ink-soft">Across: age in years. Up: human years.</span>
      </figcaption>
      <HumanYearsChart
        label={`The human years of ${size} dogs: 15 at the first birthday, 24 at the second, then ${yearlyRate} more with every year. ${dog.name} stands at ${humanYearsText(birthdayReport(dog, today))}.`}
        size={dog.size}
        photo={chartPhotoOf(dog)}
        isCelebrating={celebratesOn(dog, today)}
        today={pointOn(today)}
        isYearMarked
        curves={['wagday']}
      />
      <p className="mt-5 text-sm text-ink-soft wrap-anywhere">
        Each dot is a party this coming year, with the human years that {isolated(dog.name)} turns
        {isAbout(dog) && ', more or less'}.
        {coming.some(({ kind }) => kind === 'gotcha day') && ' The blue one is the gotcha day, with the years at home.'}
      </p>
      <YearLine
        today={today}
        days={coming.map((celebration) => ({
          date: celebration.date,
          kind: celebration.kind,
          figure: figureOf(celebration),
        }))}
      />
      <ComingCelebrations name={dog.name} coming={coming} today={today} />
      <Disclosure title="The Chart as a Table" className="mt-2">
        <ChartTables dog={dog} years={pointOn(today).years} coming={coming} />
      </Disclosure>
    </figure>
  );
}
