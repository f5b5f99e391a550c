import type { ReactNode } from 'react';
import type { OwnAnswer as Answer, InvitationState } from '../../../domain/invitation-view.ts';
import { isolated } from '../../../domain/text.ts';
import { counted } from './counted.ts';

function headline({ name, answer, isWaiting }: Answer, state: InvitationState): string {
  const guest = isolated(name);
  if (state === 'past' || state === 'cancelled') return `Hello, ${guest}!`;
  if (isWaiting) return `You are in line, ${guest}`;
  if (answer === 'yes') return `See you there, ${guest}!`;
  return answer === 'maybe' ? `We keep our paws crossed, ${guest}` : `We will miss you, ${guest}`;
}

function detail(guest: Answer): string {
  const { answer, adults, children, dogs, isWaiting, placeInLine } = guest;
  if (answer === 'no') return 'You said that you cannot come. If that changes, so can your answer.';
  const heads = [
    adults + children > 0 && counted(adults + children, 'person', 'people'),
    dogs.length > 0 && dogs.map(({ name }) => isolated(name)).join(', '),
  ].filter(Boolean);
  const who = heads.length > 0 ? ` for ${heads.join(' and ')}` : '';
  if (answer === 'maybe') return `You said maybe${who}.`;
  if (!isWaiting) return `You said yes${who}.`;
  const place = placeInLine === null ? '' : ` You are number ${placeInLine}.`;
  return `You said yes${who}, and the party is full.${place} As soon as there is room you move up by yourself.`;
}

/** What a guest has answered, for who comes back with their own link. It is where the form leads to. */
export function OwnAnswer({
  guest,
  state,
  taken,
  link,
}: {
  guest: Answer;
  state: InvitationState;
  taken: readonly string[];
  link: ReactNode;
}) {
  return (
    <section
      id="answered"
      tabIndex={-1}
      aria-labelledby="answered-title"
      className="grid scroll-mt-4 gap-3 rounded-card bg-leaf px-6 py-5 text-on-leaf sm:px-8"
    >
      <h2 id="answered-title" className="text-title wrap-anywhere">
        {headline(guest, state)}
      </h2>
      <p className="wrap-anywhere">{detail(guest)}</p>
      {guest.brings.length > 0 && <p className="wrap-anywhere">You bring: {guest.brings.join(', ')}.</p>}
      {taken.length > 0 && (
        <p className="font-bold wrap-anywhere">
          Somebody was faster and brings this already: {taken.join(', ')}. The rest of your answer stands.
        </p>
      )}
      <div className="rounded-field bg-card p-4 text-ink">
        {link}
        {guest.email && <p className="mt-2 text-sm wrap-anywhere">It is mailed to {guest.email}, too.</p>}
      </div>
    </section>
  );
}
