import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type ReactNode, useSyncExternalStore } from 'react';
import { presentZoneName, zonePlace, zoneTime } from '../../../domain/parties/party-time.ts';
import { daysBeforeChoices } from '../../../domain/reminders/due-reminders.ts';
import { reminderDayTexts } from '../../copy/account-messages.ts';
import { failureMessage } from '../../copy/failure-message.ts';
import type { Message } from '../../copy/messages.ts';
import { isNotReachable, isOfKind } from '../../data/backend-error.ts';
import { isOffline, isReachable, subscribeToNetwork } from '../../data/network.ts';
import { listRecords } from '../../data/offline/snapshots.ts';
import { outboxOf } from '../../data/offline/this-tab.ts';
import {
  askForNotifications,
  type PushDevice,
  type PushSupport,
  pushDevices,
  pushSupport,
  removePushDevice,
  sendTestReminder,
  turnPushOff,
  turnPushOn,
} from '../../data/push/push.ts';
import { pushOwnerOfDevice } from '../../data/push/push-device.ts';
import { reminders as allReminders, type ReminderDay, type Reminders } from '../../data/records/reminders.ts';
import { rowsIn } from '../../data/records/rows.ts';
import { addressProvenQuery, askForProof } from '../../data/session/proven-address.ts';
import type { Owner } from '../../data/session/session.ts';
import { recordsQuery } from '../../data/use-records.tsx';
import { deviceZone } from '../../shared/device-zone.ts';
import { ZoneField } from '../../shared/fields/zone-field.tsx';
import { AskForProof } from '../../shared/proof/ask-for-proof.tsx';
import { useAttempt } from '../../shared/use-attempt.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { SelectField } from '../../ui/field.tsx';
import { NotLoaded } from '../../ui/loaded.tsx';
import { showError, showSuccess } from '../../ui/toaster.tsx';
import { useForm, useValues } from '../../ui/use-form.ts';
import './reminders.css';

const reminderMessages = {
  saved: { title: 'Reminders saved!', text: 'We will nudge you in time.' },
  savedUnproven: { title: 'Reminders saved!', text: 'Now press the button in our email to you.' },
  proofFirst: {
    title: 'Your email first',
    text: 'Press the button in our email first. Then reminders come, and tests too.',
  },
  turnedOff: { title: 'Reminders are off', text: 'You can turn them on again at any time.' },
  changedElsewhere: { title: 'Changed elsewhere', text: 'Your reminders were changed on another device. Have a look.' },
  testSent: { title: 'On its way!', text: 'Your test reminder should be with you in a moment.' },
  tooManyTests: { title: 'Plenty for now', text: 'You can ask for five test reminders an hour.' },
  couldNotSave: { title: 'Error', text: 'Could not save your reminders. Please try again.' },
  couldNotSubscribe: {
    title: 'Error',
    text: 'This browser could not sign up for notifications. Please try again, or choose email.',
  },
  deviceRemoved: (device: string) => ({ title: 'Device removed!', text: `No more notifications go to ${device}.` }),
  couldNotRemoveDevice: { title: 'Error', text: 'Could not remove that device. Please try again.' },
  couldNotTest: { title: 'Error', text: 'Could not send a test reminder. Please try again.' },
} as const satisfies Record<string, Message | ((name: string) => Message)>;

function nameOf({ device }: PushDevice): string {
  return device ?? 'another device';
}

function OtherDevices({ devices, onRemoved }: { devices: readonly PushDevice[]; onRemoved: () => void }) {
  const [remove, isBusy] = useAttempt(async (device: PushDevice) => {
    await removePushDevice(device.id);
    showSuccess(reminderMessages.deviceRemoved(nameOf(device)));
    onRemoved();
  }, reminderMessages.couldNotRemoveDevice);
  if (devices.length === 0) return null;
  return (
    <div className="mt-2 rounded-field bg-sky-wash px-4 py-2">
      <p id="other-devices" className="text-sm text-ink-soft">
        Notifications also go to
      </p>
      <ul aria-labelledby="other-devices" className="divide-y-2 divide-line">
        {devices.map((device) => (
          <li key={device.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1">
            <span className="min-w-0 wrap-anywhere">{nameOf(device)}</span>
            <BusyButton
              variant="quiet"
              aria-label={`Remove ${nameOf(device)}`}
              isBusy={isBusy}
              onClick={() => void remove(device)}
            >
              Remove
            </BusyButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What an owner can do if this device gets no notifications. */
const ways: Record<Exclude<PushSupport, 'usable'>, ReactNode> = {
  blocked:
    'This browser blocks notifications from Wagday. Allow them in its settings for this site, often left of the address.',
  'install first':
    "On an iPhone or iPad, put Wagday on your Home Screen first. Press Share, then 'Add to Home Screen', and open it from there.",
  unsupported: "This browser can't show notifications. Email works everywhere.",
};

/** Notices when owners return from the browser's settings, where they allow notifications. */
function subscribeToReturn(listener: () => void): () => void {
  const gone = new AbortController();
  window.addEventListener('focus', listener, { signal: gone.signal });
  document.addEventListener('visibilitychange', listener, { signal: gone.signal });
  return () => gone.abort();
}

function PushChoice({ isChecked, onChange }: { isChecked: boolean; onChange: (isChecked: boolean) => void }) {
  const support = useSyncExternalStore(subscribeToReturn, pushSupport);

  async function choose(isWanted: boolean) {
    // Asks at once, during the press, because Safari refuses at any other moment.
    onChange(isWanted && (await askForNotifications().catch(() => false)));
  }

  return (
    <CheckBox
      label="By notification on this device"
      isChecked={isChecked && support === 'usable'}
      isDisabled={support !== 'usable'}
      onCheckedChange={(isWanted) => void choose(isWanted)}
      hint={support === 'usable' ? 'New answers too, even when Wagday is closed.' : ways[support]}
    />
  );
}

/** Says which time zone counts, and offers that of this device if it differs. Asks for it if the device does not know its own. */
function TimeZoneChoice(field: ComponentProps<typeof ZoneField>) {
  const { value, onValueChange } = field;
  if (deviceZone() === null) return <ZoneField {...field} />;
  const here = otherDeviceZone(value);
  return (
    <>
      <p className="text-sm text-ink-soft">{zoneTime(value)}</p>
      {here && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field bg-sky-wash px-4 py-3">
          <p className="min-w-[min(12rem,100%)] flex-1">You seem to be in {zonePlace(here)} now: use its time?</p>
          <Button variant="secondary" onClick={() => onValueChange(here)}>
            Use {zonePlace(here)} Time
          </Button>
        </div>
      )}
    </>
  );
}

/** Returns the hours of a day as the owner's region writes them, such as 8:00 or 8:00 AM. */
export function hoursOfDay(locale?: string): { hour: number; label: string }[] {
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  return Array.from({ length: 24 }, (_, hour) => ({ hour, label: format.format(Date.UTC(2026, 0, 1, hour)) }));
}

/** Returns the time zone of this device if it is known and differs from `timeZone`, whatever names the two have. */
export function otherDeviceZone(timeZone: string): string | null {
  const here = deviceZone();
  return (presentZoneName(timeZone) ?? timeZone) === here ? null : here;
}

type PushState = { isHere: boolean; others: readonly PushDevice[] };

/** Returns the settings as the form shows them: unticked for an owner who has never set any. */
function valuesOf(reminders: Reminders | null, push: PushState) {
  return {
    byMail: reminders?.byMail ?? false,
    isPushHere: push.isHere && (reminders?.byPush ?? false),
    days: reminders?.daysBefore ?? ([0] as readonly ReminderDay[]),
    hour: String(reminders?.hour ?? 8),
    timeZone: reminders?.timeZone ?? deviceZone() ?? '',
  };
}

type Values = ReturnType<typeof valuesOf>;

function useTest(reminders: Reminders | null, readIsProven: () => Promise<boolean | undefined>) {
  const { proofFirst, testSent, tooManyTests, couldNotTest } = reminderMessages;
  return useAttempt(
    async () => {
      const isMailOnly = reminders?.byMail && !reminders.byPush;
      if (isMailOnly && (await readIsProven()) === false) return showError(proofFirst);
      await sendTestReminder();
      return showSuccess(testSent);
    },
    (error) => failureMessage(isOfKind(error, 'limit reached') ? tooManyTests : couldNotTest),
  );
}

type MailChoiceProps = {
  owner: Owner;
  isProven: boolean | undefined;
  isChecked: boolean;
  isSaved: boolean;
  onChange: (isChecked: boolean) => void;
};

function MailChoice({ owner, isProven, isChecked, isSaved, onChange }: MailChoiceProps) {
  return (
    <>
      <CheckBox
        label="By email"
        hint={
          isChecked && !isSaved && isProven === false
            ? `To ${owner.email}. We'll ask you to confirm it by email first.`
            : `To ${owner.email}`
        }
        isChecked={isChecked}
        onCheckedChange={onChange}
      />
      {isChecked && isSaved && isProven === false && (
        <AskForProof
          text={`One step left: press the button in our email to ${owner.email}.`}
          button="Send It Again"
          askedText="Check your inbox, or your spam folder."
          ask={askForProof}
          className="mt-2 mb-3 rounded-field bg-sky-wash px-4 py-3"
        />
      )}
    </>
  );
}

function When({ form, values }: { form: ReturnType<typeof useForm<Values>>; values: Values }) {
  function tickDay(day: ReminderDay, isWanted: boolean) {
    form.change({
      days: daysBeforeChoices.filter((other) => (other === day ? isWanted : values.days.includes(other))),
    });
  }

  return (
    <fieldset className="grid gap-3">
      <legend className="font-bold">When</legend>
      <div className="grid gap-x-4 sm:flex">
        {daysBeforeChoices.map((day) => (
          <CheckBox
            key={day}
            name="days"
            label={reminderDayTexts[day]}
            isChecked={values.days.includes(day)}
            onCheckedChange={(isWanted) => tickDay(day, isWanted)}
          />
        ))}
      </div>
      {form.problems.days && (
        <p role="alert" className="text-sm font-bold text-danger">
          {form.problems.days}
        </p>
      )}
      <div className="w-[10rem] max-w-full">
        <SelectField
          label="At"
          {...form.field('hour')}
          options={hoursOfDay().map(({ hour, label }) => [String(hour), label])}
        />
      </div>
      <TimeZoneChoice {...form.field('timeZone')} />
    </fieldset>
  );
}

type RemindersFormProps = {
  owner: Owner;
  reminders: Reminders | null;
  push: PushState;
  isDisabled: boolean;
  onChanged: () => Promise<void>;
};

/** The owner's reminders. `onChanged` reloads them; until then the form is being saved, because it begins anew with what comes. */
function RemindersForm({ owner, reminders, push, isDisabled, onChanged }: RemindersFormProps) {
  const saved = valuesOf(reminders, push);
  const state = useValues(saved);
  const { data: isProven, refetch } = useQuery({
    ...addressProvenQuery(owner.id),
    enabled: state.values.byMail && !isDisabled,
  });
  /** Whether any device gets notifications. */
  const isPushWanted = (isPushHere: boolean) => isPushHere || (push.others.length > 0 && (reminders?.byPush ?? false));
  const form = useForm(state, async (typed) => {
    const byPush = isPushWanted(typed.isPushHere);
    if ((typed.byMail || byPush) && typed.days.length === 0) return { days: 'Please choose at least one day.' };
    if (typed.timeZone === '') return { timeZone: 'Please choose a time zone.' };
    try {
      if (typed.isPushHere !== push.isHere) await (typed.isPushHere ? turnPushOn(owner.id) : turnPushOff());
    } catch {
      return void showError(failureMessage(reminderMessages.couldNotSubscribe));
    }
    try {
      // While reminders are off, keeps the days for the next time.
      const daysBefore = typed.days.length > 0 ? typed.days : saved.days;
      const { byMail, timeZone } = typed;
      const choices = { timeZone, hour: Number(typed.hour), daysBefore, byMail, byPush };
      const rows = rowsIn(outboxOf(owner.id).backend, allReminders);
      const result = await (reminders
        ? rows.update(reminders, choices)
        : rows.insert(owner.id, { ...choices, id: owner.id }));
      if (!result) showError(reminderMessages.changedElsewhere);
      else if (byMail && isProven === false) showSuccess(reminderMessages.savedUnproven);
      else showSuccess(byMail || byPush ? reminderMessages.saved : reminderMessages.turnedOff);
      await onChanged();
    } catch {
      showError(failureMessage(reminderMessages.couldNotSave));
    }
  });
  const { values } = state;
  const isChanged = JSON.stringify(values) !== JSON.stringify(saved);
  const isOn = values.byMail || isPushWanted(values.isPushHere);
  const [test, isTesting] = useTest(reminders, async () => (await refetch()).data);

  return (
    <form {...form.props}>
      <fieldset disabled={isDisabled} className="grid gap-5">
        <fieldset>
          <legend className="font-bold">How</legend>
          <MailChoice
            {...{ owner, isProven }}
            isChecked={values.byMail}
            isSaved={reminders?.byMail ?? false}
            onChange={(byMail) => form.change({ byMail })}
          />
          <PushChoice isChecked={values.isPushHere} onChange={(isPushHere) => form.change({ isPushHere })} />
          <OtherDevices devices={push.others} onRemoved={() => void onChanged()} />
        </fieldset>
        {isOn && <When form={form} values={values} />}
        {reminders && (reminders.byMail || reminders.byPush) && (
          <BusyButton
            variant="quiet"
            className="-ms-2 justify-self-start"
            isBusy={isTesting}
            disabled={isChanged}
            onClick={() => void test()}
          >
            Send a Test Reminder
          </BusyButton>
        )}
        {/* Above the bar of places on a phone. */}
        {(isOn || (reminders && isChanged)) && (
          <div className="save-bar z-10 -mx-5 -mb-6 border-line bg-card px-5 pt-3 pb-4 max-sm:bottom-[calc(4.125rem+env(safe-area-inset-bottom))] max-sm:border-t-2 max-sm:[@media(min-height:30rem)]:sticky sm:mx-0 sm:mb-0 sm:p-0">
            <BusyButton type="submit" isBusy={form.isBusy} busyText="Saving...">
              Save Reminders
            </BusyButton>
          </div>
        )}
      </fieldset>
    </form>
  );
}

async function load(ownerId: string) {
  // Null for an owner who has never set any.
  const [reminders = null] = await listRecords(outboxOf(ownerId), allReminders);
  // Then they come from this device.
  const isStale = !isReachable();
  const unknown: PushState = { isHere: pushOwnerOfDevice() === ownerId, others: [] };
  return { reminders, isStale, push: isStale ? unknown : await pushDevices(ownerId) };
}

/** The owner's reminders, loaded when they are shown. They can be changed only online. */
export function RemindersPanel({ owner }: { owner: Owner }) {
  const isAway = useSyncExternalStore(subscribeToNetwork, isOffline);
  const client = useQueryClient();
  const { data: loaded, error } = useQuery({
    // Read when the part is opened, and when the network comes or goes.
    queryKey: [...recordsQuery(owner.id, allReminders).queryKey, isAway],
    queryFn: () => load(owner.id),
    placeholderData: keepPreviousData,
    // The form would lose what is typed.
    meta: { isReloadedAfterSync: false },
    staleTime: 0,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
    refetchOnWindowFocus: false,
  });
  const reload = () => client.invalidateQueries(recordsQuery(owner.id, allReminders));

  if (error) {
    const text = isNotReachable(error)
      ? 'We cannot reach your reminders just now. Please try again.'
      : 'Could not load your reminders.';
    return <NotLoaded text={text} onRetry={() => void reload()} />;
  }
  if (!loaded) return <p role="status">Winding up the alarm clock...</p>;
  const { reminders, isStale, push } = loaded;
  return (
    <>
      <p className="mb-4 text-ink-soft">A nudge before each celebration. One a day at most.</p>
      <div aria-live="polite">
        {isStale && (
          <p className="mb-4 rounded-field bg-sky-wash px-4 py-3">
            This is what we saw last. You can change it once you're back online.
          </p>
        )}
      </div>
      <RemindersForm
        key={`${reminders?.version}-${isStale}-${push.isHere}`}
        owner={owner}
        reminders={reminders}
        push={push}
        isDisabled={isStale}
        onChanged={reload}
      />
    </>
  );
}
