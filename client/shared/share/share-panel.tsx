import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ShareIcon } from '../../ui/icons.tsx';
import { TextToCopy } from '../../ui/text-to-copy.tsx';
import { type PictureInTime, type ShareText, useSharing } from './use-sharing.ts';

type SharePanelProps = {
  words: ShareText;
  picture: PictureInTime;
  label?: string;
};

/** One button for the share sheet, with the picture if that accepts one. Without a share sheet it copies the words. */
export function SharePanel({ words, picture, label = 'Share' }: SharePanelProps) {
  const { share, isWaiting, textToCopy } = useSharing(words, picture);
  return (
    <div className="grid grid-cols-1 gap-4">
      <Button size="large" aria-busy={isWaiting} onClick={() => void share()}>
        <ShareIcon className={classNames('size-6 shrink-0', isWaiting && 'motion-safe:animate-wag')} />
        {label}
      </Button>
      {textToCopy && <TextToCopy text={textToCopy} />}
    </div>
  );
}
