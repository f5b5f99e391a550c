import type { ReactNode } from 'react';
import { countOf, headsText } from '../../../domain/guests/guest-list.ts';
import type { ComingGuests, InvitationState, InvitingDog } from '../../../domain/guests/invitation-view.ts';
import { isolated } from '../../../domain/text/text.ts';

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** "2 people, Rex, and Bo". */
export function joined(words: readonly string[]): string {
  return list.format(words);
}

/** Says how many come, and names the guests if the host lets others see that. */
export function WhoComes({
  guests: { people, dogs, names, moreNames },
  dog,
  state,
  children,
}: {
  guests: ComingGuests;
  dog: InvitingDog;
  state: InvitationState;
  /** The table with the dogs that come. */
  children: ReactNode;
}) {
  const heads = headsText({ people, dogs });
  const isPast = state === 'past';
  const named = (names ?? []).map(isolated).join(', ');
  if (isPast && heads === '') return null;
  return (
    <section aria-labelledby="guests" className="overflow-hidden rounded-card bg-card shadow-card">
      <div className="px-5 pt-5 pb-3 sm:px-8">
        <h2 id="guests" className="text-title">
          {isPast ? 'Who was there' : "Who's coming"}
        </h2>
        <p className="mt-1">{heads || `${isolated(dog.name)}'s already at the table.`}</p>
        {named && (
          <p className="wrap-anywhere text-ink-soft">
            {named}
            {moreNames > 0 && ` and ${countOf(moreNames, 'more guest', 'more guests')}`}
          </p>
        )}
      </div>
      {children}
    </section>
  );
}
