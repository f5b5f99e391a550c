import type { ReactNode } from 'react';
import { calendarLeaf } from '../../../domain/dates/calendar-date.ts';
import { type PhotoFocus, usualFocus } from '../../../domain/dogs/photo-focus.ts';
import { defaultSize } from '../../../domain/dogs/size.ts';
import type { InvitationView, InvitingDog } from '../../../domain/guests/invitation-view.ts';
import { isolated } from '../../../domain/text/text.ts';
import { Cake } from '../../art/cake.tsx';
import { DogPlaceholder } from '../../art/dog-placeholder.tsx';
import { Flags } from '../../art/flags.tsx';
import { Balloon, Gift, TableCloth } from '../../art/party-room.tsx';
import { Rosette } from '../../art/rosette.tsx';

/** Rounds the focus to classes (styles/invitation.css), because the policy of the page forbids inline styles. */
function focusClasses({ x, y }: PhotoFocus): string {
  const step = (percent: number) => Math.round(percent / 5);
  return `focus-x-${step(x)} focus-y-${step(y)}`;
}

/** The dog's photo, cropped around its face, or a drawn dog of its size. `photo` is an address on this site or its storage. */
function DogInFrame({ dog, photo, isOff }: { dog: InvitingDog; photo: string | null; isOff: boolean }) {
  const { size, photoFocus } = dog;
  if (photo === null) {
    return (
      <DogPlaceholder
        dog={{ ...dog, size: size ?? defaultSize, breed: null }}
        className="size-full"
        isCelebrating={!isOff}
      />
    );
  }
  return (
    <img
      src={photo}
      alt={`${dog.name}, a dog`}
      fetchPriority="high"
      className={`photo in-focus block size-full bg-(--art-ground-medium) object-cover ${focusClasses(photoFocus ?? usualFocus)}`}
    />
  );
}

/** The edge of the table, with what hangs below it. */
function Cloth() {
  return (
    <g transform="translate(200 330) scale(.5) translate(-600 -306)" strokeWidth="9">
      <TableCloth />
      <path d="M-400 389H1600V900H-400Z" fill="var(--art-raspberry)" stroke="none" />
    </g>
  );
}

/**
 * The party table of the invitation card with a framed picture on it. The cloth continues in what follows. Decorative. Once the party is
 * called off, the table is cleared and the picture stamped.
 */
function PartyStage({ isOff, children }: { isOff: boolean; children: ReactNode }) {
  return (
    <div className="relative aspect-10/9 shrink-0 grow overflow-hidden bg-stage [container-type:inline-size]">
      {!isOff && (
        <>
          {/* Two whole bows, which end inside the round corners. */}
          <div className="absolute start-3 end-3 top-0 overflow-hidden md:max-lg:end-0">
            <Flags className="block h-auto w-[300%] max-w-none" />
          </div>
          <svg viewBox="0 40 400 360" className="absolute inset-0 size-full" aria-hidden="true">
            <g stroke="var(--art-ink)" strokeWidth="6" strokeLinecap="round">
              <Balloon transform="translate(40 150) rotate(-4) scale(.74)" fill="var(--art-sky)" />
              <Balloon transform="translate(362 128) rotate(5) scale(.74)" fill="var(--art-apricot)" />
            </g>
          </svg>
        </>
      )}
      <div className="absolute inset-x-[13%] top-[8%] bottom-[16.2cqw] rounded-[1.1rem] border-3 border-(--art-ink) bg-(--art-white) p-2">
        <div className="size-full overflow-hidden rounded-[0.6rem] border-3 border-(--art-ink) [container-type:size]">
          {children}
        </div>
      </div>
      <svg
        viewBox="0 40 400 360"
        preserveAspectRatio="xMidYMax"
        className="absolute inset-0 size-full"
        aria-hidden="true"
      >
        <g stroke="var(--art-ink)" strokeWidth="6" strokeLinecap="round" strokeLinejoin="round">
          <Cloth />
          {!isOff && (
            <>
              <Gift
                transform="translate(52 350) rotate(-3) scale(.66)"
                fill="var(--art-leaf)"
                ribbon="var(--art-butter)"
              />
              <Cake transform="translate(350 352) scale(.56)" />
            </>
          )}
        </g>
      </svg>
      {isOff && (
        <p className="absolute inset-x-0 top-[68%] mx-auto w-fit -rotate-12 rounded-field border-4 border-danger bg-card px-4 py-1 font-display text-heading font-bold text-danger">
          Called off
        </p>
      )}
    </div>
  );
}

/** In characters. Longer titles are set smaller. */
const longTitle = 32;

function kickerOf({ state, host }: InvitationView): string {
  if (state === 'past') return 'We celebrated';
  return host.name ? `${isolated(host.name)} invites you to` : "You're invited to";
}

function DateSeal({ view }: { view: InvitationView }) {
  const { month, day } = calendarLeaf(view.party.date);
  return (
    <div className="relative float-right -mt-10 ml-2 w-24 sm:w-28" aria-hidden="true">
      <Rosette
        className={`w-full ${view.state === 'cancelled' ? '[--art-butter:light-dark(#b9a899,#94806f)] [--art-raspberry:var(--art-butter)]' : '[--art-raspberry:var(--art-sky)]'}`}
      />
      <p className="absolute inset-x-0 top-[24%] text-center font-display font-bold text-(--art-tag-ink)">
        {/* Of fixed heights, where readers space lines out, too. */}
        <span className="grid h-4 content-center [font-size:min(var(--text-sm),15px)] leading-4 uppercase">
          {month}
        </span>
        <span className="grid h-9 content-center [font-size:min(var(--text-number),44px)] leading-9">{day}</span>
      </p>
    </div>
  );
}

type InvitationCardProps = {
  view: InvitationView;
  photo: string | null;
  /** Of the party, once the host has shown it. It takes the place of the dog's. */
  photoOfDay: string | null;
  /** Whether the page has no other title. */
  isTitle: boolean;
  children: ReactNode;
};

/** The invitation in the look of its card: the dog's picture on the party table, and the words on the cloth. */
export function InvitationCard({ view, photo, photoOfDay, isTitle, children }: InvitationCardProps) {
  const Heading = isTitle ? 'h1' : 'h2';
  const isOff = view.state === 'cancelled';
  return (
    <header
      className={`overflow-hidden rounded-card border-3 border-ring bg-cloth lg:sticky lg:top-5 lg:flex lg:min-h-[min(100%,43.5rem)] lg:flex-col shadow-card [--art-raspberry:var(--color-cloth)] ${photoOfDay ? '' : 'md:max-lg:grid md:max-lg:grid-cols-2 md:max-lg:*:last:content-center md:max-lg:*:last:border-s-3 md:max-lg:*:last:pt-6'} ${isOff ? '[--color-cloth:var(--color-cloth-off)]' : ''}`}
    >
      {photoOfDay ? (
        <>
          <img
            src={photoOfDay}
            alt={`A moment of ${view.party.title}`}
            fetchPriority="high"
            className="photo block max-h-128 w-full object-cover object-[50%_36%]"
          />
          <svg
            viewBox="0 328 400 34"
            className="relative -mt-1 block w-full"
            stroke="var(--art-ink)"
            strokeLinejoin="round"
            aria-hidden="true"
          >
            <Cloth />
          </svg>
        </>
      ) : (
        <PartyStage isOff={isOff}>
          <DogInFrame dog={view.dog} photo={photo} isOff={isOff} />
        </PartyStage>
      )}
      <div className="flow-root px-5 pt-2 pb-6 text-(--color-on-cloth) sm:px-7 border-ring">
        <DateSeal view={view} />
        {!isOff && (
          <p className="font-display text-title font-bold wrap-break-word text-(--color-on-cloth-accent)">
            {kickerOf(view)}
          </p>
        )}
        <Heading
          className={`mt-1 flow-root text-balance ${view.party.title.length > longTitle ? 'text-title' : 'md:text-number'}`}
        >
          {view.party.title}
        </Heading>
        {children}
      </div>
    </header>
  );
}
