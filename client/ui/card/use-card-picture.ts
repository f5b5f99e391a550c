import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CardContent } from './draw-card.ts';
import type { CardFormat } from './layout.ts';

type Drawing = { file: File; url: string };

/** A card that is drawn again whenever its content changes. */
export type CardPicture = {
  format: CardFormat;
  setFormat: (format: CardFormat) => void;
  /** The newest picture; null until the first is drawn and after a failure. */
  drawing: Drawing | null;
  hasFailed: boolean;
  retry: () => void;
};

/** Loads the picture of an address once. Null, for the drawn dog, when that fails. */
function usePhotoLoader() {
  const loaded = useRef<{ url: string; photo: Promise<HTMLImageElement | null> } | null>(null);
  return (url: string) => {
    if (loaded.current?.url !== url) {
      const photo = import('./picture.ts').then(({ loadPicture }) => loadPicture(url)).catch(() => null);
      loaded.current = { url, photo };
    }
    return loaded.current.photo;
  };
}

/**
 * Loads the drawing module and draws a card. `photo` is a picture or its address. `onFailure` is called for the first failure in
 * a row.
 */
export function useCardPicture({
  content,
  photo,
  fileName,
  onFailure,
}: {
  content: CardContent;
  photo: HTMLImageElement | string | null;
  fileName: string;
  onFailure: () => void;
}): CardPicture {
  const [format, setFormat] = useState<CardFormat>('post');
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const lastTurn = useRef(Promise.resolve());
  const loadOnce = usePhotoLoader();

  const draw = useEffectEvent(async (isCurrent: () => boolean) => {
    try {
      const picture = typeof photo === 'string' ? await loadOnce(photo) : photo;
      const { drawCard } = await import('./draw-card.ts');
      const blob = await drawCard(content, { format, photo: picture });
      if (!isCurrent()) return;
      setDrawing({ file: new File([blob], fileName, { type: blob.type }), url: URL.createObjectURL(blob) });
      setHasFailed(false);
    } catch {
      if (!isCurrent()) return;
      setDrawing(null);
      if (!hasFailed) onFailure();
      setHasFailed(true);
    }
  });

  const contentKey = JSON.stringify(content);
  // biome-ignore lint/correctness/useExhaustiveDependencies: content is compared by value, and a retry by its number.
  useEffect(() => {
    let isCurrent = true;
    // Cards are drawn one at a time. Of the changes made meanwhile only the newest is drawn.
    lastTurn.current = lastTurn.current.then(() => (isCurrent ? draw(() => isCurrent) : undefined));
    return () => {
      isCurrent = false;
    };
  }, [contentKey, format, photo, attempt]);

  useEffect(() => () => URL.revokeObjectURL(drawing?.url ?? ''), [drawing]);

  return { format, setFormat, drawing, hasFailed, retry: () => setAttempt(attempt + 1) };
}
