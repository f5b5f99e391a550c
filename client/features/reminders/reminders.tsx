import type { Owner } from '../../backend/session.ts';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';

async function loadPanel() {
  return (await import('./reminders-panel.tsx')).RemindersPanel;
}

/** The owner's reminders. Their code is loaded when they are first shown. */
export function Reminders({ owner }: { owner: Owner }) {
  const { part: Panel, hasFailed, retry } = useLoaded(loadPanel);
  if (Panel) return <Panel owner={owner} />;
  if (!hasFailed) return <p role="status">Winding up the alarm clock...</p>;
  return <NotLoaded onRetry={retry} />;
}
