import { formatLongDate } from '../../../domain/dates/calendar-date.ts';
import { partiesByTime } from '../../../domain/parties/invitation.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import type { PartiesProps } from './shelf.tsx';

/** The parties that a dog in memory has had, for its card. What was planned for later is not shown. */
export function RememberedParties({
  dog,
  parties,
  today,
}: Pick<PartiesProps, 'today'> & { dog: Dog; parties: Party[] }) {
  const { past } = partiesByTime(parties, today);
  if (past.length === 0) return null;
  return (
    <Disclosure
      title={past.length === 1 ? '1 party' : `${past.length} parties`}
      className="text-sm [&>summary]:text-ink"
    >
      <ul aria-label={`Parties of ${dog.name}`} className="grid gap-1.5 pb-1">
        {past.map(({ id, title, celebrationDate }) => (
          <li key={id} className="wrap-anywhere">
            {title}
            <span className="block text-ink-soft">{formatLongDate(celebrationDate)}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
