import { anyObject, flag, integer, listOf, objectOf, oneOf, text } from '../../../domain/parse.ts';
import { supabase } from '../client.ts';
import { BackendError, inBackendError, isNotReachable, readAnswer, unwrap } from '../errors.ts';
import { inTime, isOffline } from '../network.ts';
import { storedOwnerId } from '../session/session-store.ts';
import { changeStored, readStored } from '../sync/database.ts';

/**
 * The owner's reminders. They are account settings and not part of the pack, so changing them needs the network. The device keeps the
 * last known settings.
 */

const table = 'reminder_settings';

/** The possible days before a celebration for a reminder. */
export const reminderDays = [0, 1, 7] as const;
export type ReminderDay = (typeof reminderDays)[number];

export type ReminderChoices = {
  /** A name of the IANA database, such as Europe/Lisbon. */
  timeZone: string;
  /** In the owner's time zone, 0 to 23. */
  hour: number;
  daysBefore: readonly ReminderDay[];
  byMail: boolean;
  /** On every device where push is turned on. */
  byPush: boolean;
};

export type Reminders = ReminderChoices & {
  /** Rises with every change. */
  version: number;
};

const settingsRow = objectOf({
  time_zone: text,
  hour: integer,
  days_before: listOf(oneOf(reminderDays)),
  by_mail: flag,
  by_push: flag,
  version: integer,
});

function read(row: unknown): Reminders {
  const { time_zone, hour, days_before, by_mail, by_push, version } = inBackendError(() => settingsRow(row, table));
  const daysBefore = reminderDays.filter((day) => days_before.includes(day));
  return { timeZone: time_zone, hour, daysBefore, byMail: by_mail, byPush: by_push, version };
}

async function keep(ownerId: string, row: unknown) {
  if (storedOwnerId() === ownerId) await changeStored('seen', `${ownerId}/${table}`, () => row).catch(() => undefined);
}

async function loadRow(ownerId: string): Promise<unknown> {
  const client = await supabase();
  const [row = null] = readAnswer(
    listOf(anyObject),
    table,
    await client.from(table).select('*').eq('user_id', ownerId),
  );
  void keep(ownerId, row);
  return row;
}

export type SeenReminders = {
  /** Null for an owner who has never set any. */
  reminders: Reminders | null;
  /** Whether they come from this device, because the backend cannot be reached. */
  isStale: boolean;
};

/**
 * Loads the owner's reminders, from the backend or else from the copy on this device.
 * @throws BackendError, of kind 'not reachable' only when this device has never seen them
 */
export async function loadReminders(ownerId: string): Promise<SeenReminders> {
  try {
    if (isOffline()) throw new BackendError('not reachable', 'There is no network.');
    const row = await inTime(loadRow(ownerId));
    return { reminders: row === null ? null : read(row), isStale: false };
  } catch (error) {
    if (!isNotReachable(error)) throw error;
    const cached = await readStored('seen', `${ownerId}/${table}`);
    if (cached === undefined) throw error;
    return { reminders: cached === null ? null : read(cached), isStale: true };
  }
}

/**
 * Saves the reminders.
 * @param seen the reminders that the owner edited; null if there were none
 * @returns the saved reminders; null, with nothing saved, when they were changed elsewhere meanwhile
 * @throws BackendError
 */
export async function saveReminders(
  ownerId: string,
  { timeZone, hour, daysBefore, byMail, byPush }: ReminderChoices,
  seen: Reminders | null,
): Promise<Reminders | null> {
  const client = await supabase();
  const row = {
    user_id: ownerId,
    time_zone: timeZone,
    hour,
    days_before: daysBefore,
    by_mail: byMail,
    by_push: byPush,
  };
  const rows = client.from(table);
  const answer = await (seen
    ? rows.update(row).match({ user_id: ownerId, version: seen.version }).select()
    : rows.insert(row).select().single());
  // The key is taken: settings were saved elsewhere meanwhile.
  if (answer.error?.code === '23505') return null;
  const [saved] = [unwrap(answer)].flat();
  if (!saved) return null;
  void keep(ownerId, saved);
  return read(saved);
}

/**
 * Requests one test reminder right away, by the saved channels.
 * @throws BackendError of kind 'limit reached' after too many tests
 */
export async function sendTestReminder(): Promise<void> {
  const client = await supabase();
  unwrap(await client.rpc('send_test_reminder'));
}
