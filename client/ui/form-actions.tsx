import type { ComponentProps, ReactNode } from 'react';
import { BusyButton } from './busy-button.tsx';
import { Button } from './button.tsx';
import { Toaster } from './toaster.tsx';

type FormButtonsProps = Omit<ComponentProps<typeof BusyButton>, 'type' | 'className'> & {
  cancelText?: string;
  onCancel: () => void;
  note?: ReactNode;
};

/** The two buttons at the end of a form: one leaves it, the other one sends it. `note` is above them. */
export function FormButtons({ cancelText = 'Cancel', onCancel, note, ...submit }: FormButtonsProps) {
  return (
    <div className="flex flex-wrap-reverse justify-end gap-x-3 gap-y-2">
      <Button variant="secondary" onClick={onCancel}>
        {cancelText}
      </Button>
      <BusyButton busyText="Saving..." {...submit} type="submit" className="grow sm:grow-0" />
      {note}
    </div>
  );
}

/**
 * The buttons at the end of a form in a dialog, and above them what is said of the form. They stay in sight while the fields scroll, unless
 * the window is so low, or so much enlarged, that they would leave no room for a field. The negative margins reach over the padding of the
 * dialog, which is to be told of them.
 */
export function FormActions(props: ComponentProps<typeof FormButtons>) {
  return (
    <div className="form-actions -bottom-6 z-10 [@media(min-height:30rem)]:sticky -mx-6 -mb-6 border-t-2 border-line bg-card px-6 py-3 sm:-bottom-8 sm:-mx-8 sm:-mb-8 sm:px-8 sm:py-4 before:pointer-events-none [@media(min-height:30rem)]:before:absolute before:inset-x-0 before:bottom-full before:mb-0.5 before:h-6 before:bg-linear-to-t before:from-card before:to-transparent">
      <Toaster place="dialog" />
      <FormButtons {...props} />
    </div>
  );
}
