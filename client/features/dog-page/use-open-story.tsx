import { type ComponentProps, type ReactNode, useState } from 'react';
import { messages } from '../../copy/messages.ts';
import { showError } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import type { StoryDialog } from './story-dialog.tsx';

type StoryProps = Omit<ComponentProps<typeof StoryDialog>, 'onClose'>;

/** Loads the story of a year on demand. Returns how to open it, and the open one to render. */
export function useOpenStory(): [open: (props: StoryProps) => Promise<void>, story: ReactNode] {
  const [shown, setShown] = useState<{ Dialog: typeof StoryDialog; props: StoryProps } | null>(null);
  const [open] = useSingleFlight(async (props: StoryProps) => {
    try {
      const { StoryDialog } = await import('./story-dialog.tsx');
      setShown({ Dialog: StoryDialog, props });
    } catch {
      showError(messages.cardFailed);
    }
  });
  return [open, shown && <shown.Dialog {...shown.props} onClose={() => setShown(null)} />];
}
