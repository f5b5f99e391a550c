import type { ReactNode } from 'react';
import { Hero } from '../../ui/art/hero.tsx';
import { CakeIcon, PawIcon, ShareIcon } from '../../ui/art/icons.tsx';
import { classNames } from '../../ui/class-names.ts';

function Tile({ tone, icon, title, children }: { tone: string; icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className={classNames('grid content-start justify-items-center gap-2 rounded-card p-5 text-center', tone)}>
      {icon}
      <h2 className="text-title">{title}</h2>
      <p>{children}</p>
    </li>
  );
}

/** The first screen of the landing page. `start` is the button that leads to the calculator. */
export function HeroSection({ start }: { start: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-page px-4 sm:px-6">
      <Hero
        className="block aspect-[8/5] max-h-[400px] w-full rounded-card"
        title="Four dogs, from a small terrier to a giant Dane, round a kitchen table with a birthday cake"
      />
      <div className="mx-auto max-w-3xl py-8 text-center">
        <h1 className="text-hero">Every Dog Deserves Multiple Birthdays!</h1>
        <p className="mx-auto mt-4 max-w-reading text-lg text-ink-soft">
          Dogs age differently by size. We count with an endorsed, size-specific method based on veterinary guidelines,
          so your pup gets more reasons to party: puppy graduations, human-year birthdays, senior milestones.
        </p>
        {start}
        <p className="mt-5 text-sm text-ink-soft">Loved by thousands of dog parents, backed by veterinary science.</p>
      </div>
      <ul className="drawn-in-sight grid gap-4 sm:grid-cols-3">
        <Tile tone="bg-sky text-on-sky" icon={<PawIcon className="size-9" />} title="Size-Specific Aging">
          A terrier and a Great Dane grow old at their own pace. Ours is counted for each.
        </Tile>
        <Tile tone="bg-apricot text-on-apricot" icon={<CakeIcon className="size-9" />} title="More Celebrations">
          Up to seven birthdays a year once your dog is grown. More cake for everyone.
        </Tile>
        <Tile tone="bg-leaf text-on-leaf" icon={<ShareIcon className="size-9" />} title="Shareable Moments">
          Birthday cards and memories to pass around the whole family.
        </Tile>
      </ul>
    </div>
  );
}
