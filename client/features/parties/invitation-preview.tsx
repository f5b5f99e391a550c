import { type ReactNode, useState } from 'react';
import { parseCalendarDate } from '../../../domain/dates/calendar-date.ts';
import type { PartyDraft } from '../../../domain/parties/party-draft.ts';
import { partyTimeOf } from '../../../domain/parties/party-time.ts';
import { tidyLine } from '../../../domain/text/text.ts';
import { CardPreview } from '../../cards/card-preview.tsx';
import type { Dog } from '../../data/records/dogs.ts';
import { useInvitation } from '../../shared/invitation/invitation-card.ts';
import { linkClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { PawIcon } from '../../ui/icons.tsx';

/**
 * The form of an invitation, with the invitation as it looks meanwhile: beside the form, or, on a phone, small above the fields,
 * where it stays in sight.
 */
export function InvitationPreview({ dog, draft, children }: { dog: Dog; draft: PartyDraft; children: ReactNode }) {
  const [isLarge, setIsLarge] = useState(false);
  const invitation = useInvitation(dog, {
    title: tidyLine(draft.title),
    celebrationDate: parseCalendarDate(draft.celebrationDate),
    time: partyTimeOf(draft.time, draft.timeZone),
    location: tidyLine(draft.location) || null,
  });
  const { drawing, hasFailed } = invitation.card;
  return (
    <>
      {/* The negative margins reach over the padding of the dialog, in which it sticks. */}
      <div className="sticky -top-6 z-10 -mx-6 flex items-center gap-4 border-b-2 border-line bg-card px-6 py-3 sm:-top-8 md:hidden">
        <span
          className={classNames(
            'grid shrink-0 place-items-center overflow-hidden rounded-field border-2 border-line bg-paper transition-[height,width] duration-easy ease-settle',
            isLarge ? 'h-70 w-56' : 'h-30 w-24',
          )}
        >
          {drawing ? (
            <img src={drawing.url} alt={invitation.alt} className="size-full object-contain" />
          ) : (
            <PawIcon className={classNames('size-8 text-raspberry', !hasFailed && 'animate-wag')} />
          )}
        </span>
        <p className="min-w-0">
          Your invitation, as you type.{' '}
          <button type="button" className={linkClasses} onClick={() => setIsLarge(!isLarge)}>
            {isLarge ? 'Show It Small' : 'Show It Large'}
          </button>
        </p>
      </div>
      {children}
      <div className="hidden md:block">
        <CardPreview {...invitation} />
      </div>
    </>
  );
}
