import { Button } from '../../ui/button.tsx';
import { focusOrHeading } from '../../ui/focus.ts';
import type { GuestsProps } from './guest-book.ts';
import { useMakeLink } from './use-links.ts';

/** What a link to the invitation is good for, before there is one. */
export function FirstLink({ ownerId, dog, party }: GuestsProps) {
  const [make, isMaking] = useMakeLink(ownerId, party.id, null);
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-reading">
        Make a link and send it around. It opens {dog.name}'s invitation without an account or an app, and your guests
        tell you who comes: people, dogs and all.
      </p>
      <p className="max-w-reading text-ink-soft">
        Whoever has the link can open it. You decide who sees the place, and you can end the link at any time.
      </p>
      <Button size="large" disabled={isMaking} onClick={() => void make().then(() => focusOrHeading())}>
        {isMaking ? 'Making it...' : 'Make the Link'}
      </Button>
    </div>
  );
}
