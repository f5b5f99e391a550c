import { type DragEvent, useId, useRef, useState } from 'react';
import type { PhotoFocus } from '../../../domain/dogs/photo-focus.ts';
import type { DogSize } from '../../../domain/dogs/size.ts';
import { DogPhoto } from '../../art/dog-photo.tsx';
import { smallPhotoText } from '../../copy/photo-problems.ts';
import { PhotoButton } from '../../shared/photos/photo-button.tsx';
import type { usePhotoUpload } from '../../shared/photos/photo-upload.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { optionalPart } from '../../ui/loaded.tsx';

const LaterFacePicker = optionalPart(async () => (await import('../../shared/fields/face-picker.tsx')).FacePicker);

/** Takes a picture that is dropped on an element. Returns whether one is over it. */
function useDrop(onDrop: (file: File) => void) {
  const [isOver, setIsOver] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      const [file] = event.dataTransfer.files;
      if (file) onDrop(file);
    },
  };
  return { isOver, handlers };
}

/** Beside the name and the birthday, and as high as both. Chosen, a photo needs the row. */
const besideClasses = 'sm:col-start-2 sm:row-span-2 sm:row-start-1 sm:self-stretch';

type PhotoFieldProps = {
  photo: string | null;
  dog: { name: string; size: DogSize; photoFocus: PhotoFocus | null };
  upload: ReturnType<typeof usePhotoUpload>;
  onFocus: (focus: PhotoFocus) => void;
  onRemove: () => void;
};

/** Lets the owner choose a dog's photo, or drop one onto the field, and say where the dog's face is in it. */
export function PhotoField({ photo, dog, upload, onFocus, onRemove }: PhotoFieldProps) {
  const hintId = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const [isPicking, setIsPicking] = useState(false);
  const isBusy = upload.stage !== 'idle';
  const name = dog.name.trim();
  // A finger cannot drag files.
  const canDrop = !window.matchMedia('(pointer: coarse)').matches && !photo && !isBusy;

  function choose(file: File) {
    // Asks now, because this is the moment at which owners look at the crop.
    setIsPicking(true);
    upload.choose(file);
  }

  const { isOver, handlers } = useDrop((file) => !isBusy && choose(file));
  const runAndLeave = (run: () => void) => () => {
    chooser.current?.focus();
    run();
  };
  return (
    <fieldset {...handlers} className={classNames('flex min-w-0 flex-col', photo ? 'col-span-full' : besideClasses)}>
      <legend className="mb-1.5 font-sans">
        Photo<span className="font-normal text-ink-soft"> (optional)</span>
      </legend>
      <div
        className={classNames(
          'flex grow flex-wrap items-center gap-3 rounded-field border-2 border-dashed p-3 transition-colors duration-quick',
          isOver ? 'border-ink bg-apricot-wash' : upload.problem ? 'border-danger bg-field' : 'border-edge bg-field',
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
        <div className="grid min-w-0 flex-1 basis-[7.5rem] justify-items-start gap-2 sm:flex sm:flex-wrap sm:items-center">
          <PhotoButton ref={chooser} upload={{ ...upload, choose }} aria-describedby={canDrop ? hintId : undefined}>
            {photo ? 'Change Photo' : 'Choose a Photo'}
          </PhotoButton>
          {photo && !isBusy && (
            <div className="flex flex-wrap gap-2 max-sm:[&>button]:px-3">
              {!isPicking && (
                <Button variant="secondary" onClick={runAndLeave(() => setIsPicking(true))}>
                  Adjust<span className="sr-only"> Photo</span>
                </Button>
              )}
              <Button variant="danger" onClick={runAndLeave(onRemove)}>
                Remove<span className="sr-only"> Photo</span>
              </Button>
            </div>
          )}
          {canDrop && (
            <p id={hintId} className="text-sm text-ink-soft">
              Or drop a picture here.
            </p>
          )}
        </div>
      </div>
      {photo && isPicking && !isBusy && (
        <LaterFacePicker photo={photo} name={name} focus={dog.photoFocus} onChange={onFocus} />
      )}
      <p role="status" className="mt-1.5 text-sm text-ink-soft empty:hidden">
        {photo && !isBusy && upload.isSmall && smallPhotoText}
      </p>
    </fieldset>
  );
}
