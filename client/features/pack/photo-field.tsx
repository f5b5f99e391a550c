import { type DragEvent, useId, useState } from 'react';
import type { DogSize } from '../../../domain/size.ts';
import { DogPlaceholder } from '../../ui/art/dog-placeholder.tsx';
import { PawIcon } from '../../ui/art/icons.tsx';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { initialOf } from '../../ui/initial.ts';
import type { PhotoStage } from './photo-upload.ts';

const stageTexts: Record<PhotoStage, string> = { idle: '', shrinking: 'Making it smaller…', uploading: 'Uploading…' };

function Preview({ photo, name, size }: { photo: string | null; name: string; size: DogSize }) {
  const [broken, setBroken] = useState<string | null>(null);
  const className = 'size-24 shrink-0 rounded-field object-cover object-[50%_25%] sm:size-32';
  if (!photo || photo === broken) return <DogPlaceholder size={size} initial={initialOf(name)} className={className} />;
  return (
    <img src={photo} alt={`${name || 'Your dog'}, as chosen`} className={className} onError={() => setBroken(photo)} />
  );
}

/** The choice of a dog's photo: by a button, or dropped onto the field. */
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

  function choose(files: FileList | null) {
    const file = files?.[0];
    if (file && !isBusy) onChoose(file);
  }

  const dropZone = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      choose(event.dataTransfer.files);
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
        <Preview photo={photo} name={dog.name.trim()} size={dog.size} />
        <div className="grid min-w-0 justify-items-start gap-2">
          <label
            className={classNames(
              buttonClasses('secondary'),
              'focus-within:outline-3 focus-within:outline-offset-3 focus-within:outline-focus',
              isBusy && 'bg-dimmed text-on-dimmed',
            )}
          >
            {photo ? 'Choose another photo' : 'Choose a photo'}
            <input
              type="file"
              accept="image/*,.heic,.heif"
              className="sr-only"
              disabled={isBusy}
              aria-invalid={problem !== undefined}
              aria-describedby={problem ? `${id}problem` : `${id}hint`}
              onChange={(event) => {
                choose(event.target.files);
                // The same file may be chosen again.
                event.target.value = '';
              }}
            />
          </label>
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
