import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ShareIcon } from '../../ui/icons.tsx';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import { ShareRow } from './share-row.tsx';
import { type PictureInTime, type Prepare, type ShareText, useSharing } from './use-sharing.ts';

/**
 * Ways to share: one button for the device's share sheet, with the picture if it accepts one, and the places by name. If the device
 * has no share sheet, the button copies the words.
 */
export function SharePanel({
  words,
  picture,
  label = 'Share',
  prepare,
  places = 'shown',
}: {
  words: ShareText;
  picture: PictureInTime;
  label?: string;
  /** Runs first when the button is pressed. */
  prepare?: Prepare;
  /** `awaited` reserves their space. */
  places?: 'shown' | 'awaited' | 'none';
}) {
  const { share, copy, isWaiting, isOnceMore, textToCopy } = useSharing(words, picture, prepare);
  return (
    <div className="grid grid-cols-1 gap-4">
      <Button size="large" aria-busy={isWaiting} onClick={() => void share()}>
        <ShareIcon className={classNames('size-6 shrink-0', isWaiting && 'motion-safe:animate-wag')} />
        {isWaiting && prepare && words.url === null ? 'Getting it ready...' : label}
      </Button>
      <p role="status" className="font-bold empty:hidden">
        {isOnceMore && 'All ready! Press once more to send it.'}
      </p>
      {places !== 'none' && (
        <div className={classNames(places === 'awaited' && 'invisible')}>
          <ShareRow words={words} picture={picture} copy={(done) => void copy(done)} />
        </div>
      )}
      {textToCopy && <TextToCopy text={textToCopy} />}
    </div>
  );
}
