import { zonePlace } from '../../../domain/parties/party-time.ts';
import { Button } from '../../ui/button.tsx';
import { otherDeviceZone } from './local-time.ts';

/** Says whose clock counts, and offers this device's where it is another. */
export function TimeZoneNote({ timeZone, onChange }: { timeZone: string; onChange: (timeZone: string) => void }) {
  const here = otherDeviceZone(timeZone);
  return (
    <>
      <p className="text-sm text-ink-soft">By the clock in {zonePlace(timeZone)}.</p>
      {here && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field bg-sky-wash px-4 py-3">
          <p className="min-w-48 flex-1">You seem to be in {zonePlace(here)} now: use its time?</p>
          <Button look="secondary" onClick={() => onChange(here)}>
            Use {zonePlace(here)} Time
          </Button>
        </div>
      )}
    </>
  );
}
