import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { isReachable } from '../../backend/network.ts';
import { sweepPhotos } from '../../backend/photos.ts';
import { currentOutbox, subscribeToOutbox } from '../../backend/sync/queue.ts';
import { keptUploads } from './dog-drafts.ts';
import { dogsQuery } from './dogs.ts';

/**
 * Deletes photos that closed tabs left behind, once for each load of the pack: those of forms that were never saved, and of
 * deleted dogs. It shows nothing, and the next visit retries after a failure.
 */
export function PhotoSweep({ ownerId }: { ownerId: string }) {
  const { data: dogs, isFetching } = useQuery(dogsQuery(ownerId));
  const { changes, isStale } = useSyncExternalStore(subscribeToOutbox, currentOutbox);
  // A stale list, or one with unsent changes, does not tell which photos the saved dogs show.
  const isKnown = !isFetching && !isStale && changes.length === 0;
  const sweep = useRef<AbortController>(null);

  useEffect(() => {
    if (!dogs || !isKnown || !isReachable() || sweep.current) return;
    sweep.current = new AbortController();
    const photos = dogs.map(({ photoUrl }) => photoUrl).filter((url) => url !== null);
    void sweepPhotos(ownerId, [...photos, ...keptUploads(ownerId)], sweep.current.signal).catch(() => undefined);
  }, [ownerId, dogs, isKnown]);

  // An owner who signs out leaves before the session ends. After that the backend would refuse the request.
  useEffect(
    () => () => {
      sweep.current?.abort();
      sweep.current = null;
    },
    [],
  );

  return null;
}
