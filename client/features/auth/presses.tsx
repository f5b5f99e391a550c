import type { ComponentProps } from 'react';
import { BusyButton } from '../../ui/busy-button.tsx';
import { linkClasses } from '../../ui/button.tsx';

export function MainButton(props: ComponentProps<typeof BusyButton>) {
  return <BusyButton size="large" className="mt-6 w-full" busyText="Please wait..." {...props} />;
}

export function OtherWay({ before, label, onPress }: { before?: string; label: string; onPress: () => void }) {
  return (
    <p className="mt-5 text-center">
      {before && <span>{before} </span>}
      <button type="button" className={linkClasses} onClick={onPress}>
        {label}
      </button>
    </p>
  );
}
