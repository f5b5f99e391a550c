import { formatLongDate } from '../../../domain/calendar-date.ts';
import type { InvitationView } from '../../../domain/invitation-view.ts';
import { isolated } from '../../../domain/text.ts';

function wordsOf({ state, answerUntil, host, guest }: InvitationView): { title: string; text: string } | null {
  const name = host.name ? isolated(host.name) : 'your host';
  if (state === 'cancelled') {
    return {
      title: 'This party is called off',
      text: `Nothing for you to do, and calendars that have it strike it out. Ask ${name} what happens instead.`,
    };
  }
  if (state === 'past')
    return { title: 'This party has been', text: 'We hope that there was cake, and a nap after it.' };
  if (state === 'closed') {
    const until = answerUntil
      ? `Answers were welcome until ${formatLongDate(answerUntil)}.`
      : 'The time for answers is over.';
    return {
      title: 'The guest list is closed',
      text: `${until} If something has changed, please tell ${name} yourself.`,
    };
  }
  if (state === 'full' && guest?.answer !== 'yes') {
    return {
      title: 'The party is full',
      text: 'Say yes all the same: you wait in line, and move up by yourself when there is room again.',
    };
  }
  return null;
}

/** Says where an invitation can not simply be answered. */
export function PartyState({ view }: { view: InvitationView }) {
  const words = wordsOf(view);
  return (
    words && (
      <section className="rounded-card bg-apricot px-6 py-5 text-on-apricot sm:px-8">
        <h2 className="text-title">{words.title}</h2>
        <p className="mt-1 wrap-anywhere">{words.text}</p>
      </section>
    )
  );
}
