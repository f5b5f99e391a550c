import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import type { PictureInTime, ShareText } from '../../shared/share/use-sharing.ts';
import { NotLoaded, useLoaded } from '../../ui/loaded.tsx';
import { type GuestsOf, guestBookQuery } from './guest-book.ts';
import type { GuestBook } from './read-guest-book.ts';

async function loadParts() {
  const [layer, button, sending] = await Promise.all([
    import('./guest-parts.tsx'),
    import('./guests-button.tsx'),
    import('./send-invite.tsx'),
  ]);
  return { ...layer, ...button, ...sending };
}

const nobody: GuestBook = new Map();

/** Returns whether anything on the page has been pressed or scrolled while there was a network. */
function useIsTouched(): boolean {
  const [isTouched, setIsTouched] = useState(false);
  useEffect(() => {
    const gone = new AbortController();
    const note = () => {
      if (navigator.onLine) setIsTouched(true);
    };
    for (const kind of ['pointerdown', 'keydown', 'scroll'])
      window.addEventListener(kind, note, { signal: gone.signal });
    return () => gone.abort();
  }, []);
  return isTouched;
}

/**
 * Returns what the pack shows of its parties' guests. The page renders the layer above the pack and gives the rest to its parties.
 * Loads the guests with the first party. In a pack without one it waits for the first press: a called-off party may have guests, too.
 * @param onInvite opens the invitation of a party that has none yet
 */
export function useGuests(
  ownerId: string,
  parties: readonly Party[],
  dogs: readonly Dog[] | undefined,
  today: CalendarDate,
  onInvite: (of: { dog: Dog; party: Party }) => void,
) {
  const client = useQueryClient();
  const isTouched = useIsTouched();
  const { data, isError } = useQuery({
    ...guestBookQuery(ownerId),
    enabled: dogs !== undefined && (parties.length > 0 || isTouched),
  });
  const book = data ?? nobody;
  const isKnown = data !== undefined;
  const { part: parts, hasFailed, retry } = useLoaded(loadParts, parties.length > 0 || book.size > 0);
  const [open, setOpen] = useState<GuestsOf | null>(null);

  // These keep their identity until the guests change, so that memoized parts are not rendered again.
  const tellingOf = useCallback(({ id }: Party) => book.get(id)?.telling ?? '', [book]);
  const renderGuests = useCallback(
    (dog: Dog, party: Party) =>
      parts && (isKnown || isError) ? (
        <parts.GuestsButton
          party={party}
          today={today}
          guests={book.get(party.id)}
          onOpen={() => (book.has(party.id) || !isKnown ? setOpen : onInvite)({ dog, party })}
        />
      ) : (
        // As high as the button, so that nothing below moves when it arrives.
        party.celebrationDate >= today && <div className="my-1 h-11" />
      ),
    [parts, book, isKnown, isError, today, onInvite],
  );

  const calledOff = useMemo(
    () => parts && <parts.CalledOffParties book={book} parties={parties} dogs={dogs} onOpen={setOpen} />,
    [parts, book, parties, dogs],
  );

  const readAgain = useCallback(() => client.invalidateQueries(guestBookQuery(ownerId)), [client, ownerId]);

  /** Returns how the guests of these parties are notified if they are called off, as far as known; empty if nobody is. */
  const askWhoIsTold = useCallback(
    async (of: readonly Party[]) => {
      if (of.length === 0) return '';
      const known = await client.ensureQueryData(guestBookQuery(ownerId)).catch(() => nobody);
      const tellings = of.map(({ id, title }) => ({ title, telling: known.get(id)?.telling ?? '' }));
      const told = tellings.filter(({ telling }) => telling !== '');
      return told.map(({ title, telling }) => (of.length === 1 ? telling : `${title}: ${telling}`)).join(' ');
    },
    [client, ownerId],
  );

  return {
    /** How many answers the host has not seen yet. */
    newCount: parties.reduce((count, { id }) => count + (book.get(id)?.newCount ?? 0), 0),
    renderGuests,
    tellingOf,
    askWhoIsTold,
    readAgain,
    inviting: {
      tellingOf,
      descriptionHintOf: ({ id }: Party) => book.get(id)?.ofDescription,
      /** Whether invitations leave out the place of a party. Until its settings are known they do, unless it was just planned. */
      isPlaceHidden: ({ id }: Party, isNew: boolean) => book.get(id)?.isPlaceHidden ?? (data === undefined && !isNew),
      renderSending(sending: {
        party: Party;
        words: ShareText;
        isPlaceHidden: boolean;
        picture: PictureInTime;
        onSettings: () => void;
      }) {
        if (parts) return <parts.SendInvite ownerId={ownerId} hasPlaces {...sending} />;
        return hasFailed ? <NotLoaded onRetry={retry} /> : <p role="status">Writing the envelopes...</p>;
      },
      renderSettings({ id, celebrationDate }: Party, onDone: () => void) {
        const invitation = book.get(id)?.invitation;
        const settings = { ownerId, invitation, partyDate: celebrationDate, onDone };
        return parts && invitation && <parts.InvitationSettings {...settings} invitation={invitation} />;
      },
    },
    layer: parts && <parts.GuestLayer {...{ ownerId, book, parties, dogs, today, open }} onOpen={setOpen} />,
    calledOff,
  };
}
