import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { packCelebrations } from '../../../domain/dogs/pack-order.ts';
import { countOf } from '../../../domain/guests/listed-guests.ts';
import { CalendarLeaf } from '../../art/calendar-leaf.tsx';
import { CastDog } from '../../art/cast-dog.tsx';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { accountMessages, reminderDayTexts } from '../../copy/account-messages.ts';
import type { Message } from '../../copy/messages.ts';
import { calendars } from '../../data/records/calendars.ts';
import type { Dog } from '../../data/records/dogs.ts';
import { reminders as allReminders, type Reminders } from '../../data/records/reminders.ts';
import {
  endOtherSessions,
  endSession,
  exportAccount,
  listSessions,
  type OwnSession,
} from '../../data/session/account.ts';
import type { Owner } from '../../data/session/session.ts';
import { recordsQuery } from '../../data/use-records.tsx';
import { useAttempt } from '../../shared/use-attempt.ts';
import { useToday } from '../../shared/use-today.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Chevron } from '../../ui/disclosure.tsx';
import { loadedPart, NotLoaded } from '../../ui/loaded.tsx';
import { saveFile } from '../../ui/share.ts';
import { showSuccess } from '../../ui/toaster.tsx';
import { isWide } from '../../ui/use-is-wide.ts';
import { DeleteForm, EmailForm, NameForm, PasswordForm } from './account-forms.tsx';
import './you.css';

const Calendars = loadedPart(
  async () => (await import('./calendars-panel.tsx')).CalendarsPanel,
  <p role="status">Leafing through the calendars...</p>,
);

type FoldProps = {
  title: string;
  /** What is set now, to be read without opening the part. */
  state: ReactNode;
  isDanger?: boolean;
  isInitiallyOpen?: boolean;
  /** Whether the address names this part, which opens it. */
  isNamed?: boolean;
  /** Fills what is left below it in a wide window. */
  picture?: ReactNode;
  children: ReactNode;
};

/**
 * One part of "You", folded below its row, or in a wide window beside the rows. Opening another part closes it and keeps what was typed.
 * Only the dangerous part forgets that, with its password, so that deletion is never one press away.
 */
function Fold({ title, state, isDanger, isInitiallyOpen, isNamed = false, picture, children }: FoldProps) {
  const headingId = useId();
  /** Null before it is opened for the first time. */
  const [isOpen, setIsOpen] = useState<boolean | null>(isInitiallyOpen || isNamed || null);
  const [wasNamed, setWasNamed] = useState(isNamed);
  if (isNamed !== wasNamed) {
    setWasNamed(isNamed);
    if (isNamed) setIsOpen(true);
  }
  return (
    <details
      name="account"
      open={isOpen ?? false}
      className="group/fold max-sm:scroll-mb-20 md:contents md:details-content:col-start-2 md:details-content:row-[1/-1] md:not-open:details-content:self-start"
      onToggle={({ currentTarget }) => {
        flushSync(() => setIsOpen(currentTarget.open));
        // If the part that closed was above, this one has moved.
        if (currentTarget.open) currentTarget.scrollIntoView({ block: 'nearest' });
      }}
    >
      {/* biome-ignore lint/a11y: the platform turns its keys into clicks. */}
      <summary
        className="flex min-h-17 md:min-h-15 items-center justify-between gap-3 rounded-field px-5 py-2 marker:content-none md:col-start-1 md:mx-4 md:px-4 md:hover:bg-apricot-wash md:group-open/fold:bg-apricot-wash [&::-webkit-details-marker]:hidden"
        onClick={(event) => {
          // The open part is beside the list of all: one is always open.
          if (isOpen && isWide()) event.preventDefault();
        }}
      >
        <span className="min-w-0">
          <h3 id={headingId} className={classNames('text-base', isDanger && 'text-danger')}>
            {title}
          </h3>
          <span className="block text-sm wrap-anywhere text-ink-soft">{state}</span>
        </span>
        <Chevron className="size-5 shrink-0 text-ink-soft transition duration-easy ease-spring group-open/fold:rotate-180 md:-rotate-90 md:group-open/fold:-rotate-90" />
      </summary>
      {(isDanger ? isOpen : isOpen !== null) && (
        <section
          aria-labelledby={headingId}
          className="px-5 pt-1 pb-6 md:flex md:h-full md:flex-col md:overflow-clip md:rounded-card md:bg-card md:p-8 md:shadow-card"
        >
          <p aria-hidden="true" className="mb-4 font-display text-heading font-bold max-md:hidden">
            {title}
          </p>
          <div>{children}</div>
          {picture}
        </section>
      )}
    </details>
  );
}

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });

function Device({ session, isBusy, onEnd }: { session: OwnSession; isBusy: boolean; onEnd: () => void }) {
  const { browser, isCurrent, signedInAt, lastUsedAt } = session;
  return (
    <li className="flex items-center justify-between gap-4 py-3">
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
        <BusyButton variant="secondary" className="shrink-0" isBusy={isBusy} onClick={onEnd}>
          Sign Out<span className="sr-only"> this device: {browser}</span>
        </BusyButton>
      )}
    </li>
  );
}

function sessionsQuery({ id }: Owner) {
  return { queryKey: ['sessions', id], queryFn: listSessions, retry: false, meta: { isReloadedAfterSync: false } };
}

/** Returns the settings of reminders in a few words, such as "On the day, by email". */
function remindersText({ byMail, byPush, daysBefore }: Reminders): string {
  if (!byMail && !byPush) return 'Off';
  const days = daysBefore.map((day, index) =>
    index === 0 ? reminderDayTexts[day] : reminderDayTexts[day].toLowerCase(),
  );
  return [...days, ...(byMail ? ['by email'] : []), ...(byPush ? ['by notification'] : [])].join(', ');
}

function Devices({ owner }: { owner: Owner }) {
  const { data: sessions, isFetching, refetch } = useQuery(sessionsQuery(owner));
  const client = useQueryClient();

  const [end, isBusy] = useAttempt(async (act: () => Promise<void>, ended: OwnSession[], news: Message) => {
    await act();
    client.setQueryData(
      sessionsQuery(owner).queryKey,
      sessions?.filter((session) => !ended.includes(session)),
    );
    // A session that is about to set a new password goes on.
    void refetch();
    showSuccess(news);
  }, accountMessages.couldNotSignOutDevice);

  if (!sessions) {
    if (isFetching) return <p role="status">Looking around...</p>;
    return <NotLoaded text="We could not check where you are signed in." onRetry={() => void refetch()} />;
  }
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  return (
    <>
      <ul className="-my-3 divide-y-2 divide-line">
        {sessions.map((session) => (
          <Device
            key={session.id}
            session={session}
            isBusy={isBusy}
            onEnd={() =>
              void end(() => endSession(session.id), [session], accountMessages.deviceSignedOut(session.browser))
            }
          />
        ))}
      </ul>
      {others.length > 0 && (
        <BusyButton
          variant="secondary"
          className="mt-6"
          isBusy={isBusy}
          onClick={() => void end(endOtherSessions, others, accountMessages.othersSignedOut)}
        >
          Sign Out Everywhere Else
        </BusyButton>
      )}
    </>
  );
}

function Export({ owner }: { owner: Owner }) {
  const today = useToday();

  const [exportAll, isBusy] = useAttempt(async () => {
    saveFile(new File([await exportAccount(owner, today)], `wagday-${today}.zip`, { type: 'application/zip' }));
    showSuccess(accountMessages.exported);
  }, accountMessages.couldNotExport);

  return (
    <>
      <p className="mb-4 text-ink-soft">Your dogs, their parties and their photos, in one ZIP file.</p>
      <BusyButton variant="secondary" isBusy={isBusy} busyText="Packing it all up..." onClick={() => void exportAll()}>
        Export Everything
      </BusyButton>
    </>
  );
}

/** The dog that celebrates next after today, and the day. Decorative. */
function NextToCelebrate({ dogs }: { dogs: readonly Dog[] }) {
  const today = useToday();
  const next = packCelebrations(dogs, today).find(({ date }) => date > today);
  if (!next) return null;
  return (
    <div className="relative -mx-8 mt-8 -mb-8 min-h-72 grow max-md:hidden" aria-hidden="true">
      <DogPhoto dog={next.dog} loading="lazy" className="absolute inset-0 size-full" />
      <span className="absolute end-8 bottom-8 origin-bottom-right rotate-3 scale-150">
        <CalendarLeaf date={next.date} />
      </span>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="mt-6 max-md:max-w-reading md:contents">
      <h2 id={headingId} className="mb-2 px-5 font-sans text-sm text-ink-soft md:col-start-1 md:px-8 md:pt-6">
        {title}
      </h2>
      <div className="divide-y-2 divide-line rounded-card bg-card shadow-card md:contents">{children}</div>
    </section>
  );
}

type YouProps = {
  owner: Owner;
  /** The part that the address names, which opens. */
  section: string | null;
  dogs?: readonly Dog[] | undefined;
  reminders: ReactNode;
  lossOfGuests?: ReactNode;
};

export function You({ owner, section, dogs = [], reminders, lossOfGuests = null }: YouProps) {
  const { data: set } = useQuery(recordsQuery(owner.id, allReminders));
  const { data: listed } = useQuery(recordsQuery(owner.id, calendars));
  const { data: sessions } = useQuery(sessionsQuery(owner));
  const picture = <NextToCelebrate dogs={dogs} />;
  return (
    <main className="mx-auto w-full max-w-page grow px-4 pt-5 pb-8 sm:px-6 sm:pt-8">
      <title>You on Wagday</title>
      <h1 tabIndex={-1}>You</h1>
      <div className="relative isolate md:mt-6 md:grid md:grid-cols-[min(23rem,40%)_minmax(0,1fr)] md:grid-rows-[repeat(11,auto)_1fr_1.5rem] md:gap-x-10 min-[110rem]:grid-cols-[26rem_minmax(0,1fr)]">
        <div className="absolute inset-0 -z-1 col-start-1 col-end-2 row-span-full rounded-card bg-card shadow-card max-md:hidden" />
        {/* Looks over the edge of the first card, or beside the list over that of what is open. */}
        <CastDog size="small" className="absolute end-8 size-20 -translate-y-full max-md:top-7" />
        <Group title="Basics">
          <Fold title="Name" state={owner.name ?? 'None yet'} isNamed={section === 'name'} picture={picture}>
            <NameForm owner={owner} />
          </Fold>
          <Fold
            title="Reminders"
            state={set && (set[0] ? remindersText(set[0]) : 'Off')}
            isInitiallyOpen={section === null && isWide()}
            isNamed={section === 'reminders'}
            picture={picture}
          >
            {reminders}
          </Fold>
          <Fold
            title="Calendars"
            state={listed && (listed.length === 0 ? 'None yet' : countOf(listed.length, 'calendar', 'calendars'))}
            isNamed={section === 'calendars'}
            picture={picture}
          >
            <Calendars owner={owner} />
          </Fold>
        </Group>
        <Group title="Security">
          <Fold title="Email" state={owner.email}>
            <EmailForm owner={owner} />
          </Fold>
          <Fold title="Password" state={<span aria-hidden="true">••••••••</span>}>
            <PasswordForm email={owner.email} />
          </Fold>
          <Fold
            title="Your Devices"
            state={sessions && (sessions.length === 1 ? 'Only this one' : `${sessions.length} devices`)}
          >
            <Devices owner={owner} />
          </Fold>
        </Group>
        <Group title="Your Data">
          <Fold title="Export" state="Dogs, parties and photos">
            <Export owner={owner} />
          </Fold>
          <Fold title="Delete Your Account" state="For good" isDanger>
            <p className="mb-4 text-ink-soft">
              Your dogs, their parties and their photos go with it. This can't be undone.
            </p>
            {lossOfGuests}
            <DeleteForm owner={owner} />
          </Fold>
        </Group>
      </div>
    </main>
  );
}
