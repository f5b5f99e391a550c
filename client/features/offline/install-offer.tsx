import { useSyncExternalStore } from 'react';
import { useLoaded } from '../../ui/use-loaded.ts';
import { canInstall, subscribeToInstallPrompt } from './install-prompt.ts';

async function loadInvitation() {
  return (await import('./install-invitation.tsx')).InstallInvitation;
}

/** An offer whose code does not arrive is not made. */
function Offer() {
  const { part: Invitation } = useLoaded(loadInvitation);
  return Invitation && <Invitation />;
}

/** Offers to install Wagday where the browser can. An owner who declines is not asked again. */
export function InstallOffer() {
  return useSyncExternalStore(subscribeToInstallPrompt, canInstall) && <Offer />;
}
