import { calendarFeed, services } from '../../addresses/addresses.ts';
import { text } from '../../domain/parse.ts';
import { backendUrl, isHosted } from './backend-address.ts';
import { readAnswer } from './backend-error.ts';
import { supabase } from './client.ts';
import type { CalendarChoices } from './records/calendars.ts';

/**
 * Makes a calendar to subscribe to.
 * @returns its address, which cannot be read again later
 * @throws BackendError of kind 'limit reached', or 'no such parent' when the dog is gone
 */
export async function makeCalendar({ dogId, ...choices }: CalendarChoices): Promise<string> {
  const client = await supabase();
  const name = 'create_calendar_feed';
  const token = readAnswer(text, name, await client.rpc(name, { ...choices, dog_id: dogId }));
  const path = calendarFeed(token);
  return isHosted ? `${backendUrl}${services.functions}${path}` : `${backendUrl}${path}`;
}
