import type { Owner } from '../../../data/session/session.ts';
import { loadedPart } from '../../../ui/loaded-part.tsx';
import { Fold } from '../fold.tsx';

const Calendars = loadedPart(
  async () => (await import('./calendars-panel.tsx')).CalendarsPanel,
  <p role="status">Leafing through the calendars...</p>,
);

/** The calendars that the owner subscribes to. */
export function CalendarsSection({ owner }: { owner: Owner }) {
  return (
    <Fold title="Calendars">
      <Calendars owner={owner} />
    </Fold>
  );
}
