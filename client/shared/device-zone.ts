import { presentZoneName } from '../../domain/parties/party-time.ts';

/** Returns the name of the time zone that this device is set to. */
export function deviceZone(): string {
  return presentZoneName(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC';
}
