import { type ReactNode, useId } from 'react';
import { dogSizes, sizeTraits } from '../../../domain/dogs/size.ts';
import { CastDog } from '../../art/cast-dog.tsx';
import { Flags } from '../../art/flags.tsx';
import { Hero } from '../../art/hero.tsx';
import { Wordmark } from '../../art/wordmark.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { BoneIcon, CakeIcon, CalendarIcon, PartyHatIcon, PawIcon, ShareIcon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/page-link.tsx';

/** The header of the public pages. `account` holds the buttons for signing in or out. */
export function Header({ account }: { account: ReactNode }) {
  return (
    <header className="mx-auto flex w-full max-w-page flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-4 sm:px-6">
      <div>
        <PageLink href="/" className="inline-block rounded-field">
          <Wordmark className="text-heading" />
        </PageLink>
        <p className="text-sm text-ink-soft">Calculate your dog's birthday and celebrate all year long!</p>
      </div>
      {account}
    </header>
  );
}

function Tile({ tone, icon, title, children }: { tone: string; icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className={classNames('flex items-center gap-4 rounded-card px-5 py-3', tone)}>
      {icon}
      <div>
        <h2 className="text-base">{title}</h2>
        <p className="text-sm">{children}</p>
      </div>
    </li>
  );
}

const iconClasses = 'size-9 shrink-0';

/** The first screen of the landing page. `start` is the button that leads to the calculator. */
export function HeroSection({ start }: { start: ReactNode }) {
  return (
    <div className="laid-out-once mx-auto w-full max-w-page px-4 sm:px-6">
      <div className="grid items-center gap-x-10 gap-y-5 lg:grid-cols-[5fr_4fr]">
        <Hero
          className="block aspect-[8/5] max-h-[400px] w-full rounded-card"
          title="Four dogs, from a small terrier to a giant Dane, round a kitchen table with a birthday cake"
        />
        {/* On a phone the button follows the headline, so that both are in the first screen. */}
        <div className="grid justify-items-center text-center lg:justify-items-start lg:text-start">
          <h1 className="-mx-2 text-number max-sm:max-w-88 lg:mx-0">Every Dog Deserves Multiple Birthdays!</h1>
          <p className="mt-5 max-w-reading text-ink-soft max-lg:order-1 lg:mt-3">
            Dogs age differently by size. We count with an endorsed, size-specific method based on veterinary
            guidelines, so your pup gets more reasons to party: puppy graduations, human-year birthdays, senior
            milestones.
          </p>
          {start}
          <p className="mt-4 text-sm text-ink-soft max-lg:order-1">
            Loved by thousands of dog parents, backed by veterinary science.
          </p>
        </div>
      </div>
      <ul className="mt-6 grid gap-2 lg:gap-4 lg:grid-cols-3">
        <Tile tone="bg-sky text-on-sky" icon={<PawIcon className={iconClasses} />} title="Size-Specific Aging">
          A terrier and a Great Dane grow old at their own pace. Ours is counted for each.
        </Tile>
        <Tile tone="bg-apricot text-on-apricot" icon={<CakeIcon className={iconClasses} />} title="More Celebrations">
          Up to seven birthdays a year once your dog is grown. More cake for everyone.
        </Tile>
        <Tile tone="bg-leaf text-on-leaf" icon={<ShareIcon className={iconClasses} />} title="Shareable Moments">
          Birthday cards and memories to pass around the whole family.
        </Tile>
      </ul>
    </div>
  );
}

const milestones = [
  { age: '6 months', humanYears: 'about 7.5', milestone: 'Puppy graduation' },
  { age: '1 year', humanYears: '15', milestone: 'First birthday' },
  { age: '2 years', humanYears: '24', milestone: 'Second birthday' },
  { age: '5-8 years', humanYears: '40-60', milestone: 'Senior milestone, varying by size' },
] as const;

function Reason({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="rounded-card bg-card p-6 shadow-card">
      <div className="mb-3">{icon}</div>
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

export function SignUpBanner() {
  return (
    <section className="drawn-in-sight mx-auto w-full max-w-page px-4 py-14 sm:px-6">
      <div className="relative overflow-hidden rounded-card bg-apricot-wash px-8 pt-20 pb-10 text-center sm:px-12 sm:pb-14">
        <Flags className="absolute inset-x-0 top-0 h-14 w-full" />
        <h2>Ready for More Paw-ty Planning?</h2>
        <p className="mx-auto mt-3 mb-6 max-w-reading">
          Keep the whole pack in one place, with every dog's next celebration at a glance.
        </p>
        <PageLink href="/auth?join" className={buttonClasses('primary', 'large')}>
          Get Started - It's Free!
        </PageLink>
      </div>
    </section>
  );
}

export function Footer() {
  return (
    <footer className="mt-auto border-t-2 border-line">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center justify-center gap-x-6 gap-y-2 px-4 py-8 text-center text-sm text-ink-soft sm:justify-between sm:px-6 sm:text-start">
        <p className="flex items-center gap-2 font-display font-bold text-ink">
          <PawIcon className="size-5" />
          Wagday
        </p>
        <p>An estimate for joy, and for thinking about care. Your vet knows your dog best.</p>
      </div>
    </footer>
  );
}
