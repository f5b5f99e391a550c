import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { packMessages } from '../../copy/pack-messages.ts';
import { isOffline, isUnreachable, subscribeToNetwork } from '../../data/network.ts';
import type { Change } from '../../data/offline/changes.ts';
import { mayBeCleared } from '../../data/offline/database.ts';
import type { QueueState } from '../../data/offline/queue.ts';
import { outboxOf, shownQueue } from '../../data/offline/this-tab.ts';
import { Button } from '../../ui/button.tsx';
import { focusOrHeading } from '../../ui/focus.ts';
import { icon } from '../../ui/icon.tsx';
import { loadedPart } from '../../ui/loaded.tsx';
import { showQuestion } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { nameOfChange, questionAbout } from './change-words.ts';
import { CloudIcon } from './offline-note.tsx';

/** A cloud with an arrow into it: changes are on their way. */
const SendingIcon = icon(
  <path d="M8.2 16.1Q2.6 16.6 2.7 12.2Q2.9 9.2 6 9Q7.2 4.3 11.6 4.4Q15.8 4.6 16.7 8.5Q21.2 8.3 21.3 12.3Q21.1 16.4 15.9 16.1M12 20.6Q11.8 16.3 12.1 12.2M8.7 14.9Q10.9 13.5 12.1 11.6Q13.4 13.6 15.4 14.8" />,
);

const AlertIcon = icon(
  <path d="M12 2.9C17 2.8 21.2 6.9 21.1 12S17 21.2 11.9 21.1S2.8 17 2.9 12S7 3 12 2.9ZM12 7.4Q12.2 10.4 12 13.2M12 16.9Q11.9 16.7 12.1 16.8" />,
);

function changesText(count: number, isSending: boolean): string {
  const what = count === 1 ? '1 change' : `${count} changes`;
  if (isSending) return `Sending ${what}…`;
  return count === 1 ? `${what} waits to be sent.` : `${what} wait to be sent.`;
}

/** Whether the changes of an owner who stays away may be lost, asked once there are any. */
function useMayBeCleared(hasChanges: boolean): boolean {
  const [isShort, setIsShort] = useState(false);
  useEffect(() => {
    if (hasChanges) void mayBeCleared().then(setIsShort);
  }, [hasChanges]);
  return hasChanges && isShort;
}

function statusText(
  { changes, sendingId, isOnPageOnly, isFull, isStale }: QueueState,
  isAway: boolean,
  isShort: boolean,
): string {
  const waiting = changes.filter(({ problem }) => !problem).length;
  const network = isAway ? 'Offline' : "We can't reach Wagday right now";
  const reason = isFull ? 'This device is full' : "This browser can't store them right now";
  const shown = isStale || isAway ? `${network}: showing what we last saw.` : `${network}.`;
  return [
    ...(isStale || isAway || isUnreachable() ? [shown] : []),
    ...(waiting > 0 ? [changesText(waiting, sendingId !== null)] : []),
    ...(isShort && !sendingId && !isOnPageOnly ? ['Safe on this device for seven days without a visit.'] : []),
    ...(isOnPageOnly ? [`${reason}: please leave this page open.`] : []),
  ].join(' ');
}

/**
 * Shows a toast when changes begin to need a decision, until one of them needs none any more. Its button opens a single change, or leads to
 * the list of several.
 */
function useNewProblems(problems: readonly Change[], onOpen: (recordId: string) => void) {
  const list = useRef<HTMLUListElement>(null);
  /** How to take back the toast about each change. */
  const told = useRef<ReadonlyMap<string, () => void>>(new Map());
  const [closedDialogs, setClosedDialogs] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: after a dialog has closed, news that waited for it is shown.
  useEffect(() => {
    for (const [id, takeBack] of told.current) if (problems.every((problem) => problem.id !== id)) takeBack();
    const fresh = problems.filter(({ id }) => !told.current.has(id));
    const [first] = fresh;
    const dialog = first && document.querySelector('dialog:modal');
    if (dialog) {
      // The toast waits, so that it neither interrupts typing nor disappears with the dialog.
      const onClosed = () => setClosedDialogs((count) => count + 1);
      dialog.addEventListener('close', onClosed, { once: true });
      return () => dialog.removeEventListener('close', onClosed);
    }
    const only = fresh.length === 1 ? first : undefined;
    const message = only
      ? packMessages.needsDecision(questionAbout(only).headline)
      : packMessages.needDecisions(fresh.length);
    const run = () => (only ? onOpen(only.id) : list.current?.querySelector('button')?.focus());
    const takeBack = first ? showQuestion(message, { label: 'Review', run }) : () => undefined;
    told.current = new Map(problems.map(({ id }) => [id, told.current.get(id) ?? takeBack]));
  }, [problems, onOpen, closedDialogs]);

  return list;
}

/** The dialog of one decision, which most packs never have to make. */
const Decision = loadedPart(async () => (await import('./change-dialog.tsx')).ChangeDialog);

/** As far from the sides of the window as what is on the page. */
const pageWidthClasses = '[--side:--spacing(4)] sm:[--side:max(1.5rem,50%_-_var(--container-page)/2_+_1.5rem)]';

type PackStatusProps = {
  ownerId: string;
  openId: string | null;
  onOpen: (recordId: string) => void;
  onClose: () => void;
};

/** Shows the state of the network, the changes that wait, and the owner's decisions, of which that about the record `openId` is open. */
export function PackStatus({ ownerId, openId, onOpen, onClose }: PackStatusProps) {
  const queue = useSyncExternalStore(shownQueue.subscribe, shownQueue.read);
  const [tryAgain, isTrying] = useSingleFlight(async () => {
    await outboxOf(ownerId).sender?.sendNow();
    // Once the server answers, the pressed button disappears.
    if (!isUnreachable()) focusOrHeading();
  });
  const isAway = useSyncExternalStore(subscribeToNetwork, isOffline);
  const isSilent = useSyncExternalStore(subscribeToNetwork, isUnreachable);
  const problems = useMemo(() => queue.changes.filter(({ problem }) => problem), [queue.changes]);
  const list = useNewProblems(problems, onOpen);
  const isShort = useMayBeCleared(queue.changes.length > 0);
  const text = statusText(queue, isAway, isShort);
  const isQuiet = text === '' && problems.length === 0;
  const open = problems.find(({ id }) => id === openId);
  const StateIcon = isAway || isSilent || queue.isStale ? CloudIcon : SendingIcon;

  return (
    // It is a landmark only while it has content.
    <section {...(!isQuiet && { 'aria-label': 'Network' })} className={isQuiet ? 'sr-only' : pageWidthClasses}>
      <div
        className={
          text === ''
            ? 'sr-only'
            : 'flex flex-wrap items-center gap-x-3 gap-y-1 border-b-2 border-line bg-sky-wash px-(--side) py-1'
        }
      >
        {text && <StateIcon className="size-7 shrink-0" />}
        <p aria-live="polite" className="min-w-[min(12rem,100%)] flex-1 py-1.5 text-balance">
          {text}
        </p>
        {/* If there was no list to show, the page itself offers another try. */}
        {isSilent && (queue.isStale || queue.changes.length > 0) && (
          <Button variant="quiet" onClick={() => void tryAgain()}>
            {isTrying ? 'Trying…' : 'Try Again'}
          </Button>
        )}
      </div>
      {problems.length > 0 && (
        <ul
          ref={list}
          aria-label="Changes that need a word from you"
          className="mx-(--side) mt-5 divide-y-2 divide-edge rounded-field bg-apricot px-4 text-on-apricot"
        >
          {problems.map((change) => (
            <li key={change.id} className="flex items-center gap-3 py-2.5">
              <AlertIcon className="size-7 shrink-0" />
              <p className="min-w-0 flex-1 font-bold wrap-anywhere">{questionAbout(change).headline}</p>
              <Button variant="secondary" aria-haspopup="dialog" onClick={() => onOpen(change.id)}>
                Review<span className="sr-only"> {nameOfChange(change)}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {open && <Decision key={open.id} ownerId={ownerId} change={open} onClose={onClose} />}
    </section>
  );
}
