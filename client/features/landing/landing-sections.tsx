import { type ReactNode, useId } from 'react';
import { dogSizes } from '../../../domain/dogs/size.ts';
import { CastDog, CastFigure } from '../../art/cast-dog.tsx';
import { Flags } from '../../art/flags.tsx';
import { Hero } from '../../art/hero.tsx';
import { Wordmark } from '../../art/wordmark.tsx';
import { HelpLink } from '../../shared/help-link.tsx';
import { BoneIcon } from '../../ui/app-icons.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CakeIcon, PawIcon, ShareIcon } from '../../ui/icons.tsx';
import { PageLink } from '../../ui/page-link.tsx';

export const contentId = 'main';

/**
 * The header of the public pages, in two rows on a phone, after a link past it that is seen while it has the focus. `account` holds the
 * buttons for signing in or out.
 */
export function Header({ account }: { account: ReactNode }) {
  return (
    <>
      <a href={`#${contentId}`} className="absolute bottom-full m-2 bg-card p-4 focus:bottom-auto">
        Skip to Content
      </a>
      <header className="mx-auto flex w-full max-w-page flex-wrap items-center justify-between gap-x-1 px-4 py-2 pb-3 sm:gap-x-6 sm:px-6 sm:py-4">
        <PageLink href="/" className="rounded-field">
          <Wordmark className="text-heading" />
        </PageLink>
        {account}
        <p className="text-sm text-balance text-ink-soft max-sm:basis-full max-sm:[letter-spacing:-0.025em] sm:flex-1">
          Calculate your dog's birthday and celebrate all year long!
        </p>
      </header>
    </>
  );
}

function Tile({ tone, icon, title, children }: { tone: string; icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className={classNames('flex items-center gap-3 px-4 py-1.5 sm:py-4', tone)}>
      {icon}
      <div>
        <h2 className="text-base">{title}</h2>
        <p className="text-sm">{children}</p>
      </div>
    </li>
  );
}

const iconClasses = 'size-8 shrink-0';

/**
 * The first screen of the landing page, and what follows it. `start` is the button that leads to the calculator. A report of the calculator
 * is a row of the grid, as wide as the window.
 */
export function HeroSection({ start, calculator }: { start: ReactNode; calculator?: ReactNode }) {
  return (
    <>
      <div className="grid grid-cols-1 items-center gap-y-3 px-4 sm:gap-6 sm:px-6 lg:grid-cols-[1fr_minmax(0,calc(var(--container-page)-30rem-72px))_30rem_1fr] lg:grid-rows-[auto_1fr] lg:px-0">
        <h1 className="pe-20 sm:text-number lg:col-start-2 lg:pe-0 xl:[letter-spacing:-0.025em] xl:text-hero">
          Every Dog Deserves Multiple Birthdays!
        </h1>
        <div className="relative max-lg:order-first lg:col-start-2 lg:min-h-80 lg:self-stretch">
          {/* The wall goes on above, as high as the calculator. */}
          <div className="flex items-end overflow-hidden rounded-card lg:absolute lg:inset-0">
            <Hero
              className="h-full max-h-[400px] w-full overflow-visible max-lg:-mt-7 max-lg:h-100 max-sm:-mb-6 max-sm:h-60"
              title="Four dogs, from a small terrier to a giant Dane, round a kitchen table with a birthday cake"
            />
          </div>
          {start}
          {/* What comes out. A phone's budget has no room for a picture, so there it is drawn. */}
          <svg
            viewBox="0 -18 200 270"
            className="absolute end-0 -bottom-14 w-1/5 rotate-5 rounded-field border-4 border-(--art-ink) bg-sky sm:hidden"
            aria-hidden="true"
            stroke="var(--art-ink)"
            strokeWidth="7"
            strokeLinejoin="round"
          >
            <CastFigure size="small" />
            <text
              x="22"
              y="238"
              fontSize="140"
              className="font-display font-bold"
              fill="var(--art-raspberry)"
              stroke="var(--art-white)"
              strokeWidth="22"
              paintOrder="stroke"
            >
              44
            </text>
          </svg>
          <img
            src="/number-card.webp"
            width="380"
            height="475"
            alt="Birthday card: 44 human years"
            loading="lazy"
            className="proof photo absolute end-1 -bottom-26 w-1/5 rotate-5 rounded-field border-4 border-(--art-ink) max-sm:hidden lg:-end-6 lg:bottom-5/8 lg:w-38"
          />
        </div>
        {calculator}
      </div>
      <div className="mx-auto w-full max-w-page px-4 py-6 sm:px-6 lg:pt-10">
        <ul className="grid overflow-hidden rounded-card sm:grid-cols-3">
          <Tile tone="bg-sky text-on-sky" icon={<PawIcon className={iconClasses} />} title="Size-Specific Aging">
            Dogs age differently by size.
          </Tile>
          <Tile tone="bg-apricot text-on-apricot" icon={<CakeIcon className={iconClasses} />} title="More Celebrations">
            Puppy graduations, senior milestones.
          </Tile>
          <Tile tone="bg-leaf text-on-leaf" icon={<ShareIcon className={iconClasses} />} title="Shareable Moments">
            Birthday cards and memories to share.
          </Tile>
        </ul>
      </div>
    </>
  );
}

const milestones = [
  { age: '6 months', humanYears: 'about 7.5', milestone: 'Puppy graduation', tone: 'bg-sky text-on-sky' },
  { age: '1 year', humanYears: '15', milestone: 'First birthday', tone: 'bg-apricot text-on-apricot' },
  { age: '2 years', humanYears: '24', milestone: 'Second birthday', tone: 'bg-leaf text-on-leaf' },
  { age: '5-8 years', humanYears: '40-60', milestone: 'Senior milestone, varying by size', tone: 'bg-apricot-wash' },
] as const;

function Reason({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      {icon}
      <div>
        <h3>{title}</h3>
        <p className="text-ink-soft">{children}</p>
      </div>
    </li>
  );
}

function MilestoneTable() {
  return (
    <table className="w-full border-separate [border-spacing:0_0.375rem]">
      <caption className="mb-2 text-start font-display text-title font-bold">Milestones Worth a Cake</caption>
      <thead className="text-sm text-ink-soft *:*:ps-2 *:*:text-start *:*:align-bottom">
        <tr>
          <th scope="col">Dog's age</th>
          <th scope="col">Human years</th>
          <th scope="col">Milestone</th>
        </tr>
      </thead>
      <tbody className="*:*:ps-2 *:*:py-2.5 *:*:align-baseline">
        {milestones.map(({ age, humanYears, milestone, tone }) => (
          <tr key={age}>
            <th scope="row" className={classNames('rounded-s-2xl text-start whitespace-nowrap', tone)}>
              {age}
            </th>
            <td className={classNames('font-display font-bold min-[22rem]:whitespace-nowrap', tone)}>{humanYears}</td>
            <td className={classNames('rounded-e-2xl', tone)}>{milestone}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function WhySection() {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="drawn-in-sight bg-paper-deep">
      <div className="mx-auto w-full max-w-page px-4 py-12 sm:px-6">
        <h2 id={headingId} className="text-center">
          Why Every Dog Birthday Matters
        </h2>
        <div className="mt-6 grid gap-4 md:grid-cols-[2fr_3fr]">
          <div className="flex flex-col justify-between overflow-hidden rounded-card bg-card shadow-card">
            <ul className="grid gap-5 p-4 lg:p-8">
              <Reason icon={<BoneIcon className={iconClasses} />} title="Science-Based Aging">
                Year one is worth 15.
              </Reason>
              <Reason icon={<PawIcon className={iconClasses} />} title="Size Matters">
                Giants age fastest. Sorry, Danes.
              </Reason>
              <Reason icon={<CakeIcon className={iconClasses} />} title="More Birthdays">
                Four to seven a year.
              </Reason>
            </ul>
            <div className="flex items-end justify-center gap-5 bg-sky max-md:hidden">
              <CastDog size="small" className="w-1/4" />
              <CastDog size="giant" className="w-1/4" />
            </div>
          </div>
          <div className="overflow-auto rounded-card bg-card p-4 shadow-card lg:p-8">
            <MilestoneTable />
            <p className="mt-3 text-sm text-ink-soft">
              Our endorsed, size-specific method is based on veterinary guidelines.
            </p>
          </div>
        </div>
      </div>
    </section>
  );
}

export function SignUpBanner() {
  return (
    <section className="drawn-in-sight mx-auto w-full max-w-page px-4 py-12 sm:px-6">
      <div className="relative grid overflow-hidden rounded-card bg-apricot-wash px-6 pt-16 text-center sm:grid-cols-[4fr_5fr] sm:text-start">
        <Flags className="absolute inset-x-0 top-0 h-12 w-full" />
        <div className="pb-8">
          <h2>Ready for More Paw-ty Planning?</h2>
          <p className="mt-2 mb-5">Your whole pack in one place, every next party at a glance.</p>
          <PageLink href="/auth?join" className={buttonClasses('secondary', 'large')}>
            Get Started - It's Free!
          </PageLink>
        </div>
        <div className="flex self-end [--gaze:-3px_1px]">
          {dogSizes.map((size) => (
            <CastDog key={size} size={size} className="w-1/4" />
          ))}
        </div>
      </div>
    </section>
  );
}

export function Footer({ hasHelp = true }) {
  return (
    <footer className="mt-auto border-t-2 border-line">
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center justify-center gap-2 px-4 py-6 text-sm text-ink-soft sm:justify-between sm:px-6">
        <p className="flex items-center gap-2 font-display font-bold text-ink">
          <PawIcon />
          Wagday
        </p>
        <p className={hasHelp ? '-me-3' : undefined}>
          Made for fun. Your vet knows best.
          {hasHelp && <HelpLink />}
        </p>
      </div>
    </footer>
  );
}
