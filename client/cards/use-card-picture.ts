import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PhotoFocus } from '../../domain/dogs/photo-focus.ts';
import type { Message } from '../copy/messages.ts';
import type { CardContent, CardFormat, CardStyle, Size } from './card.ts';
import type { CardCrop } from './crop.ts';
import type { GuardedCanvasError } from './drawing/draw-card.ts';
import { loadPicture } from './drawing/picture.ts';
import { partDone } from './film.ts';

/** How long a press waits, in milliseconds. Browsers open a share sheet only soon after the press. */
const patience = 1_500;

/** Lets a press wait for a value that is being made: the function gives it, or null where it cannot be made or takes too long. */
function useAwaited<Value>(value: Value | null, isHopeless: boolean): () => Promise<Value | null> {
  const now = useRef({ value, isHopeless });
  const waiting = useRef(new Set<(value: Value | null) => void>());
  useEffect(() => {
    now.current = { value, isHopeless };
    if (value === null && !isHopeless) return;
    for (const resolve of waiting.current) resolve(value);
    waiting.current.clear();
  }, [value, isHopeless]);

  return () => {
    const { promise, resolve } = Promise.withResolvers<Value | null>();
    if (now.current.value !== null || now.current.isHopeless) resolve(now.current.value);
    else {
      waiting.current.add(resolve);
      window.setTimeout(() => resolve(null), patience);
    }
    return promise;
  };
}

/** How long changes must pause before the file is made, in milliseconds: nobody shares a card in the middle of a drag. */
const pause = 250;

/** Loads the picture of an address once. Null, for the drawn dog, when that fails. */
function usePhotoLoader() {
  const loaded = useRef<{ url: string; photo: Promise<HTMLImageElement | null> } | null>(null);
  return (url: string) => {
    if (loaded.current?.url !== url) {
      loaded.current = { url, photo: loadPicture(url).catch(() => null) };
    }
    return loaded.current.photo;
  };
}

/** Yields the figures of a seal from the first number to the last, for 0.9 seconds. Without motion, or a first one, only the last. */
async function* figuresUpTo(last: string, first = Number(last)) {
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  let began = 0;
  for (let figure = first; figure < Number(last) && !isStill; ) {
    yield String(figure);
    const now = await new Promise(requestAnimationFrame);
    began ||= now;
    figure = Math.floor(first + (Number(last) - first) * partDone((now - began) / 1000, 0.9));
  }
  yield last;
}

/** The width of a canvas that nobody has painted. */
const blankWidth = 300;

function useBoard() {
  const board = useRef<HTMLCanvasElement | null>(null);
  const shown = useRef<HTMLCanvasElement | null>(null);
  const show = useCallback(() => {
    const [from, to] = [board.current, shown.current];
    if (!from?.width || !to) return;
    Object.assign(to, { width: from.width, height: from.height });
    to.getContext('2d')?.drawImage(from, 0, 0);
  }, []);
  const canvas = useCallback(
    (element: HTMLCanvasElement | null) => {
      shown.current = element;
      // Only fills a blank canvas. One that was painted before keeps its picture until the new one is ready.
      if (element?.width === blankWidth) show();
    },
    [show],
  );
  const boardOnce = () => {
    board.current ??= Object.assign(document.createElement('canvas'), { width: 0, height: 0 });
    return board.current;
  };
  return { boardOnce, show, canvas };
}

type PictureWish = {
  content: CardContent;
  style?: CardStyle;
  format?: CardFormat;
  focus?: PhotoFocus | null;
  /** Which part of the photo is seen; the part around the face unless given. */
  crop?: CardCrop | null;
  photo: HTMLImageElement | string | null;
  fileName: string;
  /** From where the number of the seal counts up, unless motion is not wanted. */
  countsFrom?: number | undefined;
  /** Whether to draw the card now. While false, a press that asks for its file waits until this is true. */
  isWanted?: boolean;
  /** Called for the first failure in a row, with what to say where the browser is the reason. */
  onFailure?: (reason: Message | null) => void;
};

/** Returns how to paint a card, maybe with another figure. It resolves to the photo that was painted. */
function usePainter({ content, format = 'post', focus = null, crop = null, photo }: PictureWish) {
  const loadOnce = usePhotoLoader();
  return async (board: HTMLCanvasElement, style: CardStyle, figure = content.seal.figure) => {
    const picture = typeof photo === 'string' ? await loadOnce(photo) : photo;
    const { paintCard } = await import('./drawing/draw-card.ts');
    const seal = { ...content.seal, figure };
    await paintCard(board, { ...content, seal }, { style, format, photo: picture, focus, crop });
    return picture;
  };
}

export function useCardPicture(wish: PictureWish) {
  const { content, style = 'table', format = 'post', focus = null, crop = null } = wish;
  const { photo, fileName, countsFrom, isWanted = true, onFailure } = wish;
  const [drawing, setDrawing] = useState<{ file: File; url: string; of: string; photo: typeof photo } | null>(null);
  const [painted, setPainted] = useState<{ of: string; photo: typeof photo } | null>(null);
  const [photoSize, setPhotoSize] = useState<Size | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const lastTurn = useRef(Promise.resolve());
  const paintOn = usePainter(wish);
  const { boardOnce, show, canvas } = useBoard();
  const key = JSON.stringify([content, style, format, focus, crop]);

  const tryTo = async (work: () => Promise<void>, isCurrent: () => boolean): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      if (!isCurrent()) return false;
      setDrawing(null);
      if (!hasFailed) onFailure?.((error as Partial<GuardedCanvasError>).reason ?? null);
      setHasFailed(true);
      return false;
    }
  };

  const paint = useEffectEvent((isCurrent: () => boolean) =>
    tryTo(async () => {
      for await (const figure of figuresUpTo(content.seal.figure, countsFrom)) {
        const picture = await paintOn(boardOnce(), style, figure);
        show();
        if (!isCurrent()) return;
        setPainted({ of: key, photo });
        setPhotoSize(picture && { width: picture.naturalWidth, height: picture.naturalHeight });
      }
    }, isCurrent),
  );

  const makeFile = useEffectEvent((isCurrent: () => boolean) =>
    tryTo(async () => {
      const { pictureOf } = await import('./drawing/draw-card.ts');
      const blob = await pictureOf(boardOnce());
      if (!isCurrent()) return;
      const file = new File([blob], fileName, { type: blob.type });
      setDrawing({ file, url: URL.createObjectURL(blob), of: key, photo });
      setHasFailed(false);
    }, isCurrent),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the card is compared by value, and a retry by its number.
  useEffect(() => {
    if (!isWanted) return;
    let [isCurrent, timer] = [true, 0];
    const isNewest = () => isCurrent;
    // Cards are drawn one at a time. Of the changes made meanwhile only the newest is drawn.
    lastTurn.current = lastTurn.current.then(async () => {
      if (!isCurrent) return;
      if ((await paint(isNewest)) && isCurrent) timer = window.setTimeout(() => void makeFile(isNewest), pause);
    });
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [key, photo, attempt, isWanted]);

  useEffect(() => () => URL.revokeObjectURL(drawing?.url ?? ''), [drawing]);

  const file = drawing?.of === key && drawing.photo === photo ? drawing.file : null;
  return {
    /** Takes the canvas that shows the card: each change is seen in it at once, before the file is made. */
    canvas,
    paintAs: async (as: CardStyle, element: HTMLCanvasElement) => void (await paintOn(element, as)),
    /** The size of the photo in pixels, once it is loaded; null for the drawn dog. A crop needs it. */
    photoSize,
    /** Whether the canvas shows it, be it with a number that still counts. */
    isPainted: painted?.of === key && painted.photo === photo,
    /** The newest picture as a file; null until the first is drawn and after a failure. */
    drawing,
    /** The file of what the canvas shows. After a change it is null until the changes pause. */
    file,
    /** Resolves to the same file for a press, waiting a little; null if it cannot be made or takes too long. */
    fileInTime: useAwaited(file, hasFailed),
    hasFailed,
    retry: () => setAttempt(attempt + 1),
  };
}
