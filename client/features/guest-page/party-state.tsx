import { formatLongDate } from '../../../domain/dates/calendar-date.ts';
import type { InvitationPage } from '../../../domain/guests/invitation-page.ts';
import { isolated } from '../../../domain/text/text.ts';

type Shown = Extract<InvitationPage, { kind: 'invitation' }>;

function wordsOf({ view, isStatic }: Shown): { title: string; text: string } | null {
  const { state, answerUntil, host, guest } = view;
  const name = host.name ? isolated(host.name) : 'your host';
  if (state === 'cancelled') {
    const calendars = isStatic
      ? 'If it stands in your calendar, please strike it out there.'
      : 'A calendar that subscribes strikes it out by itself; in any other, please strike it out there.';
    return { title: 'This party is called off', text: `${calendars} Ask ${name} what happens instead.` };
  }
  if (state === 'past')
    return { title: 'This party is over', text: 'We hope that there was cake, and a nap after it.' };
  if (state === 'closed') {
    const until = answerUntil
      ? `Answers were welcome until ${formatLongDate(answerUntil)}.`
      : 'The time for answers is over.';
    const late =
      guest?.answer === 'no'
        ? `If something has changed, please tell ${name} yourself.`
        : `You can still say that you can't come. For anything else, please ask ${name}.`;
    return { title: 'The guest list is closed', text: `${until} ${late}` };
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
export function PartyState({ page }: { page: Shown }) {
  const words = wordsOf(page);
  return (
    words && (
      <section className="rounded-card bg-apricot px-6 py-5 text-on-apricot sm:px-8">
        <h2 className="text-title">{words.title}</h2>
        <p className="mt-1 wrap-anywhere">{words.text}</p>
      </section>
    )
  );
}
