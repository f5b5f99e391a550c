import { limits } from '../../../../domain/limits.ts';
import { characterCount, hasVisibleCharacter, tidyLine } from '../../../../domain/text/text.ts';
import { accountMessages } from '../../../copy/account-messages.ts';
import { failureMessage } from '../../../copy/failure-message.ts';
import { tooLong } from '../../../copy/problems.ts';
import { makeCalendar } from '../../../data/calendars.ts';
import { isOfKind } from '../../../data/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckBox } from '../../../ui/check-box.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { showError } from '../../../ui/toaster.tsx';
import { useForm, useValues } from '../../../ui/use-form.ts';

const wholePack = '';
const initial = { calendarName: '', dogId: wholePack, contents: 'all', hasParties: true, hasAlarms: false };

/** Says why a calendar could not be made. */
function messageFor(error: unknown) {
  if (isOfKind(error, 'limit reached')) return accountMessages.tooManyCalendars;
  if (isOfKind(error, 'no such parent')) return accountMessages.calendarDogGone;
  return failureMessage(accountMessages.couldNotMakeCalendar);
}

/** Makes a calendar to subscribe to. */
export function CalendarForm({
  dogNames,
  isFirst,
  onMade,
}: {
  dogNames: ReadonlyMap<string, string>;
  isFirst: boolean;
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
    return undefined;
  });

  return (
    <form {...form.props} className="grid gap-4" aria-label="New calendar">
      <TextField
        label="Whose calendar is it?"
        {...form.field('calendarName')}
        autoComplete="off"
        placeholder="My phone"
        hint="So that you know it again: My phone, Grandma, the kennel..."
      />
      <SelectField label="Dogs" {...form.field('dogId')}>
        <option value={wholePack}>The whole pack</option>
        {[...dogNames].map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label="Celebrations" {...form.field('contents')}>
        <option value="all">All of them</option>
        <option value="birthdays">Birthdays only</option>
      </SelectField>
      <div>
        <CheckBox
          label="Planned parties"
          isChecked={values.hasParties}
          onCheckedChange={(hasParties) => form.change({ hasParties })}
        />
        <CheckBox
          label="An alarm at nine in the morning"
          hint="Google leaves out alarms of subscribed calendars."
          isChecked={values.hasAlarms}
          onCheckedChange={(hasAlarms) => form.change({ hasAlarms })}
        />
      </div>
      <Button
        type="submit"
        look={isFirst ? 'primary' : 'secondary'}
        className="justify-self-start"
        disabled={form.isBusy}
      >
        {form.isBusy ? 'Making it...' : 'Make Calendar'}
      </Button>
    </form>
  );
}
