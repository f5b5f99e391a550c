import { useEffect } from 'react';
import { pushChanged } from '../../../addresses/addresses.ts';
import { pushOwnerOfDevice } from '../../data/push/push-device.ts';

async function renew(ownerId: string) {
  const { renewPush } = await import('../../data/push/push.ts');
  await renewPush(ownerId);
}

/** Keeps this device subscribed to push messages, if they are on: at each start, and whenever the browser renews the subscription. */
export function PushRenewal({ ownerId }: { ownerId: string }) {
  useEffect(() => {
    if (pushOwnerOfDevice() === null || !('serviceWorker' in navigator)) return;
    const gone = new AbortController();
    // The next start tries again.
    const attempt = () => void renew(ownerId).catch(() => undefined);
    attempt();
    const onMessage = ({ data }: MessageEvent) => {
      if (data === pushChanged) attempt();
    };
    navigator.serviceWorker.addEventListener('message', onMessage, { signal: gone.signal });
    return () => gone.abort();
  }, [ownerId]);
  return null;
}
