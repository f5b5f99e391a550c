import { type PhotoFocus, usualFocus } from '../../../domain/dogs/photo-focus.ts';
import { defaultSize } from '../../../domain/dogs/size.ts';
import type { InvitingDog } from '../../../domain/guests/invitation-view.ts';
import { DogPlaceholder } from '../../art/dog-placeholder.tsx';

/** The policy of the page takes no styles of a single element, so the focus is rounded to classes: see styles/invitation.css. */
function focusClasses({ x, y }: PhotoFocus): string {
  const step = (percent: number) => Math.round(percent / 5);
  return `focus-x-${step(x)} focus-y-${step(y)}`;
}

/** The dog's photo around its face, or the dog of its size. `photo` is an address on this site or of its storage. */
export function DogInFrame({ dog, photo }: { dog: InvitingDog; photo: string | null }) {
  const { name, size, photoFocus } = dog;
  if (photo === null) {
    return <DogPlaceholder dog={{ name, size: size ?? defaultSize }} className="size-full" isCelebrating />;
  }
  return (
    <img
      src={photo}
      alt={`${name}, a dog`}
      fetchPriority="high"
      className={`photo in-focus block size-full bg-(--art-ground-medium) object-cover ${focusClasses(photoFocus ?? usualFocus)}`}
    />
  );
}
