import type { Guest } from '../../data/records/guests.ts';
import { CheckBox } from '../../ui/check-box.tsx';
import type { PartyGuests } from './read-guest-book.ts';

/** What the guest takes from the list of things to bring. Nothing is taken twice. */
export function BringsField({
  guests: { invitation, guests },
  guest,
  brings,
  onChange,
}: {
  guests: PartyGuests;
  guest: Guest | null;
  brings: readonly string[];
  onChange: (brings: readonly string[]) => void;
}) {
  // What was taken before the list changed stays the guest's.
  const items = [...new Set([...invitation.bringList, ...(guest?.brings ?? [])])];
  if (items.length === 0) return null;
  const takerOf = (item: string) => guests.find(({ id, brings }) => id !== guest?.id && brings.includes(item));
  return (
    <fieldset>
      <legend className="font-bold">Brings</legend>
      {items.map((item) => {
        const taker = takerOf(item);
        return (
          <CheckBox
            key={item}
            label={<span className="wrap-anywhere">{taker ? `${item} (${taker.name} does)` : item}</span>}
            isChecked={brings.includes(item)}
            isDisabled={taker !== undefined}
            onCheckedChange={(isTaken) =>
              onChange(isTaken ? [...brings, item] : brings.filter((other) => other !== item))
            }
          />
        );
      })}
    </fieldset>
  );
}
