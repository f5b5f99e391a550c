import { type ComponentType, useState } from 'react';
import { type Message, messages } from '../copy/messages.ts';
import { showError } from '../ui/toaster.tsx';
import { useSingleFlight } from '../ui/use-single-flight.ts';

type Closable = { onClose: () => void };
type Opened = { Dialog: ComponentType<Closable>; onClose: () => void };

/** Opens dialogs of pictures, which are loaded when they are wanted, one at a time. `OpenedDialog` renders the open one. */
export function useOpenDialog() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [run] = useSingleFlight((work: () => Promise<void>) => work());
  function open<Props extends Closable>(
    load: () => Promise<ComponentType<Props>>,
    props: Omit<Props, 'onClose'>,
    failure: Message = messages.cardFailed,
  ) {
    void run(async () => {
      try {
        const Dialog = (await load()) as ComponentType<Closable>;
        setOpened({ ...props, Dialog, onClose: () => setOpened(null) });
      } catch {
        showError(failure);
      }
    });
  }
  return { open, opened };
}

export function OpenedDialog({ opened }: { opened: Opened | null }) {
  if (!opened) return null;
  const { Dialog, ...props } = opened;
  return <Dialog {...props} />;
}

export const loadCard = async () => (await import('../cards/card-editor.tsx')).CardDialog;
