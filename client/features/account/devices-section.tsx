import { useEffect, useState } from 'react';
import { accountMessages } from '../../copy/account-messages.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import type { Message } from '../../copy/messages.ts';
import { endOtherSessions, endSession, listSessions, type OwnSession } from '../../data/session/account.ts';
import { Button } from '../../ui/button.tsx';
import { showError, showSuccessInDialog } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { Fold } from './fold.tsx';

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });

function Device({ session, isBusy, onEnd }: { session: OwnSession; isBusy: boolean; onEnd: () => void }) {
  const { browser, isCurrent, signedInAt, lastUsedAt } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div>
        <p className="font-bold">
          {browser}{' '}
          {isCurrent && (
            <span className="ms-1 inline-block whitespace-nowrap rounded-pill bg-sky-wash px-2.5 py-0.5 text-sm">
              This device
            </span>
          )}
        </p>
        <p className="text-sm text-ink-soft">Signed in {moment.format(signedInAt)}</p>
        {!isCurrent && <p className="text-sm text-ink-soft">Last used {moment.format(lastUsedAt)}</p>}
      </div>
      {!isCurrent && (
        <Button look="secondary" disabled={isBusy} onClick={onEnd}>
          Sign Out<span className="sr-only"> this device: {browser}</span>
        </Button>
      )}
    </li>
  );
}

/** The owner's sessions, each with a button that ends it. */
function Devices() {
  const [sessions, setSessions] = useState<OwnSession[] | 'loading' | 'failed'>('loading');

  async function load() {
    setSessions('loading');
    await listSessions().then(setSessions, () => setSessions('failed'));
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the section is opened.
  useEffect(() => void load(), []);

  const [end, isBusy] = useSingleFlight(async (act: () => Promise<void>, remaining: OwnSession[], news: Message) => {
    try {
      await act();
      setSessions(remaining);
      showSuccessInDialog(news);
    } catch {
      showError(failureMessage(accountMessages.couldNotSignOutDevice));
    }
  });

  if (sessions === 'loading') return <p role="status">Looking around...</p>;
  if (sessions === 'failed') {
    return (
      <>
        <p className="mb-3">We could not check where you are signed in.</p>
        <Button look="secondary" onClick={() => void load()}>
          Try Again
        </Button>
      </>
    );
  }
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  return (
    <>
      <ul className="-mt-3 divide-y-2 divide-line">
        {sessions.map((session) => (
          <Device
            key={session.id}
            session={session}
            isBusy={isBusy}
            onEnd={() =>
              void end(
                () => endSession(session.id),
                sessions.filter(({ id }) => id !== session.id),
                accountMessages.deviceSignedOut(session.browser),
              )
            }
          />
        ))}
      </ul>
      {others.length > 0 && (
        <Button
          look="secondary"
          className="mt-3"
          disabled={isBusy}
          onClick={() =>
            void end(
              endOtherSessions,
              sessions.filter(({ isCurrent }) => isCurrent),
              accountMessages.othersSignedOut,
            )
          }
        >
          Sign Out Everywhere Else
        </Button>
      )}
    </>
  );
}

/** The devices of the account. */
export function DevicesSection() {
  return (
    <Fold title="Your Devices">
      <Devices />
    </Fold>
  );
}
