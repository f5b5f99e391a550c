import type { ReactNode } from 'react';
import { Hero } from '../../art/hero.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CakeIcon, PawIcon, ShareIcon } from '../../ui/icons.tsx';

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
          <h1 className="text-hero lg:text-[2.75rem]">Every Dog Deserves Multiple Birthdays!</h1>
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
