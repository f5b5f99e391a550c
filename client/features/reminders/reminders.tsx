import { loadedPart } from '../../ui/loaded.tsx';

export const Reminders = loadedPart(
  async () => (await import('./reminders-panel.tsx')).RemindersPanel,
  <p role="status">Winding up the alarm clock...</p>,
);
