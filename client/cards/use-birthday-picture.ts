import { useEffect, useEffectEvent, useRef } from 'react';
import type { BirthdayReport } from '../../domain/celebrations/birthday-report.ts';
import { canShare } from '../ui/share.ts';
import type { PicturedDog } from './birthday-picture.ts';

/** How long a press waits for the picture, in milliseconds. A share sheet opens only soon after the press. */
const patience = 600;

/**
 * Prepares the birthday card to share with a report. It is drawn at the first touch or key after the report appears, so that it does
 * not delay the report. The returned function resolves to null if the picture is not ready in time. A card on the screen is drawn by
 * `useCardPicture`, whose code a report need not load.
 */
export function useBirthdayPicture(dog: PicturedDog, report: BirthdayReport): () => Promise<File | null> {
  const drawn = useRef<{ of: string; picture: Promise<File | null> } | null>(null);
  const key = JSON.stringify([dog.name, dog.size, dog.photoUrl, dog.photoFocus, report]);

  function prepare(): Promise<File | null> {
    if (drawn.current?.of !== key) {
      // Where the share sheet accepts no pictures, none is drawn.
      const picture = canShare({ files: [new File([], 'card.png', { type: 'image/png' })] })
        ? import('./birthday-picture.ts').then(({ birthdayPicture }) => birthdayPicture(dog, report)).catch(() => null)
        : Promise.resolve(null);
      drawn.current = { of: key, picture };
    }
    return drawn.current.picture;
  }

  const begin = useEffectEvent(() => void prepare());
  useEffect(() => {
    const gone = new AbortController();
    for (const kind of ['pointerdown', 'keydown']) {
      window.addEventListener(kind, () => begin(), { signal: gone.signal, passive: true });
    }
    return () => gone.abort();
  }, []);

  return () => {
    const late = new Promise<null>((resolve) => window.setTimeout(() => resolve(null), patience));
    return Promise.race([prepare(), late]);
  };
}
