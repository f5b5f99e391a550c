import { type ComponentProps, useRef, useState } from 'react';
import { presentZoneName, zonePlace } from '../../../domain/parties/party-time.ts';
import { Button, IconButton, linkClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CrossIcon } from '../../ui/cross-icon.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';

/** Returns the time zones that this device knows, by continent, and `chosen` even if the device does not know it. */
function zonesByContinent(chosen: string): [continent: string, zones: string[]][] {
  const known = Intl.supportedValuesOf('timeZone').flatMap((zone) => presentZoneName(zone) ?? []);
  const continents = new Map<string, string[]>();
  for (const zone of [...new Set([...known, chosen, 'UTC'])].sort()) {
    const continent = /^(?!Etc)(\w+)\//.exec(zone)?.[1] ?? 'Other';
    continents.set(continent, [...(continents.get(continent) ?? []), zone]);
  }
  return [...continents];
}

/** "Buenos Aires, Argentina" for a zone with a country in its name, otherwise only the place. */
function placeText(zone: string): string {
  const country = zone.split('/').slice(1, -1).join('').replaceAll('_', ' ');
  return country ? `${zonePlace(zone)}, ${country}` : zonePlace(zone);
}

function ZoneField({ value, onValueChange }: { value: string; onValueChange: (zone: string) => void }) {
  const [continents] = useState(() => zonesByContinent(value));
  return (
    <SelectField label="Time zone" name="timeZone" value={value} onValueChange={onValueChange}>
      {continents.map(([continent, zones]) => (
        <optgroup key={continent} label={continent}>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {placeText(zone)}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}

type ClockField = Pick<ComponentProps<typeof TextField>, 'value' | 'problem' | 'onValueChange' | 'name'>;

/**
 * The times at which a party begins and ends, folded until they are wanted. Uses the zone of the device, and offers a choice only on
 * request.
 */
export function TimeField({
  start,
  end,
  timeZone,
  onZoneChange,
}: {
  start: ClockField;
  end: ClockField;
  timeZone: string;
  onZoneChange: (zone: string) => void;
}) {
  const [isOpen, setIsOpen] = useState(start.value !== '');
  const [isChoosingZone, setIsChoosingZone] = useState(false);
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
            <div className="grid grow gap-x-3 gap-y-2 min-[26rem]:grid-cols-2">
              <TextField type="time" label="Time" {...start} isOptional />
              <TextField type="time" label="Until" {...end} isOptional hint={isPastMidnight && 'On the day after.'} />
            </div>
            <IconButton label="Remove the time" className="mb-0.5" onClick={() => toggle(false)}>
              <CrossIcon />
            </IconButton>
          </div>
          {isChoosingZone ? (
            <div className="w-full">
              <ZoneField value={timeZone} onValueChange={onZoneChange} />
            </div>
          ) : (
            <p className="text-sm text-ink-soft">
              Time zone: {zonePlace(timeZone)}.{' '}
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
