import { isTimeZone } from '../../domain/dates/local-time.ts';
import { presentZoneName } from '../../domain/parties/party-time.ts';

/**
 * Returns the time zone of this device; null if it does not name one that can be stored and computed with. Then owners are asked, and
 * times name their zone.
 */
export function deviceZone(): string | null {
  // Where the system's setting is broken, some browsers say Etc/Unknown, an offset or nothing.
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string };
  const zone = presentZoneName(timeZone ?? '');
  return zone && isTimeZone(zone) ? zone : null;
}
