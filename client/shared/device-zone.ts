import { isTimeZone } from '../../domain/dates/local-time.ts';
import { presentZoneName } from '../../domain/parties/party-time.ts';

/** Returns the device's time zone; null if it names none that can be stored and computed with. Then owners are asked. */
export function deviceZone(): string | null {
  // Where the system's setting is broken, some browsers say Etc/Unknown, an offset or nothing.
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string };
  const zone = presentZoneName(timeZone ?? '');
  return zone && isTimeZone(zone) ? zone : null;
}
