import { type ReactNode, useSyncExternalStore } from 'react';
import { askForNotifications, type PushSupport, pushSupport } from '../../data/push/push.ts';
import { CheckBox } from '../../ui/check-box.tsx';

/** What an owner can do where this device gets no notifications. */
const ways: Record<Exclude<PushSupport, 'usable'>, ReactNode> = {
  blocked:
    'This browser blocks notifications from Wagday. Allow them in its settings for this site, often behind the sign left of the address. Then come back here.',
  'install first':
    "On an iPhone or iPad (iOS 16.4 or later), put Wagday on your Home Screen first: press Share, then 'Add to Home Screen'. Open it from there and come back here.",
  unsupported: 'This browser shows no notifications from websites. Mail works everywhere.',
};

/** Owners allow notifications in the browser's settings, and come back. */
function subscribeToReturn(listener: () => void): () => void {
  const gone = new AbortController();
  window.addEventListener('focus', listener, { signal: gone.signal });
  document.addEventListener('visibilitychange', listener, { signal: gone.signal });
  return () => gone.abort();
}

/** Whether reminders come to this device as notifications. */
export function PushChoice({ isChecked, onChange }: { isChecked: boolean; onChange: (isChecked: boolean) => void }) {
  const support = useSyncExternalStore(subscribeToReturn, pushSupport);

  async function choose(isWanted: boolean) {
    // At once, in the press, because Safari asks in no other moment.
    onChange(isWanted && (await askForNotifications().catch(() => false)));
  }

  return (
    <CheckBox
      label="By notification on this device"
      isChecked={isChecked && support === 'usable'}
      isDisabled={support !== 'usable'}
      onCheckedChange={(isWanted) => void choose(isWanted)}
      hint={
        support === 'usable'
          ? 'They come even while Wagday is closed. The push service of your browser brings them, but cannot read them.'
          : ways[support]
      }
    />
  );
}
