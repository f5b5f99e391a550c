import { type ComponentProps, useRef, useState } from 'react';
import { zonePlace } from '../../../domain/parties/party-time.ts';
import { ZoneField } from '../../shared/fields/zone-field.tsx';
import { Button, IconButton, linkClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CrossIcon } from '../../ui/cross-icon.tsx';
import { TextField } from '../../ui/field.tsx';

type TimePart = Pick<ComponentProps<typeof TextField>, 'value' | 'problem' | 'onValueChange' | 'name'>;

/**
 * The times at which a party begins and ends, folded until they are wanted. Uses the zone of the device. Offers a choice
 * only on request, or if the device does not know its zone.
 */
export function TimeField({
  start,
  end,
  zone,
}: {
  start: TimePart;
  end: TimePart;
  zone: ComponentProps<typeof ZoneField>;
}) {
  const [isOpen, setIsOpen] = useState(start.value !== '');
  const [isChoosingZone, setIsChoosingZone] = useState(zone.value === '');
  const place = useRef<HTMLDivElement>(null);
  const isPastMidnight = Boolean(start.value && end.value && end.value < start.value);

  // The pressed button disappears, and the focus with it.
  function focusSoon(selector: string) {
    requestAnimationFrame(() => place.current?.querySelector<HTMLElement>(selector)?.focus());
  }

  function toggle(next: boolean) {
    setIsOpen(next);
    if (!next) {
      start.onValueChange('');
      end.onValueChange('');
    }
    focusSoon(next ? 'input' : 'button');
  }

  function chooseZone() {
    setIsChoosingZone(true);
    focusSoon('select');
  }

  return (
    <div ref={place} className="-mt-2 grid justify-items-start gap-3">
      {isOpen ? (
        <>
          <div className="flex w-full items-end gap-2">
            <div className="grid grow gap-x-3 gap-y-2 min-[26rem]:grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))]">
              <TextField type="time" label="Time" {...start} isOptional />
              <TextField type="time" label="Until" {...end} isOptional hint={isPastMidnight && 'On the day after.'} />
            </div>
            <IconButton label="Remove the time" className="mb-0.5" onClick={() => toggle(false)}>
              <CrossIcon />
            </IconButton>
          </div>
          {isChoosingZone ? (
            <div className="w-full">
              <ZoneField {...zone} />
            </div>
          ) : (
            <p className="text-sm text-ink-soft">
              Time zone: {zonePlace(zone.value)}.{' '}
              <button type="button" className={classNames(linkClasses, '-mx-1 -my-3')} onClick={chooseZone}>
                Change Time Zone
              </button>
            </p>
          )}
        </>
      ) : (
        <Button variant="quiet" className="-ms-2 -mb-3" onClick={() => toggle(true)}>
          Add a Time
        </Button>
      )}
    </div>
  );
}
