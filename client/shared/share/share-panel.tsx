import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ShareIcon } from '../../ui/icons.tsx';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import { ShareRow } from './share-row.tsx';
import { type PictureInTime, type ShareText, useSharing } from './use-sharing.ts';

/**
 * Ways to share: one button for the device's share sheet, with the picture if it accepts one, and the places by name. If the device
 * has no share sheet, the button copies the words.
 */
export function SharePanel({
  words,
  picture,
  hasPlaces = true,
}: {
  words: ShareText;
  picture: PictureInTime;
  hasPlaces?: boolean;
}) {
  const { share, copy, isWaiting, textToCopy } = useSharing(words, picture);
  return (
    <div className="grid grid-cols-1 gap-4">
      <Button size="large" aria-busy={isWaiting} onClick={() => void share()}>
        <ShareIcon className={classNames('size-6 shrink-0', isWaiting && 'motion-safe:animate-wag')} />
        Share
      </Button>
      {hasPlaces && <ShareRow words={words} picture={picture} copy={(done) => void copy(done)} />}
      {textToCopy && <TextToCopy text={textToCopy} />}
    </div>
  );
}
