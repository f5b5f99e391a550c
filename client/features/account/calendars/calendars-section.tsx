import type { Owner } from '../../../backend/session.ts';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { useLoaded } from '../../../ui/use-loaded.ts';
import { Fold } from '../fold.tsx';

async function loadPanel() {
  return (await import('./calendars-panel.tsx')).CalendarsPanel;
}

function Calendars({ owner }: { owner: Owner }) {
  const { part: Panel, hasFailed, retry } = useLoaded(loadPanel);
  if (Panel) return <Panel owner={owner} />;
  if (!hasFailed) return <p role="status">Leafing through the calendars...</p>;
  return <NotLoaded onRetry={retry} />;
}

/** The calendars that the owner subscribes to. Their code is loaded when they are first shown. */
export function CalendarsSection({ owner }: { owner: Owner }) {
  return (
    <Fold title="Calendars">
      <Calendars owner={owner} />
    </Fold>
  );
}
