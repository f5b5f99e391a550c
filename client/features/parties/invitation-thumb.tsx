import type { CalendarDate } from '../../../domain/dates/calendar-date.ts';
import { CalendarLeaf } from '../../art/calendar-leaf.tsx';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { Flags } from '../../art/flags.tsx';
import type { Dog } from '../../data/records/dogs.ts';
import type { Party } from '../../data/records/parties.ts';
import { invitationKicker } from '../../shared/invitation/invitation-content.ts';
import { classNames } from '../../ui/class-names.ts';
import { MemoryStamp } from './memory-stamp.tsx';

/** A party's invitation, small. Pressing it opens the invitation itself. */
export function InvitationThumb({
  dog,
  party,
  today,
  onOpen,
}: {
  dog: Dog;
  party: Party;
  today: CalendarDate;
  onOpen: () => void;
}) {
  const { celebrationDate } = party;
  const isPast = celebrationDate < today;
  return (
    <button
      type="button"
      onClick={onOpen}
      className={classNames(
        'relative flex h-64 w-full flex-col overflow-hidden rounded-field border-2 border-edge bg-field text-start shadow-card',
        'transition duration-easy ease-spring hover:-translate-y-1 hover:rotate-0',
        isPast ? 'rotate-1' : '-rotate-1',
      )}
    >
      <span className="relative block h-36 w-full shrink-0 border-b-2 border-edge">
        <DogPhoto
          dog={dog}
          photo={dog.photoUrl}
          alt=""
          isCelebrating={celebrationDate === today}
          loading="lazy"
          className="block size-full"
        />
        <Flags className="absolute inset-x-0 top-0 h-8 w-full" />
      </span>
      {/* On the lower edge of the photo, off the face. The date of a past party stands below the invitation. */}
      {isPast ? (
        <MemoryStamp className="absolute -end-1 top-17 size-20 -rotate-12" />
      ) : (
        <span className="absolute end-2 top-18.5">
          <CalendarLeaf date={celebrationDate} isToday={celebrationDate === today} />
        </span>
      )}
      <span className="block px-3 pt-2.5 text-sm text-ink-soft">{invitationKicker(celebrationDate, today)}</span>
      <strong className="mx-3 mt-0.5 line-clamp-3 font-display leading-tight wrap-anywhere">{party.title}</strong>
    </button>
  );
}
