import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { isReachable, subscribeToNetwork } from '../../data/network.ts';
import type { Party } from '../../data/records/parties.ts';
import { SharePanel } from '../../shared/share/share-panel.tsx';
import type { PictureInTime, Prepare, ShareText } from '../../shared/share/use-sharing.ts';
import { useToday } from '../../shared/use-today.ts';
import { linkClasses } from '../../ui/button.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { guestBookQuery } from './guest-book.ts';
import { useMakeLink, useReadAgain } from './use-links.ts';

/**
 * Sends an invitation: one press makes its link, if there is none, and shares picture, words and link. What is sent follows what the
 * backend says once this is open, because another device may have ended the link or hidden the place.
 */
export function SendInvite({
  ownerId,
  party,
  words,
  isPlaceHidden,
  picture,
  hasPlaces,
  onSettings,
}: {
  ownerId: string;
  party: Party;
  /** The words without an address. */
  words: ShareText;
  /** Whether words and picture leave the place out. */
  isPlaceHidden: boolean;
  picture: PictureInTime;
  /** Whether to offer the places to share by name. */
  hasPlaces: boolean;
  /** Opens the settings of the invitation, which exists by then; null if they are in sight. */
  onSettings: (() => void) | null;
}) {
  const client = useQueryClient();
  const query = guestBookQuery(ownerId);
  const { data: book } = useQuery(query);
  const readAgain = useReadAgain(ownerId);
  const make = useMakeLink(party.id);
  const isAway = !useSyncExternalStore(subscribeToNetwork, isReachable);
  const isPast = party.celebrationDate < useToday();
  /** Whether the guest book comes from the backend, not from what this device has last seen. */
  const checking = useRef(Promise.resolve(false));
  const [isChecked, setIsChecked] = useState(false);
  const seen = () => client.getQueryData(query.queryKey)?.get(party.id);

  // biome-ignore lint/correctness/useExhaustiveDependencies: when this opens, and when the network comes back.
  useEffect(() => {
    checking.current = readAgain().then(isReachable);
    void checking.current.then(() => setIsChecked(true));
  }, [isAway]);

  const prepare: Prepare = async () => {
    const isCurrent = (await checking.current) && isReachable();
    let url = isCurrent ? (seen()?.link ?? null) : null;
    // A past party invites nobody.
    if (url === null && !isPast) {
      url = await make();
      if (url === null) return null;
      const reading = readAgain();
      if (!isCurrent) await reading;
    }
    // Without any news of the settings, the known one stays.
    const isHiddenNow = client.getQueryData(query.queryKey) ? (seen()?.isPlaceHidden ?? false) : isPlaceHidden;
    return isHiddenNow === isPlaceHidden ? { ...words, url } : 'once more';
  };

  const [change] = useSingleFlight(async () => {
    if (!seen() && (await make()) === null) return;
    await readAgain();
    onSettings?.();
  });

  const link = isChecked && !isAway ? (book?.get(party.id)?.link ?? null) : null;
  return (
    <div className="grid grid-cols-1 gap-4">
      <SharePanel
        label={isPast ? 'Share' : 'Send Invite'}
        words={{ ...words, url: link }}
        picture={picture}
        prepare={prepare}
        places={!hasPlaces ? 'none' : isChecked ? 'shown' : 'awaited'}
      />
      <p role="status" className="rounded-field bg-sky-wash px-4 py-3 empty:hidden">
        {isAway && !isPast && 'No network right now. Your party is safe, and the invite can go out once you are back.'}
      </p>
      {onSettings && !isPast && (
        <p className="text-sm text-ink-soft">
          Anyone with the link can RSVP.{isPlaceHidden && ' Only those who say yes see the place.'}{' '}
          <button type="button" className={linkClasses} data-opens="settings" onClick={() => void change()}>
            Change<span className="sr-only"> who sees what</span>
          </button>
        </p>
      )}
    </div>
  );
}
