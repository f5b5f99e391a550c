import { presentZoneName } from '../../../domain/parties/party-time.ts';
import { deviceZone } from '../../shared/device-zone.ts';

/** The hours of a day as the owner's region writes them, such as 8:00 or 8:00 AM. */
export function hoursOfDay(locale?: string): { hour: number; label: string }[] {
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  return Array.from({ length: 24 }, (_, hour) => ({ hour, label: format.format(Date.UTC(2026, 0, 1, hour)) }));
}

/** The time zone of this device, if it is another than `timeZone`, whatever names they have. */
export function otherDeviceZone(timeZone: string): string | null {
  const here = deviceZone();
  return (presentZoneName(timeZone) ?? timeZone) === here ? null : here;
}
