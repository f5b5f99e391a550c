import { birthdayReport, humanYearsText } from '../../../domain/celebrations/birthday-report.ts';
import { type Celebration, celebratesOn, celebrationsOfYear } from '../../../domain/celebrations/celebrations.ts';
import { occasionOf } from '../../../domain/celebrations/occasion.ts';
import { addDays, type CalendarDate, calendarLeaf, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { ageOn, exactHumanYears, lifeStage } from '../../../domain/dogs/age.ts';
import {
  comparisonAt,
  expectedLife,
  type HumanYearsStep,
  humanYearsSteps,
} from '../../../domain/dogs/human-years-models.ts';
import { type DogSize, sizeTraits } from '../../../domain/dogs/size.ts';
import { isolated } from '../../../domain/text/text.ts';
import { coatClasses, coatOf } from '../../art/coats.ts';
import { HumanYearsChart } from '../../charts/human-years-chart.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { chartPhotoOf, type PicturedDog, SameAge } from './same-age.tsx';

const yearNames = { 'first year': 'First year', 'second year': 'Second year' };

function stepText({ part, isWhole }: HumanYearsStep, size: DogSize): string {
  if (part === 'years since') return `Then ${sizeTraits[size].yearlyRate} a year`;
  return `${yearNames[part]}${isWhole ? '' : ' so far'}`;
}

function Source({ href, children }: { href: string; children: string }) {
  return (
    <NewTabLink href={href} className="underline underline-offset-4">
      {children}
    </NewTabLink>
  );
}

const labradors = <Source href="https://doi.org/10.1016/j.cels.2020.06.006">104 Labradors</Source>;
const ukDogs = <Source href="https://doi.org/10.1038/s41598-022-10341-6">30,563 UK dogs</Source>;

/** What DNA and survival say, of all sizes together. Nothing of a puppy. */
function Biology({ name, epigenetic, survival, agreed }: { name: string } & ReturnType<typeof comparisonAt>) {
  if (epigenetic === null) return null;
  const purpose = survival
    ? 'The chart is for birthdays; these are for biology. Survival is our own arithmetic: people that age have outlived the same share of their generation (US, about 2009). '
    : 'The chart is for birthdays; this is for biology. ';
  return (
    <>
      {agreed ? (
        <span>
          Blood ({labradors}) and survival ({ukDogs}) both put {name} near {agreed}.{' '}
        </span>
      ) : (
        <span>
          Blood ({labradors}) puts {name} near {epigenetic}.{' '}
        </span>
      )}
      {survival && !agreed && (
        <span>
          Survival ({ukDogs}) says the {survival}.{' '}
        </span>
      )}
      <span>{purpose}</span>
    </>
  );
}

/** How long dogs live, for those who ask. It depends on the size only, and so never says how much of a life is left. */
function Lifespans({ size }: { size: DogSize }) {
  return (
    <p className="pb-3 text-ink-soft">
      In the US, {sizeTraits[size].label.toLowerCase()} dogs live {expectedLife[size].toFixed(1)} years on average (
      <Source href="https://doi.org/10.3389/fvets.2023.1082102">Montoya, 2023</Source>). Flat-faced dogs live less: in
      the UK, medium-sized males a median of 9.1 (
      <Source href="https://doi.org/10.1038/s41598-023-50458-w">McMillan, 2024</Source>). Breeds differ, and studies
      count differently.
    </p>
  );
}

function WhyThisNumber({ dog, today }: { dog: PicturedDog; today: CalendarDate }) {
  const { size } = dog;
  const age = ageOn(dog.birthDate, today).years;
  const others = comparisonAt(age, size);
  const { label, yearlyRate } = sizeTraits[size];
  const result = humanYearsText(birthdayReport(dog, today));
  return (
    <div className="grid grid-cols-1 gap-5 pb-4 sm:grid-cols-2 sm:[&>details]:col-span-2 sm:[&>p]:col-span-2">
      <p>
        Year one is worth 15 human years. Year two, nine. After that, {label.toLowerCase()} dogs gain {yearlyRate} a
        year.
      </p>
      <DataTable
        caption={`How ${dog.name} got to ${result}`}
        columns={['Part of life', 'Human years']}
        rows={[
          ...humanYearsSteps(age, size).map((step) => ({ head: stepText(step, size), cells: [step.humanYears] })),
          { head: 'Today', cells: [result], isMarked: true },
        ]}
      />
      <DataTable
        caption="What others say"
        columns={['Method', 'Human years']}
        rows={[
          { head: 'American Kennel Club', cells: [others.published ?? 'no word'] },
          { head: 'DNA study of Labradors', cells: [others.epigenetic ?? 'no word'] },
          { head: 'Survival of UK dogs', cells: [others.survival ?? 'no word'] },
        ]}
      />
      <p className="wrap-anywhere text-ink-soft">
        <Biology name={isolated(dog.name)} {...others} />
        Vets prefer <Source href="https://doi.org/10.5326/JAAHA-MS-6999">life stages</Source> to numbers.
      </p>
      <Disclosure title="How long do dogs live?" className="border-t-2 border-line">
        <Lifespans size={size} />
      </Disclosure>
      <p className="text-ink-soft">Made for fun. Your vet knows best.</p>
    </div>
  );
}

const tableAges = [0.5, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

function ageText(years: number): string {
  if (years === 0.5) return '6 months';
  return years === 1 ? '1 year' : `${years} years`;
}

/** The human years of the size as numbers, which need no rounding, with the dog's own age marked. */
function AgesTable({ dog, age }: { dog: PicturedDog; age: number }) {
  return (
    <DataTable
      caption={`Human years of ${sizeTraits[dog.size].label.toLowerCase()} dogs`}
      columns={['Age', 'Human years', 'Life stage']}
      rows={tableAges.map((years) => ({
        head: ageText(years),
        cells: [exactHumanYears(years, dog.size), lifeStage(years, dog.size)],
        isMarked: years === (age < 1 ? 0.5 : Math.floor(age)),
      }))}
    />
  );
}

function ComingCelebrations({ name, coming }: { name: string; coming: Celebration[] }) {
  return (
    <ol className="mt-2 gap-x-6 sm:columns-2" aria-label={`${name}'s next 12 months`}>
      {coming.map((celebration) => {
        const { month, day } = calendarLeaf(celebration.date);
        return (
          <li key={`${celebration.kind} ${celebration.date}`} className="flex break-inside-avoid gap-3 py-1 ps-px">
            <span className="sr-only">{formatLongDate(celebration.date)}: </span>
            <strong className="w-[4rem] shrink-0 whitespace-nowrap" aria-hidden="true">
              {month} {day}
            </strong>
            {occasionOf(celebration)}
          </li>
        );
      })}
    </ol>
  );
}

function LifeChart({ dog, today }: { dog: PicturedDog; today: CalendarDate }) {
  const age = ageOn(dog.birthDate, today).years;
  const { label, yearlyRate } = sizeTraits[dog.size];
  const coming = celebrationsOfYear(dog, addDays(today, 1));
  const size = label.toLowerCase();
  return (
    <figure aria-label="Life in Human Years" className={coatClasses(dog.size, coatOf(dog))}>
      <HumanYearsChart
        label={`The human years of ${size} dogs: 15 at the first birthday, 24 at the second, then ${yearlyRate} more with every year. ${dog.name} is at ${humanYearsText(birthdayReport(dog, today))}.`}
        size={dog.size}
        photo={chartPhotoOf(dog)}
        isCelebrating={celebratesOn(dog, today)}
        today={{ years: age, humanYears: exactHumanYears(age, dog.size) }}
      />
      <p className="mt-6 font-bold" aria-hidden="true">
        Next 12 months
      </p>
      <ComingCelebrations name={dog.name} coming={coming} />
    </figure>
  );
}

export function ReportDetails({ dog, today }: { dog: PicturedDog; today: CalendarDate }) {
  return (
    <div className="grid grid-cols-1 pt-6 pb-3">
      <LifeChart dog={dog} today={today} />
      <Disclosure title="Year by year" className="mt-3 border-t-2 border-line">
        <AgesTable dog={dog} age={ageOn(dog.birthDate, today).years} />
      </Disclosure>
      <Disclosure title="Why this number?" className="border-t-2 border-line">
        <WhyThisNumber dog={dog} today={today} />
      </Disclosure>
      <SameAge dog={dog} today={today} />
    </div>
  );
}
