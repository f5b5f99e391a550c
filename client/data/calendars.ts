/** The calendars that an owner subscribes to. They are no part of the pack, so that they need the network. Each function throws BackendError. */
import { calendarFeed, services } from '../../addresses/addresses.ts';
import { type FeedContents, feedContents } from '../../domain/celebrations/calendar-feed.ts';
import { flag, instant, listOf, objectOf, oneOf, optional, text } from '../../domain/parse.ts';
import { backendUrl, isHosted } from './backend-address.ts';
import { supabase } from './client.ts';
import { readAnswer, unwrap } from './errors.ts';
import { type Dog, dogs } from './records/dogs.ts';
import { type Party, parties } from './records/parties.ts';
import { listRows } from './records/rows.ts';

export type CalendarChoices = {
  name: string;
  contents: FeedContents;
  parties: boolean;
  alarms: boolean;
  /** The one dog of the calendar; null for the whole pack. */
  dogId: string | null;
};

export type OwnCalendar = CalendarChoices & {
  id: string;
  createdAt: string;
  /** When a calendar app last asked for it, to the hour; null for never. */
  lastReadAt: string | null;
};

const table = 'calendar_feeds';
const columns = 'id, name, contents, parties, alarms, dog_id, created_at, last_read_at';

const calendarRow = objectOf({
  id: text,
  name: text,
  contents: oneOf(feedContents),
  parties: flag,
  alarms: flag,
  dog_id: optional(text),
  created_at: instant,
  last_read_at: optional(instant),
});

/** The owner's calendars, the oldest first. The backend tells nobody their addresses. */
export async function listCalendars(ownerId: string): Promise<OwnCalendar[]> {
  const client = await supabase();
  const answer = await client.from(table).select(columns).eq('user_id', ownerId).order('created_at');
  return readAnswer(listOf(calendarRow), table, answer).map(({ dog_id, created_at, last_read_at, ...row }) => ({
    ...row,
    dogId: dog_id,
    createdAt: created_at,
    lastReadAt: last_read_at,
  }));
}

/** The names of all of the owner's dogs, by id, in the order of the alphabet. */
export async function listDogNames(ownerId: string): Promise<ReadonlyMap<string, string>> {
  const list = await listRows(dogs, ownerId);
  const byName = list.sort((one, other) => one.name.localeCompare(other.name));
  return new Map(byName.map(({ id, name }) => [id, name]));
}

/** All that a calendar of the pack is made of. */
export async function listForCalendar(ownerId: string): Promise<{ dogs: Dog[]; parties: Party[] }> {
  const [ownDogs, ownParties] = await Promise.all([listRows(dogs, ownerId), listRows(parties, ownerId)]);
  return { dogs: ownDogs, parties: ownParties };
}

/**
 * Makes a calendar.
 * @returns its address, which nobody can read again
 * @throws BackendError of kind 'limit reached', or 'no such parent' when the dog is gone
 */
export async function makeCalendar({ dogId, ...choices }: CalendarChoices): Promise<string> {
  const client = await supabase();
  const name = 'create_calendar_feed';
  const token = readAnswer(text, name, await client.rpc(name, { ...choices, dog_id: dogId }));
  const path = calendarFeed(token);
  return isHosted ? `${backendUrl}${services.functions}${path}` : `${backendUrl}${path}`;
}

/** Ends a calendar: its address answers no more. */
export async function removeCalendar(id: string): Promise<void> {
  const client = await supabase();
  unwrap(await client.from(table).delete().eq('id', id));
}
