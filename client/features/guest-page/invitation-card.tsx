import { Fragment } from 'react';
import { calendarLeaf, formatFullDate } from '../../../domain/dates/calendar-date.ts';
import type { InvitationView } from '../../../domain/guests/invitation-view.ts';
import { invitedTime } from '../../../domain/parties/invitation-event.ts';
import { formatClocks, formatHour } from '../../../domain/parties/party-time.ts';
import { isolated } from '../../../domain/text/text.ts';
import { Rosette } from '../../art/rosette.tsx';
import { DogInFrame } from './dog-in-frame.tsx';
import { PartyStage } from './party-stage.tsx';

/** In characters: longer ones are written smaller. */
const longTitle = 32;

/** When the party is. Guests may be anywhere, so a time always names its clocks, and no line ends within their name. */
export function PartyWhen({ view: { party } }: { view: InvitationView }) {
  const time = invitedTime(party);
  const words = time ? [formatHour(time), formatClocks(time)] : [];
  return (
    <>
      {formatFullDate(party.date)}
      {words.map((word) => (
        <Fragment key={word}>
          , <span className="whitespace-nowrap">{word}</span>
        </Fragment>
      ))}
    </>
  );
}

function kickerOf({ state, host }: InvitationView): string {
  if (state === 'past') return 'We celebrated';
  if (state === 'cancelled') return 'Called off:';
  return host.name ? `${isolated(host.name)} invites you to` : "You're invited to";
}

function DateSeal({ view }: { view: InvitationView }) {
  const { month, day } = calendarLeaf(view.party.date);
  return (
    <div className="relative float-right -mt-10 ml-4 w-24 sm:w-28" aria-hidden="true">
      <Rosette className="w-full [--art-raspberry:var(--art-sky)]" />
      <p className="absolute inset-x-0 top-[19%] text-center font-display font-bold text-ink">
        <span className="block text-sm leading-4 text-raspberry uppercase">{month}</span>
        <span className="block text-heading leading-9">{day}</span>
      </p>
    </div>
  );
}

/** The invitation as its card looks: the dog's picture on the party table, and the words on the cloth. */
export function InvitationCard({ view, photo }: { view: InvitationView; photo: string | null }) {
  return (
    <header className="overflow-hidden rounded-card border-3 border-ring bg-cloth shadow-card [--art-raspberry:var(--color-cloth)]">
      <PartyStage>
        <DogInFrame dog={view.dog} photo={photo} />
      </PartyStage>
      <div className="flow-root px-5 pt-2 pb-6 text-(--color-on-cloth) sm:px-7">
        <DateSeal view={view} />
        <p className="font-display text-lg font-bold wrap-break-word text-(--color-on-cloth-accent)">
          {kickerOf(view)}
        </p>
        <h1 className={`mt-1 ${view.party.title.length > longTitle ? 'text-title' : ''}`}>{view.party.title}</h1>
        <p className="mt-3 font-bold">
          <PartyWhen view={view} />
        </p>
      </div>
    </header>
  );
}
