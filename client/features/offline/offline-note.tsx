import { useSyncExternalStore } from 'react';
import { homePage } from '../../../addresses/addresses.ts';
import { isOffline, subscribeToNetwork } from '../../data/network.ts';
import { icon } from '../../ui/icon.tsx';
import { PageLink } from '../../ui/page-link.tsx';

export const CloudIcon = icon(
  <path d="M6.6 15.6Q2.6 15.4 2.7 11.9Q2.9 8.9 6 8.7Q7.2 4 11.6 4.1Q15.8 4.3 16.7 8.2Q21.2 8 21.3 12Q21.1 15.6 17.2 15.7Q12 15.9 6.6 15.6ZM8.3 18.6l-.7 1.7M12.4 18.6l-.7 1.7M16.5 18.6l-.7 1.7" />,
);

export function OfflineNote() {
  const isAway = useSyncExternalStore(subscribeToNetwork, isOffline);
  return (
    <div aria-live="polite">
      {isAway && (
        <p className="mt-5 flex items-center gap-3 rounded-field bg-sky-wash px-4 py-3">
          <CloudIcon className="size-7 shrink-0" />
          <span>
            <strong>You're offline.</strong> Signing in needs a network. Meanwhile,{' '}
            <PageLink href={homePage} className="underline underline-offset-4">
              try the calculator
            </PageLink>
            .
          </span>
        </p>
      )}
    </div>
  );
}
