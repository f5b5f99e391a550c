import type { ReactNode } from 'react';
import { daysToGo, daysToGoText } from '../../../domain/celebrations/celebrations.ts';
import { type CalendarDate, formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { formatPartyTimeIn } from '../../../domain/parties/party-time.ts';
import { isolated } from '../../../domain/text/text.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { deviceZone } from '../../shared/device-zone.ts';
import { IconButton } from '../../ui/button.tsx';
import { PencilIcon, ShareIcon, TrashIcon } from '../../ui/icons.tsx';
import { InvitationThumb } from './invitation-thumb.tsx';
import type { PartyRequest } from './party-drafts.ts';

export type PartyActions = {
  onRequest: (request: PartyRequest) => void;
  /** Moves the focus off the invitation, too, which is about to go with the pressed button. */
  onCancel: (party: Party) => void;
  /** Shows the state of a party's unsent changes. */
  renderChange?: (party: Party) => ReactNode;
  /** Shows who comes, with the way to invite. */
  renderGuests?: (dog: Dog, party: Party) => ReactNode;
};

export type PartiesProps = { today: CalendarDate; actions: PartyActions };
export type DogParty = { dog: Dog; party: Party };

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
        {days >= 0 && <strong className="font-display text-raspberry-deep">{daysToGoText(days)}</strong>}
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

/** Invitations side by side on a shelf. Those that find no room are scrolled to. */
export function Shelf({ label, entries, ...rest }: PartiesProps & { label: string; entries: readonly DogParty[] }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
      tabIndex={0}
      aria-label={label}
      className="mt-3 snap-x scroll-px-5 overflow-x-auto rounded-field px-5 pt-3 pb-2 sm:scroll-px-7 sm:px-7"
    >
      {/* The bar is the board on which the invitations stand. */}
      <ul className="relative isolate flex w-max min-w-full gap-5 before:absolute before:-inset-x-3 before:top-63 before:-z-10 before:h-4 before:rounded-field before:border-2 before:border-(--art-ink) before:bg-(--art-wood)">
        {entries.map(({ dog, party }) => (
          <Entry key={party.id} dog={dog} party={party} {...rest} />
        ))}
      </ul>
    </section>
  );
}
