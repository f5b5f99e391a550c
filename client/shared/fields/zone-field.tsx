import { type ComponentProps, useState } from 'react';
import { presentZoneName, zonePlace } from '../../../domain/parties/party-time.ts';
import { SelectField } from '../../ui/field.tsx';

/** Returns the time zones that this device knows, by continent, and `chosen` even if the device does not know it. */
function zonesByContinent(chosen: string): [continent: string, zones: string[]][] {
  const known = Intl.supportedValuesOf('timeZone').flatMap((zone) => presentZoneName(zone) ?? []);
  const continents = new Map<string, string[]>();
  for (const zone of [...new Set([...known, chosen || 'UTC', 'UTC'])].sort()) {
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

export function ZoneField({ value, ...rest }: Omit<ComponentProps<typeof SelectField>, 'label'> & { value: string }) {
  const [first] = useState(value);
  const [continents] = useState(() => zonesByContinent(first));
  return (
    <SelectField label="Time zone" value={value} {...rest}>
      {first === '' && <option value="">Choose a time zone</option>}
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
