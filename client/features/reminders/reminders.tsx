import { useEffect, useRef, useState } from 'react';
import { pushChanged, youHash } from '../../../addresses/addresses.ts';
import { deviceStorage } from '../../data/drafts/web-storage.ts';
import { remindersAskKey } from '../../data/offline/forget.ts';
import { listRecords } from '../../data/offline/snapshots.ts';
import { outboxOf } from '../../data/offline/this-tab.ts';
import { pushOwnerOfDevice } from '../../data/push/push-device.ts';
import { reminders } from '../../data/records/reminders.ts';
import type { Owner } from '../../data/session/session.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { icon } from '../../ui/icon.tsx';
import { loadedPart } from '../../ui/loaded.tsx';

export const Reminders = loadedPart(
  async () => (await import('./reminders-panel.tsx')).RemindersPanel,
  <p role="status">Winding up the alarm clock...</p>,
);

/** Keeps this device subscribed to push messages, if they are on: at each start, and whenever the browser renews the subscription. */
export function PushRenewal({ ownerId }: { ownerId: string }) {
  useEffect(() => {
    if (pushOwnerOfDevice() === null || !('serviceWorker' in navigator)) return;
    const gone = new AbortController();
    const attempt = () => {
      const renewing = import('../../data/push/push.ts').then(({ renewPush }) => renewPush(ownerId));
      // The next start tries again.
      renewing.catch(() => undefined);
    };
    attempt();
    const onMessage = ({ data }: MessageEvent) => {
      if (data === pushChanged) attempt();
    };
    navigator.serviceWorker.addEventListener('message', onMessage, { signal: gone.signal });
    return () => gone.abort();
  }, [ownerId]);
  return null;
}

const BellIcon = icon(
  <path d="M4.6 17.6Q12 18.4 19.5 17.5Q17.6 15.6 17.3 11.6Q17.1 5.3 12.1 5.1Q7 5.2 6.7 11.5Q6.4 15.7 4.6 17.6ZM12.1 5V3M9.6 19.9Q10.4 21.6 12.1 21.6Q13.8 21.5 14.5 19.8" />,
);

type ReminderOfferProps = {
  owner: Owner;
  dogCount: number | undefined;
  isShown: boolean;
};

/** Asks once, after the first dog has moved in, whether the owner wants reminders. Either answer is kept on this device. */
export function ReminderOffer({ owner, dogCount, isShown }: ReminderOfferProps) {
  const [isOffered, setIsOffered] = useState(false);
  const former = useRef<number>(undefined);

  useEffect(() => {
    if (former.current === 0 && dogCount === 1 && deviceStorage.read(remindersAskKey) === null)
      deviceStorage.keep(remindersAskKey, owner.id);
    former.current = dogCount;
    const isAsked = () => deviceStorage.read(remindersAskKey) === owner.id;
    if (!isShown || !dogCount || !isAsked()) return;
    // An owner with settings was asked elsewhere, or has found them. Until that is known, nobody is asked.
    listRecords(outboxOf(owner.id), reminders).then(
      (known) => setIsOffered(known.length === 0 && isAsked()),
      () => undefined,
    );
  }, [owner.id, dogCount, isShown]);

  function answer() {
    deviceStorage.keep(remindersAskKey, true);
    setIsOffered(false);
  }

  if (!isOffered) return null;
  return (
    <aside aria-label="Reminders" className="mx-auto w-full max-w-page px-4 pb-8 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field bg-sky-wash px-4 py-3">
        <BellIcon className="size-7 shrink-0" />
        <p className="min-w-[min(12rem,100%)] flex-1">Shall we nudge you before the next celebration?</p>
        <div className="flex flex-wrap gap-3">
          <Button variant="quiet" onClick={answer}>
            Not Now
          </Button>
          <a href={youHash('reminders')} onClick={answer} className={buttonClasses('secondary')}>
            Remind Me
          </a>
        </div>
      </div>
    </aside>
  );
}
