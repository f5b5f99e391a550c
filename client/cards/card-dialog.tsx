import type { PhotoFocus } from '../../domain/dogs/photo-focus.ts';
import type { Message } from '../copy/messages.ts';
import { Dialog } from '../ui/dialog.tsx';
import { CardEditor } from './card-editor.tsx';
import type { CardToShare } from './card-to-share.ts';

export type { CardToShare } from './card-to-share.ts';

/** A card to look at, to change, to save and to share. */
export function CardDialog({
  title,
  card,
  dogName,
  photo = null,
  focus = null,
  isFinished = false,
  failure,
  onClose,
}: {
  title: string;
  card: CardToShare;
  dogName: string;
  /** The address of the dog's own photo. */
  photo?: string | null;
  /** Where the dog's face is in that photo. */
  focus?: PhotoFocus | null;
  /** Whether the card arrives from below, as the end of something. */
  isFinished?: boolean;
  /** What is said when the card cannot be drawn, instead of the words for a birthday card. */
  failure?: Message;
  onClose: () => void;
}) {
  return (
    <Dialog isWide title={title} onClose={onClose}>
      <CardEditor
        card={card}
        dogName={dogName}
        photo={photo}
        focus={focus}
        isFinished={isFinished}
        onDone={onClose}
        {...(failure && { failure })}
      />
    </Dialog>
  );
}
