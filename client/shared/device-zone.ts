import { presentZoneName } from '../../domain/parties/party-time.ts';

/** The name of the time zone that this device is set to. */
export function deviceZone(): string {
  return presentZoneName(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC';
}
