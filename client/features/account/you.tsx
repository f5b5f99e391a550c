import { type ReactNode, useEffect, useId, useState } from 'react';
import { accountMessages } from '../../copy/account-messages.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import type { Message } from '../../copy/messages.ts';
import {
  endOtherSessions,
  endSession,
  exportAccount,
  listSessions,
  type OwnSession,
} from '../../data/session/account.ts';
import type { Owner } from '../../data/session/session.ts';
import { useToday } from '../../shared/use-today.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Summary } from '../../ui/disclosure.tsx';
import { loadedPart, NotLoaded } from '../../ui/loaded.tsx';
import { saveFile } from '../../ui/share.ts';
import { showError, showSuccess } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { DeleteForm, EmailForm, NameForm, PasswordForm } from './account-forms.tsx';

const Calendars = loadedPart(
  async () => (await import('./calendars-panel.tsx')).CalendarsPanel,
  <p role="status">Leafing through the calendars...</p>,
);

/**
 * One collapsible part of "You". Opening another part closes it and keeps what was typed. Only the dangerous part forgets
 * that, with its password, so that deletion is never one press away.
 */
function Fold({
  title,
  value,
  isDanger = false,
  isInitiallyOpen = false,
  children,
}: {
  title: string;
  /** What is set now, to be read without opening the part. */
  value?: string | null;
  isDanger?: boolean;
  isInitiallyOpen?: boolean;
  children: ReactNode;
}) {
  const headingId = useId();
  const [isOpen, setIsOpen] = useState(isInitiallyOpen);
  const [wasOpened, setWasOpened] = useState(isInitiallyOpen);
  return (
    <details
      name="account"
      open={isOpen}
      className="group/fold"
      onToggle={({ currentTarget }) => {
        setIsOpen(currentTarget.open);
        if (!currentTarget.open) return;
        setWasOpened(true);
        // If the part that closed was above, this one has moved.
        currentTarget.scrollIntoView({ block: 'nearest' });
      }}
    >
      <Summary>
        <h3 id={headingId} className={classNames('text-title', isDanger && 'text-danger')}>
          {title}
        </h3>
        {value && (
          <span className="ms-auto text-end font-sans text-sm font-normal wrap-anywhere text-ink-soft">{value}</span>
        )}
      </Summary>
      {(isDanger ? isOpen : wasOpened) && (
        <section aria-labelledby={headingId} className="max-w-dialog pt-1 pb-6">
          {children}
        </section>
      )}
    </details>
  );
}

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
        <Button variant="secondary" disabled={isBusy} onClick={onEnd}>
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
      showSuccess(news);
    } catch {
      showError(failureMessage(accountMessages.couldNotSignOutDevice));
    }
  });

  if (sessions === 'loading') return <p role="status">Looking around...</p>;
  if (sessions === 'failed')
    return <NotLoaded text="We could not check where you are signed in." onRetry={() => void load()} />;
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
          variant="secondary"
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

/** Gives the owner everything that is saved, in one file. */
function Export({ owner }: { owner: Owner }) {
  const today = useToday();

  const [exportAll, isBusy] = useSingleFlight(async () => {
    try {
      saveFile(new File([await exportAccount(owner, today)], `wagday-${today}.zip`, { type: 'application/zip' }));
      showSuccess(accountMessages.exported);
    } catch {
      showError(failureMessage(accountMessages.couldNotExport));
    }
  });

  return (
    <>
      <p className="mb-4 text-ink-soft">Your dogs, their parties and their photos, in one ZIP file.</p>
      <Button variant="secondary" disabled={isBusy} onClick={() => void exportAll()}>
        {isBusy ? 'Packing it all up...' : 'Export Everything'}
      </Button>
    </>
  );
}

/** A group of folded parts under one heading, which a wide window has beside them. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className="mt-6 lg:mt-8 lg:grid lg:grid-cols-[14rem_minmax(0,40rem)] lg:gap-x-12"
    >
      <h2 id={headingId} className="mb-1 font-sans text-sm font-bold text-ink-soft lg:pt-4 lg:text-base">
        {title}
      </h2>
      <div className="grid divide-y-2 divide-line border-y-2 border-line">{children}</div>
    </section>
  );
}

/** "You": the owner's name, reminders, calendars, sign-in and data. */
export function You({
  owner,
  section,
  reminders,
  lossOfGuests = null,
}: {
  owner: Owner;
  /** The part that the address names, which is open at first. */
  section: string | null;
  /** The reminder settings, which another feature shows. */
  reminders: ReactNode;
  /** What happens to the guests of planned parties when the account is deleted. */
  lossOfGuests?: ReactNode;
}) {
  return (
    <main className="mx-auto w-full max-w-page grow px-4 pt-5 pb-8 sm:px-6 sm:pt-8">
      <title>You on Wagday</title>
      <h1 tabIndex={-1}>You</h1>
      <Group title="Basics">
        <Fold title="Name" value={owner.name} isInitiallyOpen={section === 'name'}>
          <NameForm owner={owner} />
        </Fold>
        <Fold title="Reminders" isInitiallyOpen={section === 'reminders'}>
          {reminders}
        </Fold>
        <Fold title="Calendars" isInitiallyOpen={section === 'calendars'}>
          <Calendars owner={owner} />
        </Fold>
      </Group>
      <Group title="Security">
        <Fold title="Email" value={owner.email}>
          <EmailForm owner={owner} />
        </Fold>
        <Fold title="Password">
          <PasswordForm email={owner.email} />
        </Fold>
        <Fold title="Your Devices">
          <Devices />
        </Fold>
      </Group>
      <Group title="Your Data">
        <Fold title="Export">
          <Export owner={owner} />
        </Fold>
        <Fold title="Delete Your Account" isDanger>
          <p className="mb-4 text-ink-soft">
            Your dogs, their parties and their photos go with it. Nobody can bring them back.
          </p>
          {lossOfGuests}
          <DeleteForm owner={owner} />
        </Fold>
      </Group>
    </main>
  );
}
