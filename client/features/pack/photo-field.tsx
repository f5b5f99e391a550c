import { type DragEvent, useId, useState } from 'react';
import type { DogSize } from '../../../domain/size.ts';
import { PawIcon } from '../../ui/art/icons.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DogPhoto } from '../../ui/dog-photo.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import type { PhotoStage } from './photo-upload.ts';

const stageTexts: Record<PhotoStage, string> = { idle: '', shrinking: 'Making it smaller…', uploading: 'Uploading…' };

/** Lets the owner choose a dog's photo, or drop one onto the field. */
export function PhotoField({
  photo,
  dog,
  stage,
  problem,
  onChoose,
  onRemove,
}: {
  photo: string | null;
  dog: { name: string; size: DogSize };
  stage: PhotoStage;
  problem: string | undefined;
  onChoose: (file: File) => void;
  onRemove: () => void;
}) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const isBusy = stage !== 'idle';
  const name = dog.name.trim();

  const dropZone = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      const [file] = event.dataTransfer.files;
      if (file && !isBusy) onChoose(file);
    },
  };

  return (
    <fieldset {...dropZone} className="min-w-0">
      <legend className="mb-1.5 font-sans">
        Photo<span className="font-normal text-ink-soft"> (optional)</span>
      </legend>
      <div
        className={classNames(
          'flex items-center gap-4 rounded-field border-2 border-dashed p-3 transition-colors duration-quick',
          isOver ? 'border-raspberry bg-raspberry-wash' : problem ? 'border-danger bg-field' : 'border-edge bg-field',
        )}
      >
        <DogPhoto
          dog={{ name, size: dog.size }}
          photo={photo}
          alt={`${name || 'Your dog'}, as chosen`}
          className="size-24 shrink-0 rounded-field sm:size-32"
        />
        <div className="grid min-w-0 justify-items-start gap-2">
          <FileButton
            accept="image/*,.heic,.heif"
            disabled={isBusy}
            aria-invalid={problem !== undefined}
            aria-describedby={problem ? `${id}problem` : `${id}hint`}
            onChoose={onChoose}
          >
            {photo ? 'Choose another photo' : 'Choose a photo'}
          </FileButton>
          {photo && !isBusy && (
            <Button look="quiet" onClick={onRemove}>
              Remove photo
            </Button>
          )}
          <p role="status" className={classNames('flex items-center gap-2 font-bold', !isBusy && 'sr-only')}>
            {isBusy && <PawIcon className="size-5 animate-wag text-raspberry" />}
            {stageTexts[stage]}
          </p>
          {!photo && !isBusy && (
            <p id={`${id}hint`} className="text-sm text-ink-soft">
              Or drop a picture here.
            </p>
          )}
        </div>
      </div>
      {problem && (
        <p id={`${id}problem`} role="alert" className="mt-1.5 text-sm font-bold text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
