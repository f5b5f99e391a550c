import { countOf } from '../../../domain/guests/guest-list.ts';
import type { Guest } from '../../data/records/guests.ts';
import { Button } from '../../ui/button.tsx';

/** Guests in a few words: the name of one, the number of several. */
export function whoText(guests: readonly Guest[]): string {
  const [first] = guests;
  return first && guests.length === 1 ? first.name : countOf(guests.length, 'guest', 'guests');
}

/** Who has answered alone has a link of their own, which no Undo brings back. */
export function isAnsweredAlone({ answeredAt }: Guest): boolean {
  return answeredAt !== null;
}

/** What goes for good with these guests. */
function lossText(guests: readonly Guest[]): string {
  const answered = guests.filter(isAnsweredAlone);
  const hasAddress = answered.some(({ email }) => email !== null);
  if (guests.length === 1)
    return `${hasAddress ? 'The link to their own answer and their address go' : 'The link to their own answer goes'} for good.`;
  return `${hasAddress ? 'The links to their own answers and their addresses' : 'The links to their own answers'} go for good.`;
}

/** Asks before guests who have answered alone are removed. */
export function RemovalQuestion({
  guests,
  onRemove,
  onKeep,
}: {
  guests: readonly Guest[];
  onRemove: (button: Element) => void;
  onKeep: () => void;
}) {
  return (
    <fieldset className="flex flex-wrap items-center gap-3 rounded-field bg-apricot-wash px-4 py-3">
      <legend className="contents">
        <span className="w-full wrap-anywhere">
          {lossText(guests)} Undo brings back what was answered, and no more. Take {whoText(guests)} off the list?
        </span>
      </legend>
      <Button look="danger" autoFocus onClick={({ currentTarget }) => onRemove(currentTarget)}>
        Take Off
      </Button>
      <Button look="secondary" onClick={onKeep}>
        Keep
      </Button>
    </fieldset>
  );
}
