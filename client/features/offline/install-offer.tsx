import { useSyncExternalStore } from 'react';
import { Button } from '../../ui/button.tsx';
import { InstallIcon } from './icons.tsx';
import { canInstall, decline, install, subscribeToInstallPrompt } from './install-prompt.ts';

/** Offers to install Wagday where the browser can. An owner who declines is not asked again. */
export function InstallOffer() {
  const isOffered = useSyncExternalStore(subscribeToInstallPrompt, canInstall);
  if (!isOffered) return null;
  return (
    <aside aria-label="Install Wagday" className="mx-auto w-full max-w-page px-4 pb-8 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-field bg-sky-wash px-4 py-3">
        <InstallIcon className="size-7 shrink-0" />
        <p className="min-w-48 flex-1">Keep your pack a tap away, in the park without signal too.</p>
        <div className="flex flex-wrap gap-3">
          <Button look="quiet on a wash" onClick={decline}>
            No, Thanks
          </Button>
          <Button look="secondary" onClick={() => void install()}>
            Install Wagday
          </Button>
        </div>
      </div>
    </aside>
  );
}
