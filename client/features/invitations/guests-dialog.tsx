import { Dialog } from '../../ui/dialog.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import type { GuestsProps } from './guest-book.ts';

async function loadContent() {
  return (await import('./guests-content.tsx')).GuestsContent;
}

/** The link to the invitation of a party, and who has answered. Its code is loaded when it is first opened. */
export function GuestsDialog({ onClose, ...props }: GuestsProps & { onClose: () => void }) {
  const { part: Content, hasFailed, retry } = useLoaded(loadContent);
  return (
    <Dialog isWide title={`Guests of ${props.party.title}`} closeLabel="Close guests" onClose={onClose}>
      {Content && <Content {...props} />}
      {!Content && (hasFailed ? <NotLoaded onRetry={retry} /> : <p role="status">Counting the party hats...</p>)}
    </Dialog>
  );
}
