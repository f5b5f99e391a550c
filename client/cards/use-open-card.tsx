import { type ComponentProps, type ReactNode, useState } from 'react';
import { messages } from '../copy/messages.ts';
import { showError } from '../ui/toaster.tsx';
import { useSingleFlight } from '../ui/use-single-flight.ts';
import type { CardDialog } from './card-editor.tsx';

type Opened = Omit<ComponentProps<typeof CardDialog>, 'onClose'>;

/** Opens a card in its dialog, which is loaded when it is wanted. Returns how to open one, and the open one to render. */
export function useOpenCard(): [open: (card: Opened) => Promise<void>, card: ReactNode] {
  const [shown, setShown] = useState<{ Dialog: typeof CardDialog; card: Opened } | null>(null);
  const [open] = useSingleFlight(async (card: Opened) => {
    try {
      const { CardDialog } = await import('./card-editor.tsx');
      setShown({ Dialog: CardDialog, card });
    } catch {
      showError(messages.cardFailed);
    }
  });
  return [open, shown && <shown.Dialog {...shown.card} onClose={() => setShown(null)} />];
}
