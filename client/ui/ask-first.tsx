import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type AskFirstProps = {
  title: string;
  yes: string;
  no: string;
  onYes: () => void;
  onNo: () => void;
  children: ReactNode;
  /** What else may be said, between the question and its buttons. */
  more?: ReactNode;
};

/** Asks before something that cannot be taken back, or that others will hear of. Staying has the focus. */
export function AskFirst({ title, yes, no, onYes, onNo, children, more }: AskFirstProps) {
  const id = useId();
  const stay = useRef<HTMLButtonElement>(null);
  // The browser focuses the first control of a dialog that opens.
  useEffect(() => stay.current?.focus(), []);
  return (
    <Dialog role="alertdialog" title={title} describedBy={id} onClose={onNo}>
      <p id={id} className="mb-6 wrap-anywhere">
        {children}
      </p>
      {more && <div className="mb-6">{more}</div>}
      <div className="grid grid-cols-2 gap-3 max-sm:*:px-2 sm:flex sm:justify-end">
        <Button variant="danger" onClick={onYes}>
          {yes}
        </Button>
        <Button ref={stay} className="sm:min-w-32" onClick={onNo}>
          {no}
        </Button>
      </div>
    </Dialog>
  );
}
