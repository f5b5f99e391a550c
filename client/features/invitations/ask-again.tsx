import { useQuery } from '@tanstack/react-query';
import { guestsToAskAgain } from '../../../domain/guests/guests-to-ask-again.ts';
import { countOf, dogsText } from '../../../domain/guests/listed-guests.ts';
import { isolated } from '../../../domain/text/text.ts';
import { type Party, parties } from '../../data/records/parties.ts';
import { recordsQuery } from '../../data/use-records.tsx';
import { usePartiesByTime } from '../../shared/party-moments.ts';
import { type ShareText, wholeText } from '../../shared/share/use-sharing.ts';
import { buttonClasses } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { guestBookQuery } from './guest-book.ts';

/** The longest address that Windows hands to a mail program, in characters. */
const longestMailAddress = 2000;

/** Returns an address that opens a mail to these guests, none of whom sees the others; null without any, or if they are too many. */
function mailAddress(emails: readonly string[], words: ShareText): string | null {
  const to = emails.map((email) => encodeURIComponent(email).replace('%40', '@')).join();
  const body = encodeURIComponent(wholeText(words).replaceAll('\n', '\r\n'));
  const address = `mailto:?bcc=${to}&subject=${encodeURIComponent(words.title)}&body=${body}`;
  return to === '' || address.length > longestMailAddress ? null : address;
}

type AskAgainProps = {
  ownerId: string;
  party: Party;
  again: Party | undefined;
  /** What a mail says. Without a link nobody is written to. */
  words: ShareText;
  onOpen: () => void;
};

/**
 * The guests of the dog's previous party, to ask them again: those who have not answered this time, as long as that party keeps its guests.
 * Nothing of them is copied, and only the host's own mail program writes to them.
 */
export function AskAgain({ ownerId, party, again, words, onOpen }: AskAgainProps) {
  const { data: book } = useQuery(guestBookQuery(ownerId));
  // A page of a party has them.
  const { data: all = [] } = useQuery({ ...recordsQuery(ownerId, parties), enabled: false });
  const { past } = usePartiesByTime(all);
  const guestsOf = (of: Party) => book?.get(of.id)?.guests ?? [];
  const former = [...(again ? [again] : []), ...past].find(
    (other) => other.dogId === party.dogId && other.id !== party.id && guestsOf(other).length > 0,
  );
  const guests = former ? guestsToAskAgain(guestsOf(former), guestsOf(party)) : [];
  if (!former || guests.length === 0) return null;
  const addresses = guests.flatMap(({ email }) => (email ? [[email.toLowerCase(), email] as const] : []));
  const emails = [...new Map(addresses).values()];
  const mail = words.url === null ? null : mailAddress(emails, words);
  return (
    <Disclosure
      title={`Ask again: ${countOf(guests.length, 'guest', 'guests')} from last time`}
      className="rounded-card bg-card px-5 shadow-card lg:row-start-11"
    >
      <div className="grid grid-cols-1 gap-3 pb-5">
        <p className="text-sm wrap-anywhere text-ink-soft">
          {`From ${isolated(former.title)}. Who answers leaves this list.`}
        </p>
        <ul className="wrap-anywhere">
          {guests.map(({ id, name, dogs }) => (
            <li key={id} className="py-0.5">
              <strong>{isolated(name)}</strong>
              {dogs.length > 0 && <span className="text-ink-soft"> · {isolated(dogsText(dogs))}</span>}
            </li>
          ))}
        </ul>
        {mail && (
          <>
            <a href={mail} className={`${buttonClasses('secondary')} justify-self-start`} onClick={onOpen}>
              {emails.length === guests.length ? 'Email Them' : `Email ${emails.length} of Them`}
            </a>
            <p className="text-sm text-ink-soft">Your own mail app opens. Nobody sees who else is asked.</p>
          </>
        )}
      </div>
    </Disclosure>
  );
}
