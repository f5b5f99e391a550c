import { type ReactNode, useId } from 'react';
import { dogSizes, sizeTraits } from '../../../domain/dogs/size.ts';
import { CastDog } from '../../art/cast-dog.tsx';
import { BoneIcon, CalendarIcon, PartyHatIcon } from '../../ui/icons.tsx';

const milestones = [
  { age: '6 months', humanYears: 'about 7.5', milestone: 'Puppy graduation' },
  { age: '1 year', humanYears: '15', milestone: 'First birthday' },
  { age: '2 years', humanYears: '24', milestone: 'Second birthday' },
  { age: '5-8 years', humanYears: '40-60', milestone: 'Senior milestone, varying by size' },
] as const;

function Reason({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="rounded-card bg-card p-6 shadow-card">
      <div className="mb-3 text-raspberry">{icon}</div>
      <h3>{title}</h3>
      <p className="mt-2 text-ink-soft">{children}</p>
    </li>
  );
}

function MilestoneTable() {
  return (
    <table className="w-full border-collapse text-start">
      <caption className="mb-4 text-start font-display text-title font-bold">Milestones Worth a Cake</caption>
      <thead>
        <tr className="border-b-2 border-edge text-sm text-ink-soft">
          <th scope="col" className="py-2 pe-3 text-start">
            Dog's age
          </th>
          <th scope="col" className="py-2 pe-3 text-start">
            Human years
          </th>
          <th scope="col" className="py-2 text-start">
            Milestone
          </th>
        </tr>
      </thead>
      <tbody>
        {milestones.map(({ age, humanYears, milestone }) => (
          <tr key={age} className="border-b border-line last:border-0">
            <th scope="row" className="py-3 pe-3 text-start font-bold whitespace-nowrap">
              {age}
            </th>
            <td className="py-3 pe-3">{humanYears}</td>
            <td className="py-3">{milestone}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The four sizes side by side with their parties a year. Decorative: the text above says the same. */
function SizeParade() {
  return (
    <div aria-hidden="true" className="overflow-hidden rounded-card bg-sky-wash">
      <div className="grid grid-cols-4 px-3 pt-8">
        {dogSizes.map((size) => (
          <CastDog key={size} size={size} />
        ))}
      </div>
      <div className="bg-leaf px-3 py-2.5 text-center text-sm text-on-leaf">
        <div className="grid grid-cols-4">
          {dogSizes.map((size) => (
            <p key={size}>
              {sizeTraits[size].label}
              <strong className="block pt-1 font-display text-title">{sizeTraits[size].yearlyRate}</strong>
            </p>
          ))}
        </div>
        <p>parties a year</p>
      </div>
    </div>
  );
}

/** Why dogs have more than one birthday a year. */
export function WhySection() {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="drawn-in-sight bg-paper-deep">
      <div className="mx-auto w-full max-w-page px-4 py-14 sm:px-6">
        <h2 id={headingId} className="text-center">
          Why Every Dog Birthday Matters
        </h2>
        <ul className="mt-8 grid gap-5 md:grid-cols-3">
          <Reason icon={<BoneIcon className="size-9" />} title="Science-Based Aging">
            The first year counts for about fifteen human ones, the second for nine. After that it depends on the dog.
          </Reason>
          <Reason icon={<PartyHatIcon className="size-9" />} title="Size Matters">
            Small dogs age four human years with every calendar year, giants seven. So a Dane is a senior before a
            terrier.
          </Reason>
          <Reason icon={<CalendarIcon className="size-9" />} title="More Birthdays">
            Each human year is a birthday of its own. From the age of two, that makes four to seven parties a year.
          </Reason>
        </ul>
        <div className="mt-6 grid items-center gap-8 rounded-card bg-card p-6 shadow-card sm:p-8 md:grid-cols-2">
          <MilestoneTable />
          <SizeParade />
        </div>
      </div>
    </section>
  );
}
