import type { ReactNode } from 'react';
import { Cake } from '../../art/cake.tsx';
import { Flags } from '../../art/flags.tsx';
import { Balloon, Gift, TableCloth } from '../../art/party-table.tsx';

function Layer({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 400 400" className="absolute inset-0 size-full" aria-hidden="true">
      <g stroke="var(--art-ink)" strokeWidth="6" strokeLinecap="round" strokeLinejoin="round">
        {children}
      </g>
    </svg>
  );
}

/** The party table of the invitation card with a framed picture on it. The cloth goes on in what follows. Decorative. */
export function PartyStage({ children }: { children: ReactNode }) {
  return (
    <div className="relative aspect-square overflow-hidden bg-stage">
      <Flags className="absolute inset-x-0 top-0 h-auto w-[260%] max-w-none" />
      <Layer>
        <Balloon transform="translate(46 150) rotate(-4) scale(.74)" fill="var(--art-sky)" />
        <Balloon transform="translate(356 128) rotate(5) scale(.74)" fill="var(--art-apricot)" />
      </Layer>
      <div className="absolute top-[8%] left-[20.5%] h-[76%] w-[59%] rounded-[1.1rem] border-3 border-(--art-ink) bg-(--art-white) p-2">
        <div className="size-full overflow-hidden rounded-[0.6rem] border-3 border-(--art-ink) [container-type:size]">
          {children}
        </div>
      </div>
      <Layer>
        <g transform="translate(200 330) scale(.5) translate(-600 -306)" strokeWidth="9">
          <TableCloth />
          <path d="M-400 389H1600V900H-400Z" fill="var(--art-raspberry)" stroke="none" />
        </g>
        <Gift transform="translate(52 350) rotate(-3) scale(.66)" fill="var(--art-leaf)" ribbon="var(--art-butter)" />
        <Cake transform="translate(350 352) scale(.56)" />
      </Layer>
    </div>
  );
}
