import { anyObject, flag, integer, listOf, objectOf, oneOf, text } from '../../../domain/parse.ts';
import { supabase } from '../client.ts';
import { BackendError, inBackendError, isNotReachable, readAnswer, unwrap } from '../errors.ts';
import { inTime, isOffline } from '../network.ts';
import { storedOwnerId } from '../session/session-store.ts';
import { changeKept, readKept } from '../sync/database.ts';

/**
 * The owner's reminders. They are settings of the account and no part of the pack, so that changing them needs the network. The
 * device keeps them as last seen.
 */

const table = 'reminder_settings';

/** How many days before a celebration a reminder may come. */
export const reminderDays = [0, 1, 7] as const;
export type ReminderDay = (typeof reminderDays)[number];

export type ReminderChoices = {
  /** A name of the IANA database, such as Europe/Lisbon. */
  timeZone: string;
  /** On the owner's clock, 0 to 23. */
  hour: number;
  daysBefore: readonly ReminderDay[];
  byMail: boolean;
  /** On every device that has asked for it. */
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
  if (storedOwnerId() === ownerId) await changeKept('seen', `${ownerId}/${table}`, () => row).catch(() => undefined);
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
  /** Null for an owner who has never asked for any. */
  reminders: Reminders | null;
  /** Whether they are as last seen, because the backend cannot be reached. */
  isStale: boolean;
};

/**
 * The owner's reminders, from the backend or as this device has seen them last.
 * @throws BackendError, of kind 'not reachable' only when this device has never seen them
 */
export async function loadReminders(ownerId: string): Promise<SeenReminders> {
  try {
    if (isOffline()) throw new BackendError('not reachable', 'There is no network.');
    const row = await inTime(loadRow(ownerId));
    return { reminders: row === null ? null : read(row), isStale: false };
  } catch (error) {
    if (!isNotReachable(error)) throw error;
    const kept = await readKept('seen', `${ownerId}/${table}`);
    if (kept === undefined) throw error;
    return { reminders: kept === null ? null : read(kept), isStale: true };
  }
}

/**
 * Saves the reminders.
 * @param seen what the owner has changed; null where there were none
 * @returns what is saved; null when they were changed meanwhile elsewhere, and then nothing is saved
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
  // There are some by now: the key is taken.
  if (answer.error?.code === '23505') return null;
  const [saved] = [unwrap(answer)].flat();
  if (!saved) return null;
  void keep(ownerId, saved);
  return read(saved);
}

/**
 * Asks for one reminder right away, by the channels that are saved.
 * @throws BackendError of kind 'limit reached' after too many
 */
export async function sendTestReminder(): Promise<void> {
  const client = await supabase();
  unwrap(await client.rpc('send_test_reminder'));
}
