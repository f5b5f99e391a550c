import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { PhotoFocus } from '../../domain/dogs/photo-focus.ts';
import { messages } from '../copy/messages.ts';
import { photoProblemTexts, smallPhotoText } from '../copy/photo-problems.ts';
import { SharePanel } from '../shared/share/share-panel.tsx';
import { savePicture } from '../shared/share/use-sharing.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { FileButton } from '../ui/file-button.tsx';
import { isBlurry } from '../ui/image/fitted-size.ts';
import { useIsWide } from '../ui/use-is-wide.ts';
import type { CardToShare } from './card.ts';
import { DrawingFailed, ShapeChoice, StyleChoice } from './card-choices.tsx';
import { CardStage } from './card-stage.tsx';
import { largestZoom } from './crop.ts';
import { type Card, type KeptWish, useCard } from './use-card.ts';

/** What of the photo its frame shows, for hands that do not drag. */
const sliders = [
  { label: 'Zoom', part: 'zoom', least: 100, most: largestZoom * 100 },
  { label: 'From the left', part: 'x', least: 0, most: 100 },
  { label: 'From the top', part: 'y', least: 0, most: 100 },
] as const;

function PhotoTools({ card, placeOfPhoto, onDone }: { card: Card; placeOfPhoto: string; onDone: () => void }) {
  const ids = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { problem, crop } = card;
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section aria-labelledby={`${ids}title`} className="flex flex-col gap-4">
      <h2 ref={heading} id={`${ids}title`} tabIndex={-1} className="text-title">
        Adjust Photo
      </h2>
      {card.picture.photoSize && <p className="-mt-3 text-sm text-ink-soft">Drag the photo to move it.</p>}
      {card.picture.photoSize && crop && (
        <div className="grid gap-3">
          {sliders.map(({ label, part, least, most }) => {
            const percent = 5 * Math.round(crop[part] * 20);
            return (
              <label key={part} className="grid gap-1 font-bold">
                {label}
                <input
                  type="range"
                  min={least}
                  max={most}
                  step={5}
                  value={percent}
                  aria-valuetext={`${percent} percent`}
                  className="w-full"
                  onChange={({ target }) => card.move(0, 0, 1, { [part]: target.valueAsNumber / 100 })}
                />
              </label>
            );
          })}
        </div>
      )}
      <div className="flex flex-wrap gap-2 *:grow *:px-2.5 md:*:first:basis-full">
        <FileButton
          aria-describedby={problem ? `${ids}problem` : undefined}
          onChoose={(file) => void card.choosePhoto(file)}
        >
          {card.photo ? 'Choose Another' : 'Choose a Photo'}
        </FileButton>
        {card.picture.photoSize && (
          <Button variant="secondary" onClick={card.resetCrop}>
            Reset
          </Button>
        )}
        {card.photo && (
          <Button variant="danger" onClick={card.removePhoto}>
            Remove
          </Button>
        )}
      </div>
      <PhotoNews card={card} id={`${ids}problem`} />
      <p className="text-sm text-ink-soft">{placeOfPhoto}</p>
      <Button size="large" onClick={onDone}>
        Done
      </Button>
    </section>
  );
}

function PhotoNews({ card: { problem, picture }, id }: { card: Card; id: string }) {
  return (
    <>
      {problem && (
        <p id={id} role="alert" className="font-bold text-danger">
          {photoProblemTexts[problem]}
        </p>
      )}
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {picture.photoSize && isBlurry(picture.photoSize) && smallPhotoText}
      </p>
    </>
  );
}

type CardEndsProps = {
  card: Card;
  toShare: CardToShare;
  placeOfPhoto: string;
  isAdjusting: boolean;
  onAdjust: () => void;
};

function CardEnds({ card, toShare, placeOfPhoto, isAdjusting, onAdjust }: CardEndsProps) {
  const ids = useId();
  const { picture, isPair } = card;
  const opener = useRef<HTMLButtonElement>(null);
  const hasPhoto = card.photo !== null;
  const before = useRef({ isAdjusting, hasPhoto });
  useEffect(() => {
    // What had the focus is gone: the tools, or the button that chose the photo.
    const isBack = before.current.isAdjusting && !isAdjusting;
    if (isBack || (hasPhoto && !before.current.hasPhoto)) opener.current?.focus({ preventScroll: true });
    before.current = { isAdjusting, hasPhoto };
  }, [isAdjusting, hasPhoto]);
  const canChoose = !hasPhoto && !isPair;
  return (
    <>
      {/* The tools say the same where they are open. */}
      {!isAdjusting && <PhotoNews card={card} id={`${ids}problem`} />}
      {canChoose && (
        // Two narrow columns have no room for it: the tools end at the foot of the card.
        <p id={`${ids}place`} className="text-sm text-ink-soft md:max-lg:sr-only">
          {placeOfPhoto}
        </p>
      )}
      <div className={classNames('grid gap-2 *:px-2', !isPair && 'grid-cols-2')}>
        <Button
          variant="secondary"
          // Not dimmed in the moment after each change until the file is made.
          className="disabled:bg-card!"
          disabled={!picture.file}
          onClick={() => picture.file && savePicture(picture.file)}
        >
          Save Picture
        </Button>
        {hasPhoto && (
          <Button ref={opener} variant="secondary" onClick={onAdjust}>
            Adjust Photo
          </Button>
        )}
        {canChoose && (
          <FileButton
            aria-describedby={`${ids}place${card.problem ? ` ${ids}problem` : ''}`}
            onChoose={(file) => void card.choosePhoto(file)}
          >
            Choose a Photo
          </FileButton>
        )}
      </div>
      <div className="foot-bar card-share">
        <SharePanel words={toShare.share} picture={picture.fileInTime} />
      </div>
    </>
  );
}

/** A wish is one line on the card, in characters. */
const longestWish = 60;

export function CardEditor({
  card: toShare,
  dogName,
  photo = null,
  focus = null,
  keptWish,
  onChoosePhoto,
  toolsClasses = '',
  children,
}: {
  card: CardToShare;
  dogName: string;
  /** The address of the dog's own photo. Another picture of the device can be chosen, and is not uploaded. */
  photo?: string | null;
  focus?: PhotoFocus | null;
  /** Where the owner's wish is kept, if it outlives the editor. */
  keptWish?: KeptWish;
  /** Called with the photo of this device that is put on the card; null if none is to be on it. */
  onChoosePhoto?: (file: File | null) => void;
  /** How the tools look where they are beside the card. */
  toolsClasses?: string;
  children?: ReactNode;
}) {
  const card = useCard(toShare, { photo, focus }, messages.cardFailed, keptWish, onChoosePhoto);
  const [isAdjusting, setIsAdjusting] = useState(false);
  const placeOfPhoto = `A photo chosen here stays on this device${onChoosePhoto ? ', for two days at most' : ''}.`;

  const areTiles = useIsWide(card.isPair ? '64rem' : '48rem');
  const adjust = () => setIsAdjusting(true);
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-3 md:grid-cols-[minmax(0,61svh)_minmax(min(19rem,50%),1fr)] lg:grid-cols-[minmax(0,61svh)_minmax(min(24rem,50%),1fr)] lg:gap-x-12">
      <div className="card-picture min-w-0">
        {card.picture.hasFailed ? (
          <DrawingFailed onRetry={card.picture.retry} className="rounded-field border-2 border-line bg-paper p-8" />
        ) : (
          <CardStage
            card={card}
            alt={[toShare.alt, card.wish].filter(Boolean).join('. ')}
            dogName={dogName}
            isMoving={isAdjusting}
            onGrab={adjust}
          />
        )}
      </div>
      <div className={`flex flex-col gap-3 md:gap-4 ${card.isPair ? 'tools-of-pair lg:justify-center' : toolsClasses}`}>
        {areTiles && children}
        <StyleChoice card={card} as={areTiles ? 'tiles' : 'dots'} />
        {/* Dots belong to the cards above them. */}
        {!areTiles && children}
        {isAdjusting && <PhotoTools card={card} placeOfPhoto={placeOfPhoto} onDone={() => setIsAdjusting(false)} />}
        {/* Hidden instead of removed, so that it keeps its state. */}
        <div className="flex flex-col gap-3 md:gap-4" hidden={isAdjusting}>
          <ShapeChoice card={card} />
          <TextField
            label={card.isPair ? 'Your words' : 'Your wish'}
            value={card.wish}
            maxLength={longestWish}
            autoComplete="off"
            dir="auto"
            onValueChange={card.setWish}
          />
          <CardEnds {...{ card, toShare, placeOfPhoto, isAdjusting }} onAdjust={adjust} />
        </div>
      </div>
    </div>
  );
}

type CardDialogProps = Parameters<typeof CardEditor>[0] & { title: string; onClose: () => void };

export function CardDialog({ title, onClose, ...editor }: CardDialogProps) {
  return (
    <Dialog isWide title={title} closeLabel="Close" onClose={onClose}>
      <CardEditor {...editor} />
    </Dialog>
  );
}
