import { useQuery } from '@tanstack/react-query';
import { countOf } from '../../../domain/guests/guest-list.ts';
import type { Party } from '../../data/records/parties.ts';
import { guestBookQuery } from './guest-book.ts';

/** Says what happens to the guests of these planned parties when the account is deleted. Renders nothing if there are none. */
export function GuestsOfAccount({ ownerId, parties }: { ownerId: string; parties: readonly Party[] }) {
  const { data: book } = useQuery({ ...guestBookQuery(ownerId), enabled: parties.length > 0 });
  const invited = parties.flatMap(({ id }) => book?.get(id) ?? []);
  const told = invited.reduce((count, { guests }) => count + guests.filter(({ answer }) => answer !== 'no').length, 0);
  const toTell = invited.reduce((count, { toTell }) => count + toTell.length, 0);
  if (told === 0) return null;
  return (
    <p className="mb-4 rounded-field bg-apricot-wash px-4 py-3">
      {countOf(told, 'guest has', 'guests have')} answered to your planned parties, which are called off then.{' '}
      {toTell < told && `We mail ${toTell === 0 ? (told === 1 ? 'them' : 'all of them') : told - toTell}. `}
      {toTell > 0 &&
        `${toTell === told ? (told === 1 ? 'This one hears' : 'They hear') : `${toTell} ${toTell === 1 ? 'hears' : 'hear'}`} it only from you: please tell them first.`}
    </p>
  );
}
