import { openQueue } from '../data/offline/sender.ts';
import { outboxOf } from '../data/offline/this-tab.ts';

/**
 * Opens an owner's queue, and waits for the attempt with which that begins. The browser may be slow to grant its lock, and the attempt
 * would then send what the test has queued meanwhile.
 * @returns closes the queue
 */
export async function openQuietQueue(ownerId: string): Promise<() => void> {
  const close = openQueue(outboxOf(ownerId));
  await outboxOf(ownerId).sender?.sendNow();
  return close;
}
