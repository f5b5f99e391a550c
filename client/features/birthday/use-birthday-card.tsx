import { type ReactNode, useState } from 'react';
import { birthdayReport } from '../../../domain/birthday-report.ts';
import type { CalendarDate } from '../../../domain/calendar-date.ts';
import type { Dog } from '../../backend/records/dogs.ts';
import { messages } from '../../copy/messages.ts';
import type { birthdayCard } from '../../parts/card/birthday-card.ts';
import type { CardDialog } from '../../parts/card/card-dialog.tsx';
import { showError } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';

type OpenCard = { dog: Dog; Dialog: typeof CardDialog; cardFor: typeof birthdayCard };

/**
 * Loads the birthday card of a dog when it is asked for. Returns how to open it, and the open card, which slides up where
 * `isFinished` says that it is the end of the party.
 */
export function useBirthdayCard(
  today: CalendarDate,
  isFinished: boolean,
  onClose: () => void,
): [open: (dog: Dog) => void, card: ReactNode] {
  const [shown, setShown] = useState<OpenCard | null>(null);
  const [open] = useSingleFlight(async (dog: Dog) => {
    try {
      const [{ CardDialog }, { birthdayCard }] = await Promise.all([
        import('../../parts/card/card-dialog.tsx'),
        import('../../parts/card/birthday-card.ts'),
      ]);
      setShown({ dog, Dialog: CardDialog, cardFor: birthdayCard });
    } catch {
      showError(messages.cardFailed);
    }
  });
  if (!shown) return [(dog) => void open(dog), null];
  const { dog, Dialog, cardFor } = shown;
  const card = (
    <Dialog
      title={`A Birthday Card for ${dog.name}`}
      card={cardFor(dog, birthdayReport(dog, today), `${window.location.origin}/`)}
      dogName={dog.name}
      photo={dog.photoUrl}
      focus={dog.photoFocus}
      isFinished={isFinished}
      onClose={() => {
        setShown(null);
        onClose();
      }}
    />
  );
  return [(dog) => void open(dog), card];
}
