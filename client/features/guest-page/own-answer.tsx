import type { ReactNode } from 'react';
import type { OwnAnswer as Answer, InvitationState, InvitationView } from '../../../domain/guests/invitation-view.ts';
import { counted } from '../../../domain/guests/listed-guests.ts';
import { isolated, joined } from '../../../domain/text/text.ts';
import { Flags } from '../../art/flags.tsx';
import { PartyTable } from '../../art/party-table.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ButtonSummary } from '../../ui/disclosure.tsx';
import { factsClasses } from './party-facts.tsx';

function isOver(state: InvitationState): boolean {
  return state === 'past' || state === 'cancelled';
}

function isAnswerable(state: InvitationState): boolean {
  return state === 'open' || state === 'full';
}

function headline({ name, answer, isWaiting }: Answer, state: InvitationState): string {
  const guest = isolated(name);
  if (isOver(state)) return `Hello, ${guest}!`;
  if (isWaiting) return `You're on the waitlist, ${guest}`;
  if (answer === 'maybe') return `Paws crossed, ${guest}!`;
  if (answer === 'no') return `We'll miss you, ${guest}`;
  return `You're in, ${guest}!`;
}

function seatLine({ name, dogs: [first, ...others] }: Answer): string {
  if (!first) return `Save ${isolated(name)} a chair by the cake.`;
  const dogs = joined([first, ...others].map((dog) => isolated(dog.name)));
  return others.length === 0 ? `${dogs} has the seat by the cake.` : `${dogs} sit together.`;
}

function detail(guest: Answer, state: InvitationState): string {
  const { answer, adults, children, dogs, email, isMailed, isWaiting, isTooLarge, placeInLine } = guest;
  if (answer === 'no') return `You said you can't go.${isAnswerable(state) ? ' You can change your mind.' : ''}`;
  const heads = [...counted(adults + children, 'person', 'people'), ...dogs.map(({ name }) => isolated(name))];
  const who = heads.length > 0 ? ` for ${joined(heads)}` : '';
  if (answer === 'maybe') return `You said maybe${who}.`;
  if (!isWaiting && !isOver(state)) return '';
  if (!isWaiting && state === 'past') return `${joined(heads)} had a seat at the table.`;
  if (!isWaiting) return `You said yes${who}.`;
  if (isOver(state)) return `You said yes${who}, and the party was full.`;
  if (isTooLarge)
    return `You said yes${who}, more than the whole party has room for. You'll only move up if there's more room, or fewer of you.`;
  const place = placeInLine === null ? '' : ` You're number ${placeInLine}.`;
  const news = email && isMailed ? ', and email you.' : '. Look here again now and then.';
  // A guest who needs several places may have to wait although a few are free.
  const why = state === 'full' ? "it's full" : "there's no room for so many yet";
  return `You said yes${who}, but ${why}.${place} We'll move you up when there's room${news}`;
}

/** Returns an item of the bring list for the middle of a sentence: "balls", but "BBQ". */
function midSentence(item: string): string {
  return isolated(item.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase()));
}

type OwnAnswerProps = {
  view: InvitationView;
  guest: Answer;
  taken: readonly string[];
  link: ReactNode;
  /** The address at which somebody else can answer from this device; null if unknown. */
  somebodyElse: string | null;
  /** Shows the table to others; null for a guest who is not in. */
  show: ReactNode;
  /** Who comes, above that table. */
  who: ReactNode;
  calendars: ReactNode;
  /** When and where, for a guest who comes. */
  children: ReactNode;
  /** The form that changes the answer; null if it can no longer be changed. It is open if it was sent and refused. */
  change: { form: ReactNode; isOpen: boolean } | null;
};

function Ways({ view, link, somebodyElse, show, calendars, change }: OwnAnswerProps) {
  const isIn = show !== null;
  return (
    <div
      className={classNames(
        'no-print flex flex-wrap gap-x-3 gap-y-2 empty:hidden',
        isIn ? 'justify-center' : '-mx-5 [&>:first-child:not([open])]:ms-3',
      )}
    >
      {show}
      {calendars}
      {change && (
        <details open={change.isOpen} className="open:basis-full">
          <ButtonSummary variant="quiet">Change Answer</ButtonSummary>
          {change.form}
        </details>
      )}
      {somebodyElse !== null && isAnswerable(view.state) && (
        <a href={somebodyElse} className={buttonClasses('quiet')}>
          Answer for Somebody Else
        </a>
      )}
      {!isIn && link}
    </div>
  );
}

/** Shows guests with their own link what they have answered. Who is in sees the table, with what can be done about it below. */
export function OwnAnswer(props: OwnAnswerProps) {
  const { view, guest, taken, link, show, who, children } = props;
  const { state } = view;
  const isIn = show !== null;
  const brings = isOver(state) ? 'Yours to bring' : 'You bring';
  const facts = [detail(guest, state), guest.brings.length > 0 && `${brings}: ${guest.brings.join(', ')}.`];
  const tone = guest.isWaiting ? 'bg-apricot text-on-apricot' : 'bg-leaf text-on-leaf';
  const missed = taken.length > 0 && (
    <p className="rounded-field bg-lamp px-4 py-2 text-on-lamp">
      Someone beat you to the {joined(taken.map(midSentence))}! Everything else is saved.
    </p>
  );
  const said = <p className="whitespace-pre-line empty:hidden">{facts.filter(Boolean).join('\n')}</p>;
  return (
    <section
      id="answered"
      tabIndex={-1}
      aria-labelledby="answered-title"
      // A guest who waits, or whose party is off, has no place, so this does not look like one.
      className={classNames(
        'grid min-w-0 scroll-mt-4 grid-cols-1 rounded-card wrap-anywhere',
        isIn ? 'overflow-hidden bg-apricot-wash text-center shadow-card' : 'gap-3 px-5 py-6 sm:px-8',
        !isIn && (state === 'cancelled' ? 'bg-card shadow-card' : tone),
      )}
    >
      {isIn ? (
        <>
          <Flags className="h-11 w-full" />
          <div className="grid grid-cols-1 gap-1 px-4 pt-1 pb-1 text-balance">
            <h1 id="answered-title" className="text-number">
              {headline(guest, state)}
            </h1>
            <p className="font-display text-title font-bold">{seatLine(guest)}</p>
            {missed}
          </div>
          {who}
          <PartyTable
            host={view.dog}
            dogs={view.guests?.seatedDogs ?? []}
            count={Math.max(view.guests?.dogs ?? 0, guest.dogs.length)}
            isFull={state === 'full'}
            own={guest}
          />
          <div className="relative z-1 grid grid-cols-1 gap-3 bg-card px-4 pt-4 pb-5 sm:px-8">
            <Ways {...props} />
            <div className="grid grid-cols-1 gap-3 border-t-2 border-dashed border-edge pt-5 text-start">
              {children && <div className={factsClasses}>{children}</div>}
              {said}
              <div className="no-print -mx-2 flex flex-wrap gap-x-3 empty:hidden [&_p]:px-2">{link}</div>
            </div>
          </div>
        </>
      ) : (
        <>
          <h2 id="answered-title" className="text-title">
            {headline(guest, state)}
          </h2>
          {said}
          {missed}
          {children && <div className={factsClasses}>{children}</div>}
          <Ways {...props} />
        </>
      )}
    </section>
  );
}
