import { useState } from 'react';
import type { BirthdayReport } from '../../../domain/birthday-report.ts';
import type { CalculatorInput } from '../../../domain/drafts.ts';
import { messages } from '../../copy/messages.ts';
import { photoProblemTexts } from '../../copy/problems.ts';
import { Button } from '../../ui/button.tsx';
import { CardPreview } from '../../ui/card/card-preview.tsx';
import { loadPicture } from '../../ui/card/picture.ts';
import { useCardPicture } from '../../ui/card/use-card-picture.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { type ImageProblem, imageProblemOf } from '../../ui/image/image-problem.ts';
import { showError } from '../../ui/toaster.tsx';
import { birthdayCard, birthdayCardAlt } from './birthday-card.ts';

/** The dog's birthday card, with a picture of this device if one is chosen. The picture is not uploaded. */
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
  const [problem, setProblem] = useState<ImageProblem | null>(null);
  const card = useCardPicture({
    content: birthdayCard(dog, report),
    photo,
    fileName: 'birthday-card.png',
    onFailure: () => showError(messages.cardFailed),
  });

  async function choose(file: File) {
    try {
      setPhoto(await loadPicture(file));
      setProblem(null);
    } catch {
      setProblem(imageProblemOf(file));
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
            <FileButton
              accept="image/*"
              aria-describedby={problem ? 'card-photo-problem' : undefined}
              onChoose={(file) => void choose(file)}
            >
              {photo ? 'Choose Another Photo' : 'Choose a Photo'}
            </FileButton>
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
