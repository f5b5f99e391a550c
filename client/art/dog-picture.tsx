import type { PhotoFocus } from '../../domain/dogs/photo-focus.ts';
import type { DogSize } from '../../domain/dogs/size.ts';
import { classNames } from '../ui/class-names.ts';
import { DogPhoto } from './dog-photo.tsx';
import { PartyHat } from './features.tsx';

type DogPictureProps = {
  dog: { name: string; size: DogSize; breed?: string | null; photoUrl: string | null; photoFocus?: PhotoFocus | null };
  isCelebrating?: boolean;
  className: string;
};

/**
 * A dog in a round frame with an ink ring: its photo, or the dog of its size where there is none. It wears a party hat on the day
 * of a celebration, which stands out above the frame by a third of its height. Decorative, because the dog's name is always
 * beside it.
 */
export function DogPicture({ dog, isCelebrating = false, className }: DogPictureProps) {
  return (
    <span className={classNames('relative block shrink-0', className)}>
      <span className="block size-full overflow-hidden rounded-full border-2 border-ring">
        <DogPhoto
          dog={dog}
          loading="lazy"
          isSmall
          // The face is nearer on the dog's day.
          className={classNames('block size-full', isCelebrating && 'origin-[50%_40%] scale-140 [&:is(svg)]:scale-120')}
        />
      </span>
      {isCelebrating && (
        <svg viewBox="0 0 80 80" className="absolute inset-0 size-full overflow-visible" aria-hidden="true">
          <g stroke="var(--art-ink)" strokeWidth="4" strokeLinecap="round" strokeLinejoin="round">
            <PartyHat
              transform="translate(27 10) rotate(-20) scale(.62)"
              fill="var(--art-butter)"
              trim="var(--art-raspberry)"
            />
          </g>
        </svg>
      )}
    </span>
  );
}
