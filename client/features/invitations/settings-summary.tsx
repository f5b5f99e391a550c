import { useId } from 'react';
import { formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { countOf } from '../../../domain/guests/guest-list.ts';
import type { InvitationSettings } from '../../../domain/guests/invitation-settings.ts';
import { Button } from '../../ui/button.tsx';

function settingTexts({ placeFor, guestList, mostPeople, answerUntil, message, bringList }: InvitationSettings) {
  return [
    placeFor === 'all'
      ? 'Everybody with the link sees the place.'
      : 'Only guests who say yes see the place. The description is for all.',
    guestList === 'names' ? 'Guests see who comes.' : 'Guests see how many come, and no names.',
    mostPeople === null ? 'As many may come as like.' : `${countOf(mostPeople, 'person', 'people')} may come.`,
    answerUntil ? `Answers until ${formatLongDate(answerUntil)}.` : 'Answers until the party.',
    ...(message ? [`“${message}”`] : []),
    ...(bringList.length > 0 ? [`To bring: ${bringList.join(', ')}.`] : []),
  ];
}

/** How an invitation is set, with the way to its settings. */
export function SettingsSummary({ invitation, onChange }: { invitation: InvitationSettings; onChange: () => void }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="grid grid-cols-1 gap-2 px-4 sm:px-5">
      <h3 id={headingId}>Settings</h3>
      <ul className="grid gap-1 text-sm wrap-anywhere text-ink-soft">
        {settingTexts(invitation).map((text) => (
          <li key={text} className="line-clamp-4">
            {text}
          </li>
        ))}
      </ul>
      <Button look="secondary" className="justify-self-start" data-opens="settings" onClick={onChange}>
        Change Settings
      </Button>
    </section>
  );
}
