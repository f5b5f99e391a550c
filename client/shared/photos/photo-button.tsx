import { type ComponentProps, useId } from 'react';
import { FileButton } from '../../ui/file-button.tsx';
import { stageTexts, type usePhotoUpload } from './photo-upload.ts';

export function PhotoButton({
  upload: { stage, problem, choose },
  'aria-describedby': described,
  children,
  ...rest
}: Partial<ComponentProps<typeof FileButton>> & {
  upload: Pick<ReturnType<typeof usePhotoUpload>, 'stage' | 'problem'> & { choose: (file: File) => void };
}) {
  const id = useId();
  const isBusy = stage !== 'idle';
  return (
    <>
      <FileButton
        {...rest}
        isBusy={isBusy}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? id : described}
        onChoose={choose}
      >
        <span>
          <span role="status">{stageTexts[stage]}</span>
          {!isBusy && <span>{children}</span>}
        </span>
      </FileButton>
      {problem && (
        <p id={id} role="alert" className="px-3 text-sm font-bold text-danger">
          {problem}
        </p>
      )}
    </>
  );
}
