import { ShareIcon } from '../../ui/art/icons.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import { ShareRow } from './share-row.tsx';
import { type PictureInTime, useSharing, type Words } from './use-sharing.ts';

/**
 * Ways to share: one button for the device's share sheet, with the picture where it takes one, and the places by name. Where the
 * device has no share sheet, the button copies the words.
 */
export function SharePanel({ words, picture }: { words: Words; picture: PictureInTime }) {
  const { share, copy, isWaiting, textToCopy } = useSharing(words, picture);
  return (
    <div className="grid grid-cols-1 gap-4">
      <Button size="large" aria-busy={isWaiting} onClick={() => void share()}>
        <ShareIcon className={classNames('size-6 shrink-0', isWaiting && 'motion-safe:animate-wag')} />
        Share
      </Button>
      <ShareRow words={words} picture={picture} copy={(done) => void copy(done)} />
      {textToCopy && <TextToCopy text={textToCopy} />}
    </div>
  );
}
