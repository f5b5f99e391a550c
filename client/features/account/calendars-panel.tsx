import { useQuery } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { monthsOfLargePack } from '../../../domain/celebrations/calendar-feed.ts';
import { limits } from '../../../domain/limits.ts';
import { characterCount, hasVisibleCharacter, tidyLine } from '../../../domain/text/text.ts';
import { accountMessages } from '../../copy/account-messages.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import { tooLong } from '../../copy/problems.ts';
import { isOfKind } from '../../data/backend-error.ts';
import { makeCalendar } from '../../data/make-calendar.ts';
import { isOffline } from '../../data/network.ts';
import { outboxOf } from '../../data/offline/this-tab.ts';
import { calendars, type OwnCalendar } from '../../data/records/calendars.ts';
import { dogs } from '../../data/records/dogs.ts';
import { parties } from '../../data/records/parties.ts';
import { rowsIn } from '../../data/records/rows.ts';
import type { Owner } from '../../data/session/session.ts';
import { recordsQuery, useRecords } from '../../data/use-records.tsx';
import {
  googleSubscribeUrl,
  isOnTheInternet,
  outlookSubscribeUrl,
  webcalUrl,
} from '../../shared/calendar/calendar-links.ts';
import { packCalendarOffer, saveCalendar } from '../../shared/calendar/calendar-offers.ts';
import { useAttempt } from '../../shared/use-attempt.ts';
import { useToday } from '../../shared/use-today.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { focusOrHeading, takeFocus } from '../../ui/focus.ts';
import { NotLoaded } from '../../ui/loaded.tsx';
import { NewTabLink } from '../../ui/new-tab-link.tsx';
import { copyText } from '../../ui/share.ts';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import { showError, showSuccess } from '../../ui/toaster.tsx';
import { useForm, useValues } from '../../ui/use-form.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';

function PackFile({ ownerId, dogCount }: { ownerId: string; dogCount: number }) {
  const today = useToday();
  const months = monthsOfLargePack(dogCount);
  const [save, isBusy] = useAttempt(async () => {
    const { backend } = outboxOf(ownerId);
    const lists = [rowsIn(backend, dogs).list(ownerId), rowsIn(backend, parties).list(ownerId)] as const;
    saveCalendar(packCalendarOffer(...(await Promise.all(lists)), today));
  }, accountMessages.couldNotSavePack);
  return (
    <div className="grid justify-items-start gap-3 border-t-2 border-line pt-5">
      <p>{`Just once? Download the next ${months === null ? 'three years' : `${months} months`}.`}</p>
      <BusyButton variant="secondary" isBusy={isBusy} onClick={() => void save()}>
        Download
      </BusyButton>
    </div>
  );
}

const wholePack = '';
const initial = { calendarName: '', dogId: wholePack, contents: 'all', hasParties: true, hasAlarms: false };

function messageFor(error: unknown) {
  if (isOfKind(error, 'limit reached')) return accountMessages.tooManyCalendars;
  if (isOfKind(error, 'no such parent')) return accountMessages.calendarDogGone;
  return failureMessage(accountMessages.couldNotMakeCalendar);
}

function CalendarForm({
  dogNames,
  onMade,
}: {
  dogNames: ReadonlyMap<string, string>;
  onMade: (name: string, address: string) => void;
}) {
  const state = useValues(initial);
  const { values } = state;
  const form = useForm(state, async (typed) => {
    const name = tidyLine(typed.calendarName);
    if (!hasVisibleCharacter(name)) return { calendarName: 'Please give it a name.' };
    if (characterCount(name) > limits.calendarName) return { calendarName: tooLong(limits.calendarName) };
    try {
      const address = await makeCalendar({
        name,
        contents: typed.contents === 'birthdays' ? 'birthdays' : 'all',
        parties: typed.hasParties,
        alarms: typed.hasAlarms,
        dogId: typed.dogId === wholePack ? null : typed.dogId,
      });
      onMade(name, address);
    } catch (error) {
      showError(messageFor(error));
    }
  });

  return (
    <form {...form.props} className="grid gap-4" aria-label="New calendar">
      <TextField
        label="Name this calendar"
        {...form.field('calendarName')}
        autoComplete="off"
        placeholder="e.g. Grandma's phone"
      />
      <Disclosure title="Choose What's in It" className="-my-2">
        <div className="grid gap-4 pb-4">
          <SelectField label="Dogs" {...form.field('dogId')} options={[[wholePack, 'The whole pack'], ...dogNames]} />
          <SelectField
            label="Celebrations"
            {...form.field('contents')}
            options={{ all: 'All of them', birthdays: 'Birthdays only' }}
          />
          <div>
            <CheckBox
              label="Planned parties"
              isChecked={values.hasParties}
              onCheckedChange={(hasParties) => form.change({ hasParties })}
            />
            <CheckBox
              label="An alarm at nine in the morning"
              hint="Google leaves alarms out."
              isChecked={values.hasAlarms}
              onCheckedChange={(hasAlarms) => form.change({ hasAlarms })}
            />
          </div>
        </div>
      </Disclosure>
      <BusyButton type="submit" className="justify-self-start" isBusy={form.isBusy} busyText="Making it...">
        Make Calendar
      </BusyButton>
    </form>
  );
}

function CalendarAddress({ name, address, onDone }: { name: string; address: string; onDone: () => void }) {
  const [copied, setCopied] = useState<'copied' | 'refused' | null>(null);
  const headingId = useId();
  const isPublic = isOnTheInternet(address);

  return (
    <section aria-labelledby={headingId} className="grid gap-3 rounded-field bg-sky-wash p-4">
      <h4 ref={takeFocus} id={headingId} tabIndex={-1} className="font-display text-title font-bold wrap-anywhere">
        “{name}” is ready
      </h4>
      <p>We show this link only once, and anyone who has it can look.</p>
      {copied === 'refused' ? (
        <TextToCopy text={address} />
      ) : (
        <>
          <p className="rounded-field border-2 border-edge bg-card px-3 py-2 text-sm break-all">{address}</p>
          <Button className="justify-self-start" onClick={async () => setCopied(await copyText(address))}>
            {copied === 'copied' ? 'Copied!' : 'Copy Link'}
          </Button>
        </>
      )}
      <p className="font-bold">Or add it right away:</p>
      <div className="flex flex-wrap gap-2">
        <a href={webcalUrl(address)} className={buttonClasses('secondary')}>
          Apple
        </a>
        {isPublic && (
          <>
            <NewTabLink href={googleSubscribeUrl(address)}>Google</NewTabLink>
            <NewTabLink href={outlookSubscribeUrl(address, name)}>Outlook</NewTabLink>
          </>
        )}
      </div>
      <p className="text-sm">
        {isPublic
          ? 'Google may take a day until it shows something new.'
          : "Google and Outlook can't read it here: this Wagday isn't on the internet."}
      </p>
      <Button variant="quiet" className="-ms-2 justify-self-start" onClick={onDone}>
        Done
      </Button>
    </section>
  );
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** Describes the contents of a calendar: "All celebrations of Luna, parties, alarms". */
function contentsOf({ contents, dogId, parties, alarms }: OwnCalendar, dogNames: ReadonlyMap<string, string>): string {
  const whose = dogId === null ? 'the pack' : (dogNames.get(dogId) ?? 'a dog that was removed');
  const what = contents === 'all' ? 'All celebrations' : 'The birthdays';
  return [`${what} of ${whose}`, parties && 'parties', alarms && 'alarms'].filter(Boolean).join(', ');
}

type CalendarRowProps = {
  calendar: OwnCalendar;
  dogNames: ReadonlyMap<string, string>;
  isBusy: boolean;
  onRemove: () => void;
};

function CalendarRow({ calendar, dogNames, isBusy, onRemove }: CalendarRowProps) {
  const [step, setStep] = useState<'still' | 'asking' | 'kept'>('still');
  const { name, lastReadAt } = calendar;
  return (
    <li className="grid gap-2 py-3">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <p className="font-bold wrap-anywhere">{name}</p>
          <p className="text-sm wrap-anywhere text-ink-soft">{contentsOf(calendar, dogNames)}</p>
          <p className="text-sm text-ink-soft">
            {lastReadAt ? `Last read ${day.format(new Date(lastReadAt))}` : 'Not read yet'}
          </p>
        </div>
        {step !== 'asking' && (
          <Button
            variant="secondary"
            className="shrink-0"
            autoFocus={step === 'kept'}
            aria-label={`Remove the calendar ${name}`}
            onClick={() => setStep('asking')}
          >
            Remove
          </Button>
        )}
      </div>
      {step === 'asking' && (
        <fieldset className="flex flex-wrap items-center gap-3">
          <legend className="mb-2">Its address stops working for everyone who has it. Remove it?</legend>
          <BusyButton variant="danger" autoFocus isBusy={isBusy} onClick={onRemove}>
            Remove Calendar
          </BusyButton>
          <Button variant="secondary" onClick={() => setStep('kept')}>
            Keep It
          </Button>
        </fieldset>
      )}
    </li>
  );
}

const mostCalendars = 10;

export function CalendarsPanel({ owner }: { owner: Owner }) {
  const listed = useQuery(recordsQuery(owner.id, calendars));
  const pack = useQuery(recordsQuery(owner.id, dogs));
  const panel = useRef<HTMLDivElement>(null);
  const [made, setMade] = useState<{ name: string; address: string } | null>(null);
  const records = useRecords(owner.id, calendars);
  const [remove, isBusy] = useSingleFlight((calendar: OwnCalendar) =>
    records.remove(calendar, {
      onRemoved: () => showSuccess(accountMessages.calendarRemoved(calendar.name)),
      onFailed: () => showError(failureMessage(accountMessages.couldNotRemoveCalendar)),
    }),
  );

  if (!listed.data || !pack.data) {
    if (listed.isFetching || pack.isFetching) return <p role="status">Leafing through the calendars...</p>;
    const reload = () => {
      for (const query of [listed, pack]) if (query.isError) void query.refetch();
    };
    const text = isOffline() ? "You're offline. Calendars need the network." : "We couldn't load your calendars.";
    return <NotLoaded text={text} onRetry={reload} />;
  }
  const byName = [...pack.data].sort((one, other) => one.name.localeCompare(other.name));
  const dogNames = new Map(byName.map(({ id, name }) => [id, name]));
  const months = monthsOfLargePack(dogNames.size);
  return (
    <div ref={panel} className="grid gap-5">
      {!made && (
        <p className="text-ink-soft">Every celebration in your own calendar, or Grandma's, always up to date.</p>
      )}
      {months !== null && (
        <p className="text-ink-soft">
          Yours is a large pack: its calendar reaches {months} months ahead. Birthdays only, or one dog's, reach three
          years.
        </p>
      )}
      {made && (
        <CalendarAddress
          {...made}
          onDone={() => {
            flushSync(() => setMade(null));
            focusOrHeading(panel.current);
          }}
        />
      )}
      {listed.data.length > 0 && (
        <ul aria-label="Your calendars" className="divide-y-2 divide-line border-t-2 border-line">
          {listed.data.map((calendar) => (
            <CalendarRow
              key={calendar.id}
              calendar={calendar}
              dogNames={dogNames}
              isBusy={isBusy}
              onRemove={() => void remove(calendar)}
            />
          ))}
        </ul>
      )}
      {!made && listed.data.length >= mostCalendars && <p>{accountMessages.tooManyCalendars.text}</p>}
      {!made && listed.data.length < mostCalendars && (
        <CalendarForm
          dogNames={dogNames}
          onMade={(name, address) => {
            setMade({ name, address });
            void listed.refetch();
          }}
        />
      )}
      <PackFile ownerId={owner.id} dogCount={dogNames.size} />
    </div>
  );
}
