import { useId } from 'react';
import { photoProblemTexts } from '../copy/photo-problems.ts';
import { Button } from '../ui/button.tsx';
import { FileButton } from '../ui/file-button.tsx';
import { largestZoom } from './crop.ts';
import type { Card } from './use-card.ts';

/** Choosing the photo of a card, and its place in the frame. */
export function PhotoTools({
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
            <Button look="secondary" aria-pressed={isMoving} onClick={() => onMoving(!isMoving)}>
              {isMoving ? 'Done Moving' : 'Move Photo'}
            </Button>
            <Button look="quiet" onClick={card.resetCrop}>
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
              className="min-h-11 w-full accent-raspberry"
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
          <Button look="secondary" onClick={card.removePhoto}>
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
