import { useSyncExternalStore } from 'react';
import { loadedPart } from '../../ui/loaded.tsx';
import { canInstall, subscribeToInstallPrompt } from './install-prompt.ts';

/** If its code does not arrive, no offer is made. */
const Invitation = loadedPart(
  async () => (await import('./install-invitation.tsx')).InstallInvitation,
  null,
  () => null,
);

/** Offers to install Wagday if the browser can. An owner who declines is not asked again. */
export function InstallOffer() {
  return useSyncExternalStore(subscribeToInstallPrompt, canInstall) && <Invitation />;
}
