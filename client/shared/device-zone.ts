import { presentZoneName } from '../../domain/parties/party-time.ts';

export function deviceZone(): string {
  return presentZoneName(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC';
}
