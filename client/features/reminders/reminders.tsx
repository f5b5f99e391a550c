import { loadedPart } from '../../ui/loaded.tsx';

/** The owner's reminders. */
export const Reminders = loadedPart(
  async () => (await import('./reminders-panel.tsx')).RemindersPanel,
  <p role="status">Winding up the alarm clock...</p>,
);
