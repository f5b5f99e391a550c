import { useQuery } from '@tanstack/react-query';
import { failureMessage } from '../../copy/failure-message.ts';
import type { Message } from '../../copy/messages.ts';
import { reminderMessages } from '../../copy/reminder-messages.ts';
import { isOfKind } from '../../data/errors.ts';
import type { PushDevice } from '../../data/push/push.ts';
import {
  type ReminderDay,
  type Reminders,
  reminderDays,
  saveReminders,
  sendTestReminder,
} from '../../data/push/reminders.ts';
import { addressProvenQuery, askForProof } from '../../data/session/proven-address.ts';
import type { Owner } from '../../data/session/session.ts';
import { deviceZone } from '../../shared/device-zone.ts';
import { AskForProof } from '../../shared/proof/ask-for-proof.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckBox } from '../../ui/check-box.tsx';
import { SelectField } from '../../ui/field.tsx';
import { showError, showSuccessInDialog } from '../../ui/toaster.tsx';
import { useForm, useValues } from '../../ui/use-form.ts';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { hoursOfDay } from './local-time.ts';
import { OtherDevices } from './other-devices.tsx';
import { PushChoice } from './push-choice.tsx';
import { switchPush } from './switch-push.ts';
import { TimeZoneNote } from './time-zone-note.tsx';

const dayLabels: Record<ReminderDay, string> = { 0: 'On the day', 1: 'The day before', 7: 'A week before' };

function fail(otherwise: Message) {
  showError(failureMessage(otherwise));
}

/** What the owner's devices get at the moment. */
export type PushState = { isHere: boolean; others: readonly PushDevice[] };

/** The settings as the form shows them: unticked for who has never asked for any. */
function valuesOf(reminders: Reminders | null, push: PushState) {
  return {
    byMail: reminders?.byMail ?? false,
    isPushHere: push.isHere && (reminders?.byPush ?? false),
    days: reminders?.daysBefore ?? ([0] as readonly ReminderDay[]),
    hour: String(reminders?.hour ?? 8),
    timeZone: reminders?.timeZone ?? deviceZone(),
  };
}

/** The owner's reminders. `onChanged` has them loaded again. */
export function RemindersForm({
  owner,
  reminders,
  push,
  isDisabled,
  onChanged,
}: {
  owner: Owner;
  reminders: Reminders | null;
  push: PushState;
  isDisabled: boolean;
  onChanged: () => void;
}) {
  const saved = valuesOf(reminders, push);
  const state = useValues(saved);
  const { data: isProven, refetch } = useQuery({
    ...addressProvenQuery(owner.id),
    enabled: state.values.byMail && !isDisabled,
  });
  const form = useForm(state, async (typed) => {
    const byPush = typed.isPushHere || (push.others.length > 0 && (reminders?.byPush ?? false));
    if ((typed.byMail || byPush) && typed.days.length === 0) return { days: 'Please choose a day at least.' };
    try {
      await switchPush(owner.id, push.isHere, typed.isPushHere);
    } catch {
      fail(reminderMessages.couldNotSubscribe);
      return undefined;
    }
    try {
      // Off, the days are kept for the next time.
      const daysBefore = typed.days.length > 0 ? typed.days : saved.days;
      const { byMail, timeZone } = typed;
      const choices = { timeZone, hour: Number(typed.hour), daysBefore, byMail, byPush };
      if (!(await saveReminders(owner.id, choices, reminders))) showError(reminderMessages.changedElsewhere);
      else if (byMail && isProven === false) showSuccessInDialog(reminderMessages.savedUnproven);
      else showSuccessInDialog(byMail || byPush ? reminderMessages.saved : reminderMessages.turnedOff);
      onChanged();
    } catch {
      fail(reminderMessages.couldNotSave);
    }
    return undefined;
  });
  const { values } = state;
  const isChanged = JSON.stringify(values) !== JSON.stringify(saved);

  const [test, isTesting] = useSingleFlight(async () => {
    try {
      if (reminders?.byMail && !reminders.byPush && (await refetch()).data === false) {
        showError(reminderMessages.proofFirst);
        return;
      }
      await sendTestReminder();
      showSuccessInDialog(reminderMessages.testSent);
    } catch (error) {
      fail(isOfKind(error, 'limit reached') ? reminderMessages.tooManyTests : reminderMessages.couldNotTest);
    }
  });

  function tickDay(day: ReminderDay, isWanted: boolean) {
    form.change({ days: reminderDays.filter((other) => (other === day ? isWanted : values.days.includes(other))) });
  }

  return (
    <form {...form.props}>
      <fieldset disabled={isDisabled} className="grid gap-5">
        <fieldset>
          <legend className="font-bold">Remind me</legend>
          <CheckBox
            label="By mail"
            hint={
              values.byMail && !reminders?.byMail && isProven === false
                ? `To ${owner.email}. We send you a mail first: press the button in it, and reminders start.`
                : `To ${owner.email}`
            }
            isChecked={values.byMail}
            onCheckedChange={(byMail) => form.change({ byMail })}
          />
          {values.byMail && reminders?.byMail && isProven === false && (
            <AskForProof
              text={`One step left: press the button in the mail that we send to ${owner.email}. Until then no reminders come by mail.`}
              button="Send It Again"
              askedText="It is on its way, or in your inbox already. No mail? Look among the spam."
              ask={askForProof}
              className="mt-2 mb-3 gap-2 rounded-field px-4 py-3"
            />
          )}
          <PushChoice isChecked={values.isPushHere} onChange={(isPushHere) => form.change({ isPushHere })} />
          <OtherDevices devices={push.others} onRemoved={onChanged} />
        </fieldset>
        <fieldset>
          <legend className="font-bold">When</legend>
          <div className="flex flex-wrap gap-x-4">
            {reminderDays.map((day) => (
              <CheckBox
                key={day}
                name="days"
                label={dayLabels[day]}
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
        </fieldset>
        <div className="grid gap-2">
          <SelectField label="At" {...form.field('hour')}>
            {hoursOfDay().map(({ hour, label }) => (
              <option key={hour} value={hour}>
                {label}
              </option>
            ))}
          </SelectField>
          <TimeZoneNote timeZone={values.timeZone} onChange={(timeZone) => form.change({ timeZone })} />
        </div>
        <div className="flex flex-wrap gap-x-4 gap-y-3">
          <Button type="submit" look="secondary" disabled={form.isBusy}>
            {form.isBusy ? 'Saving...' : 'Save Reminders'}
          </Button>
          {reminders && (reminders.byMail || reminders.byPush) && (
            <Button look="quiet" className="-ms-4 ps-4" disabled={isTesting || isChanged} onClick={() => void test()}>
              Send a Test Reminder
            </Button>
          )}
        </div>
      </fieldset>
    </form>
  );
}
