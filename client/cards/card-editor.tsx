import { type ReactNode, useId, useState } from 'react';
import type { PhotoFocus } from '../../domain/dogs/photo-focus.ts';
import { type Message, messages } from '../copy/messages.ts';
import { photoProblemTexts } from '../copy/photo-problems.ts';
import { SharePanel } from '../shared/share/share-panel.tsx';
import type { PictureInTime } from '../shared/share/use-sharing.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { FileButton } from '../ui/file-button.tsx';
import { saveFile } from '../ui/share.ts';
import type { CardToShare } from './card.ts';
import { ShapeChoice, StyleChoice } from './card-choices.tsx';
import { CardStage } from './card-stage.tsx';
import { largestZoom } from './crop.ts';
import { type Card, useCard } from './use-card.ts';

/** Choosing the photo of a card, and its place in the frame. */
function PhotoTools({
  card,
  isMoving,
  onMoving,
}: {
  card: Card;
  isMoving: boolean;
  onMoving: (isMoving: boolean) => void;
}) {
  const problemId = useId();
  const zoomId = useId();
  const { problem, zoom } = card;
  return (
    <div className="grid gap-3">
      {card.picture.photoSize && (
        <>
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" aria-pressed={isMoving} onClick={() => onMoving(!isMoving)}>
              {isMoving ? 'Done Moving' : 'Move Photo'}
            </Button>
            <Button variant="quiet" onClick={card.resetCrop}>
              Reset
            </Button>
          </div>
          <div className="grid gap-1">
            <label htmlFor={zoomId} className="font-bold">
              Zoom
            </label>
            <input
              id={zoomId}
              type="range"
              min={100}
              max={largestZoom * 100}
              step={5}
              value={Math.round(zoom * 100)}
              aria-valuetext={`${Math.round(zoom * 100)} percent`}
              className="w-full"
              onChange={({ target }) => card.move(0, 0, target.valueAsNumber / 100 / zoom)}
            />
          </div>
        </>
      )}
      <div className="flex flex-wrap gap-3">
        <FileButton
          accept="image/*"
          aria-describedby={problem ? problemId : undefined}
          onChoose={(file) => void card.choosePhoto(file)}
        >
          {card.hasPhoto ? 'Choose Another Photo' : 'Choose a Photo'}
        </FileButton>
        {card.hasPhoto && (
          <Button variant="secondary" onClick={card.removePhoto}>
            Remove Photo
          </Button>
        )}
      </div>
      {problem && (
        <p id={problemId} role="alert" className="font-bold text-danger">
          {photoProblemTexts[problem]}
        </p>
      )}
      <p className="text-sm text-ink-soft">The card is made on this device. No picture is uploaded.</p>
    </div>
  );
}

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
          <Button variant="secondary" disabled={!file} onClick={() => file && saveFile(file)}>
            Save Picture
          </Button>
        </div>
        <Button variant="quiet" className="justify-self-center" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}

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
