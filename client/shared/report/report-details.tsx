import { birthdayReport, humanYearsText } from '../../../domain/celebrations/birthday-report.ts';
import { type Celebration, celebratesOn, celebrationsOfYear } from '../../../domain/celebrations/celebrations.ts';
import { occasionOf } from '../../../domain/celebrations/occasion.ts';
import { type CalendarDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { ageOn, exactHumanYears, humanYears, lifeStage } from '../../../domain/dogs/age.ts';
import {
  type Comparison,
  comparisonAt,
  comparisons,
  expectedLife,
  type HumanYearsStep,
  humanYearsSteps,
  publishedDifference,
} from '../../../domain/dogs/human-years-models.ts';
import { aboutText, isAbout } from '../../../domain/dogs/life.ts';
import { type DogSize, sizeTraits } from '../../../domain/dogs/size.ts';
import { isolated } from '../../../domain/text/text.ts';
import { CalendarLeaf } from '../../art/calendar-leaf.tsx';
import type { ChartCurve } from '../../charts/chart-scale.ts';
import { HumanYearsChart } from '../../charts/human-years-chart.tsx';
import { YearLine } from '../../charts/year-line.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { SameAge } from './same-age.tsx';
import { chartPhotoOf, type PicturedDog } from './same-age-answer.tsx';

const curveNames: Record<ChartCurve, string> = {
  wagday: 'Wagday',
  published: 'Published size chart',
  epigenetic: 'DNA curve of 2020',
};

const curves = ['wagday', 'published', 'epigenetic'] as const;

/** Formats a number with at most three decimals, which distinguish one day of a year from the next. */
function figure(number: number): string {
  return number.toLocaleString('en-US', { maximumFractionDigits: 3 });
}

function stepText({ part, years, rate }: HumanYearsStep): string {
  if (part === 'grown-up years') return `${figure(years)} grown-up years × ${rate}`;
  return years === 1 ? `The ${part}` : `${figure(years)} of the ${part} × ${rate}`;
}

function Steps({ years, size }: { years: number; size: DogSize }) {
  const total = exactHumanYears(years, size);
  return (
    <table className="w-full max-w-reading border-collapse">
      <caption className="sr-only">The calculation, step by step</caption>
      <tbody>
        {humanYearsSteps(years, size).map((step) => (
          <tr key={step.part} className="border-b border-line">
            <th scope="row" className="py-2 pe-3 text-start font-normal">
              {stepText(step)}
            </th>
            <td className="py-2 text-end font-bold">+ {figure(step.humanYears)}</td>
          </tr>
        ))}
        <tr className="font-bold">
          <th scope="row" className="py-2 pe-3 text-start">
            Human years{!Number.isInteger(total) && ', rounded'}
          </th>
          <td className="py-2 text-end whitespace-nowrap">
            {!Number.isInteger(total) && `${figure(total)} ≈ `}
            {Math.round(total)}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

/** The three answers side by side, each with its line from the chart. */
function Answers({ comparison }: { comparison: Comparison }) {
  return (
    <dl className="grid gap-3 sm:grid-cols-3">
      {curves.map((curve) => (
        <div key={curve} className="grid grid-cols-[1fr_auto] items-center gap-x-3 rounded-field bg-paper px-4 py-2.5">
          <dt className="text-sm">
            {curveNames[curve]}
            <svg viewBox="0 0 60 6" className="mt-1.5 block h-1.5 w-15" aria-hidden="true">
              <path d="M3 3H57" className={classNames('chart-line', `chart-${curve}`)} />
            </svg>
          </dt>
          <dd className="font-display text-title font-bold">
            {comparison[curve] ?? <span className="text-sm">no word</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function differenceText(size: DogSize): string {
  const { above } = publishedDifference(size);
  const dogs = `${sizeTraits[size].label.toLowerCase()} dogs`;
  if (above === 0) return `For ${dogs} our rule and the chart agree at every age.`;
  return `For ${dogs} our rule is never below the chart, and at most ${above} human years above it.`;
}

function Source({ href, children }: { href: string; children: string }) {
  return (
    <NewTabLink href={href} className="font-bold text-ink underline underline-offset-4">
      {children}
    </NewTabLink>
  );
}

function Sources({ size }: { size: DogSize }) {
  return (
    <ul className="grid list-disc gap-2.5 ps-5">
      <li>
        The <strong>published size chart</strong> is the one of the American Kennel Club, after veterinarians' data, for
        ages 1 to 16. {differenceText(size)}
      </li>
      <li>
        The <strong>DNA curve</strong>, 16 × ln(age) + 31, was read from the DNA of 104 Labradors (
        <Source href="https://doi.org/10.1016/j.cels.2020.06.006">Wang and others, 2020</Source>). It knows one breed
        and no sizes, and means nothing under one year.
      </li>
      <li>
        {sizeTraits[size].label} dogs live {expectedLife[size].toFixed(1)} years on average (
        <Source href="https://doi.org/10.3389/fvets.2023.1082102">Montoya and others, 2023</Source>). Many live longer,
        and breeds differ (<Source href="https://doi.org/10.1038/s41598-023-50458-w">McMillan and others, 2024</Source>
        ).
      </li>
      <li>
        Vets themselves prefer life stages to human years (
        <Source href="https://doi.org/10.5326/JAAHA-MS-6999">AAHA guidelines, 2019</Source>). Ours is an estimate for
        joy and for thinking about care. The vet knows the dog.
      </li>
    </ul>
  );
}

function Explanation({ dog, today }: { dog: PicturedDog; today: CalendarDate }) {
  const { years } = ageOn(dog.birthDate, today);
  const own = comparisonAt(years, dog.size);
  const row = ({ wagday, published, epigenetic }: Comparison) => [wagday, published ?? '–', epigenetic ?? '–'];
  const name = sizeTraits[dog.size].label.toLowerCase();
  return (
    <div className="grid grid-cols-1 gap-6 pt-3">
      <p className="wrap-anywhere">
        {dog.name} is {isAbout(dog) ? `about ${years.toFixed(1)}` : figure(years)} calendar years old. The first year
        counts for 15 human ones, the second for 9, and each one after that, for {name} dogs, for{' '}
        {sizeTraits[dog.size].yearlyRate}.
      </p>
      <Steps years={years} size={dog.size} />
      <h4 className="font-display text-title font-bold">What Others Would Say</h4>
      <Answers comparison={own} />
      <HumanYearsChart
        label={`Three curves of human years for ${name} dogs. Today Wagday says ${aboutText(dog, own.wagday)}, the published size chart ${own.published ?? 'nothing'}, the DNA curve of 2020 ${own.epigenetic ?? 'nothing'}.`}
        size={dog.size}
        photo={chartPhotoOf(dog)}
        today={{ years, humanYears: exactHumanYears(years, dog.size) }}
        curves={curves}
      />
      <Sources size={dog.size} />
      <DataTable
        caption={`Human years of ${name} dogs, three ways`}
        columns={['Age', 'Wagday', 'Size chart', 'DNA curve']}
        rows={[
          { head: 'Today', cells: row(own), isMarked: true },
          ...comparisons(dog.size).map((comparison) => ({ head: String(comparison.years), cells: row(comparison) })),
        ]}
      />
    </div>
  );
}

/** Explains how the number came about, and what others would say. */
function WhyThisNumber({ dog, today }: { dog: PicturedDog; today: CalendarDate }) {
  return (
    <Disclosure title="Why this number?" className="mt-4 rounded-card border-2 border-edge/50 bg-card px-4 sm:px-6">
      <Explanation dog={dog} today={today} />
    </Disclosure>
  );
}

const tableAges = [0.5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

function ageText(years: number): string {
  if (years === 0.5) return '6 months';
  return years === 1 ? '1 year' : `${years} years`;
}

/** Returns a celebration's figure: its human years, at half a year those of the product's table, on a gotcha day the years at home. */
function figureOf(celebration: Celebration): string {
  if (celebration.kind === 'puppy graduation') return '7.5';
  return String(celebration.kind === 'gotcha day' ? celebration.anniversary : celebration.humanYears);
}

/** Returns the human years of a celebration for a cell. A gotcha day counts none. */
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
function LifeChart({ dog, today }: { dog: PicturedDog; today: CalendarDate }) {
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

/** What follows the figures of a report: the chart, the explanation and the comparison. It is loaded after them. */
export function ReportDetails({ dog, today }: { dog: PicturedDog; today: CalendarDate }) {
  return (
    <>
      <LifeChart dog={dog} today={today} />
      <WhyThisNumber dog={dog} today={today} />
      <SameAge dog={dog} today={today} />
    </>
  );
}
