import type { ReactNode } from 'react';
import type { OwnAnswer as Answer, InvitationState } from '../../../domain/guests/invitation-view.ts';
import { isolated } from '../../../domain/text/text.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { counted, joined } from './who-comes.tsx';

function isOver(state: InvitationState): boolean {
  return state === 'past' || state === 'cancelled';
}

function isAnswerable(state: InvitationState): boolean {
  return state === 'open' || state === 'full';
}

function headline({ name, answer, isWaiting }: Answer, state: InvitationState): string {
  const guest = isolated(name);
  if (isOver(state)) return `Hello, ${guest}!`;
  if (isWaiting) return `You are in line, ${guest}`;
  if (answer === 'yes') return `See you there, ${guest}!`;
  return answer === 'maybe' ? `We keep our paws crossed, ${guest}` : `We will miss you, ${guest}`;
}

function detail(guest: Answer, state: InvitationState): string {
  const { answer, adults, children, dogs, email, isMailed, isWaiting, isTooLarge, placeInLine } = guest;
  if (answer === 'no')
    return `You said that you cannot come.${isAnswerable(state) ? ' If that changes, so can your answer.' : ''}`;
  const people = adults + children;
  const heads = [
    ...(people > 0 ? [counted(people, 'person', 'people')] : []),
    ...dogs.map(({ name }) => isolated(name)),
  ];
  const who = heads.length > 0 ? ` for ${joined(heads)}` : '';
  if (answer === 'maybe') return `You said maybe${who}.`;
  if (!isWaiting) return `You said yes${who}.`;
  const place = placeInLine === null ? '' : ` You are number ${placeInLine}.`;
  if (isOver(state)) return `You said yes${who}, and the party was full.`;
  if (isTooLarge)
    return `You said yes${who}, and that is more people than the whole party has room for. You only move up if your host makes more room, or if fewer of you come.`;
  const news = email && isMailed ? ', and a mail tells you.' : '. Look here again now and then.';
  // A guest who needs several places may have to wait although a few are free.
  const why = state === 'full' ? 'the party is full' : 'there is no room for so many now';
  return `You said yes${who}, and ${why}.${place} As soon as there is room you move up by yourself${news}`;
}

/** Shows guests who come back with their own link what they have answered. The form leads here. */
export function OwnAnswer({
  guest,
  state,
  taken,
  link,
  somebodyElse,
}: {
  guest: Answer;
  state: InvitationState;
  taken: readonly string[];
  link: ReactNode;
  /** The address at which somebody else can answer from this device; null if unknown. */
  somebodyElse: string | null;
}) {
  return (
    <section
      id="answered"
      tabIndex={-1}
      aria-labelledby="answered-title"
      // A guest who waits has no place yet, so this does not look like one.
      className={classNames(
        'grid scroll-mt-4 gap-3 rounded-card px-6 py-5 sm:px-8',
        guest.isWaiting ? 'bg-apricot text-on-apricot' : 'bg-leaf text-on-leaf',
      )}
    >
      <h2 id="answered-title" className="text-title wrap-anywhere">
        {headline(guest, state)}
      </h2>
      <p className="wrap-anywhere">{detail(guest, state)}</p>
      {guest.brings.length > 0 && <p className="wrap-anywhere">You bring: {guest.brings.join(', ')}.</p>}
      {taken.length > 0 && (
        <p className="font-bold wrap-anywhere">
          Somebody was faster and brings this already: {taken.join(', ')}. The rest of your answer stands.
        </p>
      )}
      <div className="rounded-field bg-card p-4 text-ink">
        {link}
        {guest.email && isAnswerable(state) && (
          <p className="mt-2 text-sm wrap-anywhere">
            A mail to {guest.email} brings it, too
            {guest.isMailed
              ? '.'
              : ', once your host has confirmed their own address. Until then keep it somewhere safe.'}
          </p>
        )}
      </div>
      {somebodyElse !== null && isAnswerable(state) && (
        <a href={somebodyElse} className={`${buttonClasses('secondary')} no-print justify-self-start`}>
          Answer for Somebody Else
        </a>
      )}
    </section>
  );
}
