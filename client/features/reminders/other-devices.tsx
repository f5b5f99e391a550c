import { failureMessage } from '../../copy/failure-message.ts';
import { reminderMessages } from '../../copy/reminder-messages.ts';
import { type PushDevice, removePushDevice } from '../../data/push/push.ts';
import { Button } from '../../ui/button.tsx';
import { showError, showSuccessInDialog } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';

function nameOf({ device }: PushDevice): string {
  return device ?? 'another device';
}

/** The owner's other devices that get notifications, such as a phone that was sold: each can be removed. */
export function OtherDevices({ devices, onRemoved }: { devices: readonly PushDevice[]; onRemoved: () => void }) {
  const [remove, isBusy] = useSingleFlight(async (device: PushDevice) => {
    try {
      await removePushDevice(device.id);
      showSuccessInDialog(reminderMessages.deviceRemoved(nameOf(device)));
      onRemoved();
    } catch {
      showError(failureMessage(reminderMessages.couldNotRemoveDevice));
    }
  });
  if (devices.length === 0) return null;
  return (
    <div className="mt-2 rounded-field bg-sky-wash px-4 py-2">
      <p id="other-devices" className="text-sm text-ink-soft">
        Notifications also go to
      </p>
      <ul aria-labelledby="other-devices" className="divide-y-2 divide-line">
        {devices.map((device) => (
          <li key={device.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1">
            <span className="min-w-0 wrap-anywhere">{nameOf(device)}</span>
            <Button
              look="quiet on a wash"
              aria-label={`Remove ${nameOf(device)}`}
              disabled={isBusy}
              onClick={() => void remove(device)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
