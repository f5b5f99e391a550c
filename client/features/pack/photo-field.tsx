import { type DragEvent, useId, useRef, useState } from 'react';
import type { PhotoFocus } from '../../../domain/dogs/photo-focus.ts';
import type { DogSize } from '../../../domain/dogs/size.ts';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { smallPhotoText } from '../../copy/photo-problems.ts';
import { stageTexts, type usePhotoUpload } from '../../shared/photos/photo-upload.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { PawIcon } from '../../ui/icons.tsx';
import { loadedPart } from '../../ui/loaded.tsx';

/** If the code cannot be loaded, the photo is shown as if the owner had not marked the face. */
const LaterFacePicker = loadedPart(
  async () => (await import('../../shared/fields/face-picker.tsx')).FacePicker,
  null,
  () => null,
);

/** Lets the owner choose a dog's photo, or drop one onto the field, and say where the dog's face is in it. */
export function PhotoField({
  photo,
  dog,
  upload: { stage, problem, isSmall, choose: takeUp },
  onFocus,
  onRemove,
}: {
  photo: string | null;
  dog: { name: string; size: DogSize; photoFocus: PhotoFocus | null };
  upload: ReturnType<typeof usePhotoUpload>;
  onFocus: (focus: PhotoFocus) => void;
  onRemove: () => void;
}) {
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [isPicking, setIsPicking] = useState(false);
  const isBusy = stage !== 'idle';
  const name = dog.name.trim();
  // A finger cannot drag files.
  const canDrop = !window.matchMedia('(pointer: coarse)').matches;
  const hint = canDrop && !photo && !isBusy ? 'Or drop a picture here.' : undefined;

  function choose(file: File) {
    // Asks now, because this is the moment at which owners look at the crop.
    setIsPicking(true);
    takeUp(file);
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
      const [file] = event.dataTransfer.files;
      if (file && !isBusy) choose(file);
    },
  };

  return (
    <fieldset {...dropZone} className="min-w-0">
      <legend className="mb-1.5 font-sans">
        Photo<span className="font-normal text-ink-soft"> (optional)</span>
      </legend>
      <div
        className={classNames(
          'flex flex-wrap items-center gap-3 rounded-field border-2 border-dashed p-3 transition-colors duration-quick sm:gap-6',
          isOver ? 'border-ink bg-apricot-wash' : problem ? 'border-danger bg-field' : 'border-edge bg-field',
        )}
      >
        <DogPhoto
          // Uses the chosen coat. A coat derived from the name would change with each letter typed.
          dog={{ name, size: dog.size, photoFocus: dog.photoFocus }}
          photo={photo}
          alt={`${name || 'Your dog'}, as chosen`}
          isSmall
          className="block size-26 shrink-0 overflow-hidden rounded-full border-3 border-ink sm:size-28"
        />
        <div className="grid min-w-0 flex-1 basis-[7.5rem] justify-items-start gap-2">
          <FileButton
            ref={chooser}
            isBusy={isBusy}
            aria-invalid={problem !== undefined}
            aria-describedby={problem ? `${id}problem` : hint && `${id}hint`}
            onChoose={choose}
          >
            {photo ? 'Change Photo' : 'Choose a Photo'}
          </FileButton>
          {photo && !isBusy && (
            <div className="flex flex-wrap gap-2 max-sm:[&>button]:px-3">
              {!isPicking && (
                <Button
                  variant="secondary"
                  onClick={() => {
                    // This button goes.
                    chooser.current?.focus();
                    setIsPicking(true);
                  }}
                >
                  Adjust<span className="sr-only"> Photo</span>
                </Button>
              )}
              <Button
                variant="danger"
                onClick={() => {
                  chooser.current?.focus();
                  onRemove();
                }}
              >
                Remove<span className="sr-only"> Photo</span>
              </Button>
            </div>
          )}
          <p role="status" className={classNames('flex items-center gap-2 font-bold', !isBusy && 'sr-only')}>
            {isBusy && <PawIcon className="size-5 animate-wag text-ink-soft" />}
            <span>{stageTexts[stage]}</span>
          </p>
          {hint && (
            <p id={`${id}hint`} className="text-sm text-ink-soft">
              {hint}
            </p>
          )}
        </div>
      </div>
      {photo && isPicking && !isBusy && (
        <LaterFacePicker photo={photo} name={name} focus={dog.photoFocus} onChange={onFocus} />
      )}
      <p role="status" className="mt-1.5 text-sm text-ink-soft empty:hidden">
        {photo && !isBusy && isSmall && smallPhotoText}
      </p>
      {problem && (
        <p id={`${id}problem`} role="alert" className="mt-1.5 text-sm font-bold text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
