import { type ReactNode, useId } from 'react';
import { daysToGo, daysToGoText } from '../../../domain/celebrations/celebrations.ts';
import { type CalendarDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { formatPartyTimeIn } from '../../../domain/parties/party-time.ts';
import { isolated } from '../../../domain/text/text.ts';
import { CalendarLeaf } from '../../art/calendar-leaf.tsx';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { Flags } from '../../art/flags.tsx';
import { PawPrint } from '../../art/paw-print.tsx';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { deviceZone } from '../../shared/device-zone.ts';
import { invitationKicker } from '../../shared/invitation/invitation-content.ts';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PencilIcon, ShareIcon, TrashIcon } from '../../ui/icons.tsx';
import type { PartyRequest } from './party-drafts.ts';

/** The stamp on the invitation of a past party. Decorative: words beside it say so. */
function MemoryStamp({ className }: { className: string }) {
  const arc = useId();
  return (
    <svg viewBox="-60 -60 120 120" className={className} aria-hidden="true">
      <path id={arc} d="M-37 0A37 37 0 0 1 37 0" fill="none" />
      <g stroke="var(--color-raspberry)" strokeWidth="3.5" strokeLinecap="round">
        <path d="M2-56C34-57 57-32 56 1S32 57-1 56S-57 30-56-2S-30-55 2-56Z" fill="var(--color-card)" />
        <path d="M0-28C17-29 29-17 28 1S16 29-1 28S-29 15-28-1S-16-27 0-28Z" fill="none" strokeWidth="2.5" />
        <path d="M-34 26l4 3M-26 36l5 2M-14 42l5 1M34 26l-4 3M26 36l-5 2M14 42l-5 1M-1 44h2" fill="none" />
      </g>
      <text fontSize="13" fontWeight="700" letterSpacing="1.2" className="fill-raspberry font-display">
        <textPath href={`#${arc}`} startOffset="50%" textAnchor="middle">
          CELEBRATED
        </textPath>
      </text>
      <g className="[--art-print:var(--color-raspberry)]">
        <PawPrint transform="translate(0 3)" />
      </g>
    </svg>
  );
}

/** A party's invitation, small. Pressing it opens the invitation itself. */
function InvitationThumb({
  dog,
  party,
  today,
  onOpen,
}: {
  dog: Dog;
  party: Party;
  today: CalendarDate;
  onOpen: () => void;
}) {
  const { celebrationDate } = party;
  const isPast = celebrationDate < today;
  return (
    <button
      type="button"
      onClick={onOpen}
      className={classNames(
        'relative flex h-64 w-full flex-col overflow-hidden rounded-field border-2 border-edge bg-field text-start shadow-card',
        'transition duration-easy ease-spring hover:-translate-y-1 hover:rotate-0',
        isPast ? 'rotate-1' : '-rotate-1',
      )}
    >
      <span className="relative block h-36 w-full shrink-0 border-b-2 border-edge">
        <DogPhoto
          dog={dog}
          photo={dog.photoUrl}
          alt=""
          isCelebrating={celebrationDate === today}
          loading="lazy"
          className="block size-full"
        />
        <Flags className="absolute inset-x-0 top-0 h-8 w-full" />
      </span>
      {/* On the lower edge of the photo, off the face. The date of a past party is below the invitation. */}
      {isPast ? (
        <MemoryStamp className="absolute -end-1 top-17 size-20 -rotate-12" />
      ) : (
        <span className="absolute end-2 top-18.5">
          <CalendarLeaf date={celebrationDate} isToday={celebrationDate === today} />
        </span>
      )}
      <span className="block px-3 pt-2.5 text-sm text-ink-soft">{invitationKicker(celebrationDate, today)}</span>
      <strong className="mx-3 mt-0.5 line-clamp-3 font-display leading-tight wrap-anywhere">{party.title}</strong>
    </button>
  );
}

type PartyActions = {
  onRequest: (request: PartyRequest) => void;
  /** Also moves the focus off the invitation, which is about to disappear with the pressed button. */
  onCancel: (party: Party) => void;
  /** Shows the state of a party's unsent changes. */
  renderChange?: (party: Party) => ReactNode;
  /** Shows who comes, with the way to invite. */
  renderGuests?: (dog: Dog, party: Party) => ReactNode;
};

export type PartiesProps = { today: CalendarDate; actions: PartyActions };
type DogParty = { dog: Dog; party: Party };

function Entry({ dog, party, today, actions }: PartiesProps & DogParty) {
  const days = daysToGo(party.celebrationDate, today);
  const share = () => actions.onRequest({ kind: 'share', dog, party });
  return (
    <li
      data-party={party.id}
      tabIndex={-1}
      className="flex w-48 shrink-0 snap-start flex-col rounded-field focus-visible:outline-3 focus-visible:outline-focus"
    >
      <InvitationThumb dog={dog} party={party} today={today} onOpen={share} />
      <div className="mt-6 grid grow content-start gap-1 px-1">
        {days >= 0 && <strong className="font-display">{daysToGoText(days)}</strong>}
        <p className="line-clamp-5 text-sm wrap-anywhere text-ink-soft">
          {days < 0 && <span className="sr-only">Celebrated: </span>}
          {isolated(dog.name)}, {formatLongDate(party.celebrationDate)}
          {party.time && `, ${formatPartyTimeIn(party.time, deviceZone())}`}
          {party.location && `, ${party.location}`}
        </p>
        {actions.renderChange?.(party)}
      </div>
      {actions.renderGuests?.(dog, party)}
      <div className="-ms-1 flex">
        <IconButton label={`Share ${party.title}`} onClick={share}>
          <ShareIcon />
        </IconButton>
        <IconButton label={`Edit ${party.title}`} onClick={() => actions.onRequest({ kind: 'edit', dog, party })}>
          <PencilIcon />
        </IconButton>
        {days >= 0 && (
          <IconButton label={`Cancel ${party.title}`} onClick={() => actions.onCancel(party)}>
            <TrashIcon />
          </IconButton>
        )}
      </div>
    </li>
  );
}

/** Invitations side by side on a shelf. It scrolls to those that find no room. */
export function Shelf({ label, entries, ...rest }: PartiesProps & { label: string; entries: readonly DogParty[] }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
      tabIndex={0}
      aria-label={label}
      className="mt-3 snap-x scroll-px-5 overflow-x-auto rounded-field px-5 pt-3 pb-2 sm:scroll-px-7 sm:px-7"
    >
      {/* The bar is the board under the invitations. */}
      <ul className="relative isolate flex w-max min-w-full gap-5 before:absolute before:-inset-x-3 before:top-63 before:-z-10 before:h-4 before:rounded-field before:border-2 before:border-(--art-ink) before:bg-(--art-wood)">
        {entries.map(({ dog, party }) => (
          <Entry key={party.id} dog={dog} party={party} {...rest} />
        ))}
      </ul>
    </section>
  );
}
