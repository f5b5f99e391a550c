import { useState } from 'react';
import type { BirthdayReport } from '../../../domain/birthday-report.ts';
import type { CalculatorInput } from '../../../domain/drafts.ts';
import { messages } from '../../copy/messages.ts';
import { photoProblemTexts } from '../../copy/problems.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { CardPreview } from '../../ui/card/card-preview.tsx';
import { loadPhoto } from '../../ui/card/photo.ts';
import { useCardPicture } from '../../ui/card/use-card-picture.ts';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { showError } from '../../ui/toaster.tsx';
import { birthdayCard, birthdayCardAlt } from './birthday-card.ts';

type PhotoProblem = 'not an image' | 'not readable' | 'HEIC not readable';

function problemOf(file: File): PhotoProblem {
  if (/hei[cf]$/i.test(file.type) || /\.hei[cf]$/i.test(file.name)) return 'HEIC not readable';
  return file.type.startsWith('image/') ? 'not readable' : 'not an image';
}

/** The dog's birthday card, with a picture chosen from this device. The picture never leaves it. */
export function BirthdayCardDialog({
  dog,
  report,
  onClose,
}: {
  dog: CalculatorInput;
  report: BirthdayReport;
  onClose: () => void;
}) {
  const [photo, setPhoto] = useState<HTMLImageElement | null>(null);
  const [problem, setProblem] = useState<PhotoProblem | null>(null);
  const card = useCardPicture({
    content: birthdayCard(dog, report),
    photo,
    fileName: 'birthday-card.png',
    onFailure: () => showError(messages.cardFailed),
  });

  async function choose(file: File) {
    try {
      setPhoto(await loadPhoto(file));
      setProblem(null);
    } catch {
      setProblem(problemOf(file));
    }
  }

  return (
    <Dialog isWide title={`A Birthday Card for ${dog.name}`} onClose={onClose}>
      <div className="grid grid-cols-1 gap-6 md:grid-cols-[1fr_20rem]">
        <div className="grid content-start gap-4">
          <p>
            Put {dog.name}'s picture on the card, or keep the drawing. Your picture stays on this device: it is not
            uploaded.
          </p>
          <div className="flex flex-wrap gap-3">
            <label
              className={classNames(
                buttonClasses('secondary'),
                'relative has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus',
              )}
            >
              <input
                type="file"
                accept="image/*"
                className="sr-only"
                aria-describedby={problem ? 'card-photo-problem' : undefined}
                onChange={(event) => {
                  const [file] = event.target.files ?? [];
                  if (file) void choose(file);
                  // The same file can be chosen again.
                  event.target.value = '';
                }}
              />
              {photo ? 'Choose Another Photo' : 'Choose a Photo'}
            </label>
            {photo && (
              <Button look="secondary" onClick={() => setPhoto(null)}>
                Remove Photo
              </Button>
            )}
          </div>
          {problem && (
            <p id="card-photo-problem" role="alert" className="font-bold text-danger">
              {photoProblemTexts[problem]}
            </p>
          )}
        </div>
        <CardPreview card={card} alt={birthdayCardAlt(dog.name, report)} />
      </div>
      <div className="mt-6 grid justify-end">
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  );
}
