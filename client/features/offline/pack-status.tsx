import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { forgetOtherOwners } from '../../backend/offline/forget.ts';
import { isOffline, subscribeToNetwork } from '../../backend/offline/network.ts';
import { currentOutbox, type Outbox, subscribeToOutbox } from '../../backend/offline/outbox.ts';
import { openOutbox } from '../../backend/offline/send.ts';
import { keepPackPages } from '../../backend/offline/worker.ts';
import { messages } from '../../copy/messages.ts';
import { Button } from '../../ui/button.tsx';
import { showError } from '../../ui/toaster.tsx';
import { ChangeProblem } from './change-problem.tsx';
import { CloudIcon } from './icons.tsx';

function changesText(count: number, isSending: boolean): string {
  const what = count === 1 ? '1 change' : `${count} changes`;
  if (isSending) return `Sending ${what}…`;
  return count === 1 ? `${what} waits to be sent.` : `${what} wait to be sent.`;
}

function statusText({ changes, sendingId, isStale }: Outbox, isOnline: boolean): string {
  const waiting = changes.filter(({ problem }) => !problem).length;
  const age = isOnline
    ? 'We cannot reach Wagday just now: showing what we last saw.'
    : 'Offline: showing what we last saw.';
  return [
    ...(isStale || !isOnline ? [age] : []),
    ...(waiting > 0 ? [changesText(waiting, sendingId !== null)] : []),
  ].join(' ');
}

/** Follows the owner's outbox, and puts the lists together anew when it says so. */
function useOutbox(ownerId: string): Outbox {
  const client = useQueryClient();
  const outbox = useSyncExternalStore(subscribeToOutbox, currentOutbox);

  useEffect(() => openOutbox(ownerId), [ownerId]);

  useEffect(() => {
    void forgetOtherOwners(ownerId);
    keepPackPages();
  }, [ownerId]);

  useEffect(() => {
    if (outbox.version > 0) void client.invalidateQueries();
  }, [client, outbox.version]);

  return outbox;
}

/** What was seen last is shown, and yet the owner has to know that it could not be loaded: once, and at each try of theirs. */
function useFailedLoad({ unreachable }: Outbox) {
  const client = useQueryClient();
  const isUnreachable = unreachable.includes('dogs');

  useEffect(() => {
    if (isUnreachable) showError(messages.couldNotLoadDogs);
  }, [isUnreachable]);

  return async () => {
    await client.invalidateQueries();
    if (isUnreachable && currentOutbox().unreachable.includes('dogs')) showError(messages.couldNotLoadDogs);
  };
}

/** Says how things stand with the network: what is shown, what waits to be sent, and what needs a word of the owner. */
export function PackStatus({ ownerId }: { ownerId: string }) {
  const outbox = useOutbox(ownerId);
  const tryAgain = useFailedLoad(outbox);
  const isOnline = !useSyncExternalStore(subscribeToNetwork, isOffline);
  const text = statusText(outbox, isOnline);
  const problems = outbox.changes.filter(({ problem }) => problem);
  const isQuiet = text === '' && problems.length === 0;

  return (
    // A landmark only while there is something in it.
    <section
      {...(!isQuiet && { 'aria-label': 'Network' })}
      className={isQuiet ? 'sr-only' : 'mx-auto w-full max-w-page px-4 pt-6 sm:px-6'}
    >
      <div className="rounded-field bg-sky-wash px-4 py-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {text && <CloudIcon className="size-7 shrink-0" />}
          <p aria-live="polite" className="min-w-48 flex-1 py-1.5">
            {text}
          </p>
          {outbox.isStale && isOnline && (
            <Button look="quiet on a wash" onClick={() => void tryAgain()}>
              Try Again
            </Button>
          )}
        </div>
        {problems.length > 0 && (
          <ul aria-label="Changes that need a word from you" className="divide-y-2 divide-line">
            {problems.map((change) => (
              <ChangeProblem key={change.id} ownerId={ownerId} change={change} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
