import { type ComponentType, type ReactNode, useState } from 'react';
import { type Message, messages } from '../copy/messages.ts';
import { showError } from '../ui/toaster.tsx';
import { useSingleFlight } from '../ui/use-single-flight.ts';

/** Opens a dialog of pictures, which is loaded when it is wanted. Returns how to open one, and the open one to render. */
export function useOpenDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  failure: Message = messages.cardFailed,
): [open: (props: Omit<Props, 'onClose'>) => Promise<void>, dialog: ReactNode] {
  const [dialog, setDialog] = useState<{ Dialog: ComponentType<Props>; props: Props } | null>(null);
  const [open] = useSingleFlight(async (props: Omit<Props, 'onClose'>) => {
    try {
      const Dialog = await load();
      setDialog({ Dialog, props: { ...props, onClose: () => setDialog(null) } as Props });
    } catch {
      showError(failure);
    }
  });
  return [open, dialog && <dialog.Dialog {...dialog.props} />];
}

/** The same for a card. */
export function useOpenCard() {
  return useOpenDialog(async () => (await import('../cards/card-editor.tsx')).CardDialog);
}
