import { Button } from '../ui/button.tsx';
import { Choices } from '../ui/choices.tsx';
import { classNames } from '../ui/class-names.ts';
import { PawIcon } from '../ui/icons.tsx';
import { canShare, saveFile, share } from '../ui/share.ts';
import type { CardPicture } from './use-card-picture.ts';

const formatNames = { post: 'Portrait', story: 'Story' };

async function shareOrSave(file: File) {
  // If the device refuses to share, the picture is saved.
  if ((await share({ files: [file] })) === 'refused') saveFile(file);
}

/** A drawn card as it looks, with its shapes, to save or to share as a picture. */
export function CardPreview({ card, alt }: { card: CardPicture; alt: string }) {
  const { drawing, hasFailed } = card;
  const file = drawing?.file;
  return (
    <div className="grid content-start gap-4">
      <div
        className={classNames(
          'mx-auto grid w-full place-items-center overflow-hidden rounded-field border-2 border-line bg-paper',
          card.format === 'story' ? 'aspect-[9/16] max-w-64' : 'aspect-[4/5] max-w-80',
        )}
      >
        {drawing && <img src={drawing.url} alt={alt} className="size-full object-contain" />}
        {!drawing && !hasFailed && <PawIcon className="size-12 animate-wag text-ink-soft" />}
        {hasFailed && (
          <div className="grid justify-items-center gap-3 p-4 text-center">
            <p>The picture could not be drawn. Everything else works without it.</p>
            <Button variant="secondary" onClick={card.retry}>
              Draw Again
            </Button>
          </div>
        )}
      </div>
      <Choices
        label="Shape of the picture"
        names={formatNames}
        chosen={card.format}
        onChoose={card.setFormat}
        className="flex justify-center gap-2"
        optionClasses="rounded-pill px-4"
        restClasses="border-edge"
      />
      <div className="flex flex-wrap justify-center gap-3">
        <Button variant="secondary" disabled={!file} onClick={() => file && saveFile(file)}>
          Save Picture
        </Button>
        {file && canShare({ files: [file] }) && (
          <Button variant="secondary" onClick={() => void shareOrSave(file)}>
            Share Picture
          </Button>
        )}
      </div>
    </div>
  );
}
