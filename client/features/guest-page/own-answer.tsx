import type { ReactNode } from 'react';
import { countOf } from '../../../domain/guests/guest-list.ts';
import type { OwnAnswer as Answer, InvitationState, InvitationView } from '../../../domain/guests/invitation-view.ts';
import { isolated, joined } from '../../../domain/text/text.ts';
import { coatsAtTable, DogSeat } from '../../art/party-table.tsx';
import { PawPrint } from '../../art/paw-print.tsx';
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

function headline({ name, answer, isWaiting, dogs }: Answer, state: InvitationState): ReactNode {
  const guest = isolated(name);
  if (isOver(state)) return `Hello, ${guest}!`;
  if (isWaiting) return `You're on the waitlist, ${guest}`;
  if (answer === 'maybe') return `Paws crossed, ${guest}!`;
  if (answer === 'no') return `We'll miss you, ${guest}`;
  if (dogs.length === 0) return `You're in, ${guest}!`;
  // A line that is too short for both sentences breaks between them.
  return (
    <>
      <span className="inline-block">{`You're in, ${guest}!`}</span>{' '}
      <span className="inline-block">{`${joined(dogs.map((dog) => isolated(dog.name)))} too.`}</span>
    </>
  );
}

function detail(guest: Answer, state: InvitationState): string {
  const { answer, adults, children, dogs, email, isMailed, isWaiting, isTooLarge, placeInLine } = guest;
  if (answer === 'no') return `You said you can't go.${isAnswerable(state) ? ' You can change your mind.' : ''}`;
  const people = adults + children;
  const heads = [
    ...(people > 0 ? [countOf(people, 'person', 'people')] : []),
    ...dogs.map(({ name }) => isolated(name)),
  ];
  const who = heads.length > 0 ? ` for ${joined(heads)}` : '';
  if (answer === 'maybe') return `You said maybe${who}.`;
  // The headline names the dogs.
  if (!isWaiting && !isOver(state)) return people > 0 ? countOf(people, 'person', 'people') : '';
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

/** A print in a ring, like a stamp on paper. Decorative. */
function PawStamp() {
  return (
    <svg
      viewBox="-52 -52 104 104"
      className="w-32 -rotate-12 animate-pop lg:w-28 [--art-print:var(--color-raspberry-ink)]"
      aria-hidden="true"
      fill="none"
      stroke="var(--color-raspberry-ink)"
    >
      <path d="M1-48C28-49 48-27 48 0S27 48-1 48S-49 27-48-1S-26-47 1-48Z" strokeWidth="5" />
      <path d="M0-40C23-40 40-23 40 1S22 40-1 40S-40 22-40-1S-22-40 0-40Z" strokeWidth="2" />
      <PawPrint transform="translate(0 6) scale(1.75)" />
    </svg>
  );
}

/** The guest's dogs on their chairs, in the coats that they have at the table, down to the edge of its cloth. Decorative: the headline names them. */
function SeatedDogs({ of: { dogs }, view: { dog: host, guests } }: { of: Answer; view: InvitationView }) {
  const seated = guests?.seatedDogs ?? dogs;
  const coats = coatsAtTable(host, seated);
  return (
    <ul aria-hidden="true" className="flex overflow-hidden rounded-field bg-apricot-wash pt-3 *:-mb-0.75 *:basis-24">
      {dogs.slice(0, 3).map((dog, index) => {
        const seat = seated.findIndex(({ name, size }) => name === dog.name && size === dog.size);
        // biome-ignore lint/suspicious/noArrayIndexKey: two dogs may have one name, and none moves.
        return <DogSeat key={index} dog={dog} coat={coats[seat]} />;
      })}
    </ul>
  );
}

/** Shows guests who come back with their own link what they have answered. The form leads here. */
export function OwnAnswer({
  view,
  guest,
  taken,
  link,
  somebodyElse,
  children,
  change,
}: {
  view: InvitationView;
  guest: Answer;
  taken: readonly string[];
  link: ReactNode;
  /** The address at which somebody else can answer from this device; null if unknown. */
  somebodyElse: string | null;
  /** When and where, for a guest who comes. */
  children: ReactNode;
  /** The form that changes the answer; null if it can no longer be changed. It is open if it was sent and refused. */
  change: { form: ReactNode; isOpen: boolean } | null;
}) {
  const { state } = view;
  const isOff = state === 'cancelled';
  const isIn = guest.answer === 'yes' && !guest.isWaiting && !isOff;
  const facts = [detail(guest, state), guest.brings.length > 0 && `You bring: ${guest.brings.join(', ')}.`];
  const tone = guest.isWaiting ? 'bg-apricot text-on-apricot' : 'bg-leaf text-on-leaf';
  return (
    <section
      id="answered"
      tabIndex={-1}
      aria-labelledby="answered-title"
      // A guest who waits, or whose party is off, has no place, so this does not look like one.
      className={classNames(
        'grid scroll-mt-4 gap-3 rounded-card px-5 py-6 sm:px-8',
        isOff || isIn ? 'bg-card shadow-card' : tone,
        isIn && 'overflow-hidden text-center lg:text-start',
      )}
    >
      <div
        className={classNames(
          'grid min-w-0 grid-cols-1 gap-3 wrap-anywhere',
          isIn &&
            '-mx-5 -mt-6 mb-2 border-b-2 border-dashed border-edge px-5 py-6 text-balance sm:-mx-8 sm:px-8 lg:flex lg:items-center lg:gap-8',
          isIn && tone,
        )}
      >
        {isIn && (
          <div className="flex flex-wrap items-center justify-center gap-4 lg:shrink-0 lg:gap-3">
            <PawStamp />
            {guest.dogs.length > 0 && <SeatedDogs of={guest} view={view} />}
          </div>
        )}
        <div className="grid min-w-0 grid-cols-1 gap-3">
          <h2 id="answered-title" className={isIn ? '' : 'text-title'}>
            {headline(guest, state)}
          </h2>
          <p className="whitespace-pre-line empty:hidden">{facts.filter(Boolean).join('\n')}</p>
          {taken.length > 0 && (
            <p className="rounded-field bg-lamp px-4 py-2 text-on-lamp">
              Someone beat you to the {joined(taken.map(midSentence))}! Everything else is saved.
            </p>
          )}
        </div>
      </div>
      {children && <div className={`*:justify-center lg:*:justify-normal ${factsClasses}`}>{children}</div>}
      <div
        className={classNames(
          'no-print -mx-5 flex flex-wrap gap-x-3 empty:hidden',
          isIn
            ? 'justify-center lg:justify-start lg:[&>:first-child:not([open])]:ms-3'
            : '[&>:first-child:not([open])]:ms-3',
        )}
      >
        {change && (
          <details open={change.isOpen} className="open:basis-full">
            <ButtonSummary variant="quiet">Change Answer</ButtonSummary>
            {change.form}
          </details>
        )}
        {link}
        {somebodyElse !== null && isAnswerable(state) && (
          <a href={somebodyElse} className={buttonClasses('quiet')}>
            Answer for Somebody Else
          </a>
        )}
      </div>
    </section>
  );
}
