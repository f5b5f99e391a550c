import { type ReactNode, useState } from 'react';
import type { PhotoFocus } from '../../domain/dogs/photo-focus.ts';
import { type Message, messages } from '../copy/messages.ts';
import { SharePanel } from '../shared/share/share-panel.tsx';
import type { PictureInTime } from '../shared/share/use-sharing.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { TextField } from '../ui/field.tsx';
import { saveFile } from '../ui/share.ts';
import { ShapeChoice, StyleChoice } from './card-choices.tsx';
import { CardStage } from './card-stage.tsx';
import type { CardToShare } from './card-to-share.ts';
import { PhotoTools } from './photo-tools.tsx';
import { useCard } from './use-card.ts';

/** A wish is one line on the card, in characters. */
const longestWish = 60;

const arrival =
  'transition duration-700 ease-settle starting:translate-y-2/3 starting:opacity-0 motion-reduce:transition-none';

/** A card: the picture first and large, ways to share it, then what an owner may change. */
export function CardEditor({
  card: toShare,
  dogName,
  photo = null,
  focus = null,
  failure = messages.cardFailed,
  isFinished = false,
  onDone,
  renderSharing = (picture) => <SharePanel words={toShare.share} picture={picture} />,
  children,
}: {
  card: CardToShare;
  dogName: string;
  /** The address of the dog's own photo. Another picture of the device can be chosen, and is not uploaded. */
  photo?: string | null;
  /** Where the dog's face is in that photo. */
  focus?: PhotoFocus | null;
  /** What is said when the card cannot be drawn. */
  failure?: Message;
  /** Whether the card arrives from below, as the end of something. */
  isFinished?: boolean;
  onDone: () => void;
  /** The ways to share, with the picture of the card. */
  renderSharing?: (picture: PictureInTime) => ReactNode;
  /** Stands between the ways to share and what may be changed. */
  children?: ReactNode;
}) {
  const card = useCard(toShare, { photo, focus }, failure);
  const [wantsToMove, setWantsToMove] = useState(false);
  const isMoving = wantsToMove && card.picture.photoSize !== null;
  const { file, fileInTime } = card.picture;
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-5 md:grid-cols-[minmax(0,1fr)_20rem]">
      <div
        className={classNames(
          'card-picture grid content-start gap-3 md:sticky md:top-0 md:self-start',
          isFinished && arrival,
        )}
      >
        <CardStage
          card={card}
          alt={toShare.alt}
          dogName={dogName}
          isMoving={isMoving}
          onPinch={() => setWantsToMove(true)}
        />
        <StyleChoice style={card.style} onChoose={card.setStyle} />
      </div>
      <div className="grid grid-cols-1 content-start gap-5">
        {renderSharing(fileInTime)}
        {children}
        <div className="grid grid-cols-1 gap-5 border-t-2 border-line pt-5">
          <ShapeChoice format={card.picture.format} onChoose={card.picture.setFormat} />
          <TextField
            label="Your wish"
            value={card.wish}
            maxLength={longestWish}
            autoComplete="off"
            dir="auto"
            // As the words of the card have it: a preview is too small for more than the date.
            hint={card.picture.format === 'preview' && 'The link card has no room for it. The other two show it.'}
            onValueChange={card.setWish}
          />
          <PhotoTools card={card} isMoving={isMoving} onMoving={setWantsToMove} />
          <Button look="secondary" disabled={!file} onClick={() => file && saveFile(file)}>
            Save Picture
          </Button>
        </div>
        <Button look="quiet" className="justify-self-center" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
