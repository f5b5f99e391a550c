import { useRef, useState } from 'react';
import type { PhotoFocus } from '../../domain/dogs/photo-focus.ts';
import { tidyLine } from '../../domain/text/text.ts';
import type { Message } from '../copy/messages.ts';
import { type ImageProblem, imageProblemOf, imageTypeOf } from '../ui/image/image-problem.ts';
import { showError } from '../ui/toaster.tsx';
import {
  type CardFormat,
  type CardStyle,
  type CardToShare,
  cardFormats,
  cardStyles,
  firstStyle,
  type PairStyle,
} from './card.ts';
import { type CardCrop, cropFrame, movedCrop, startCrop } from './crop.ts';
import { loadPicture } from './drawing/picture.ts';
import { useCardPicture } from './use-card-picture.ts';

/** A card in the hands of its owner: what is chosen for it, and the picture of that. */
export type Card = ReturnType<typeof useCard>;

type OwnPhoto = { photo: string | null; focus: PhotoFocus | null };

/** What an owner has wished on a card before, if anything, and where a change is kept. */
export type KeptWish = { read: () => string | null; keep: (wish: string) => void };

const pairStyles: readonly PairStyle[] = ['table', 'lamplight'];

export function useCard(
  { content, fileName }: Omit<CardToShare, 'share'>,
  own: OwnPhoto,
  failure: Message,
  keptWish?: KeptWish,
  onChoosePhoto?: (file: File | null) => void,
) {
  const smallCards = useRef(new Map<CardStyle, HTMLCanvasElement | null>());
  const [style, setStyle] = useState<CardStyle>(() => firstStyle(own.photo));
  const [format, setFormat] = useState<CardFormat>('post');
  const [wish, setWish] = useState(() => keptWish?.read() ?? content.wish ?? '');
  /** A picture of this device, or null for none; undefined for the dog's own. */
  const [chosen, setChosen] = useState<HTMLImageElement | null>();
  const photo = chosen === undefined ? own.photo : chosen;
  const [problem, setProblem] = useState<ImageProblem | null>(null);
  const [crop, setCrop] = useState<CardCrop | null>(null);
  const focus = photo === own.photo ? own.focus : null;
  const picture = useCardPicture({
    content: { ...content, wish: tidyLine(wish) },
    style,
    format,
    focus,
    crop,
    photo,
    fileName,
    onFailure: (reason) => showError(reason ?? failure),
  });
  const { photoSize } = picture;
  const frame = cropFrame(style, format, photoSize);
  const start = photoSize && startCrop(photoSize, frame, focus);

  async function choosePhoto(file: File) {
    // What was said of another file is not about this one.
    setProblem(null);
    try {
      setChosen(await loadPicture(file));
      setCrop(null);
      onChoosePhoto?.(file);
    } catch {
      setProblem(imageProblemOf(file, await imageTypeOf(file)));
    }
  }

  function removePhoto() {
    setChosen(null);
    setCrop(null);
    setProblem(null);
    onChoosePhoto?.(null);
  }

  /** Moves the photo in its frame, in pixels of the card, and makes it larger by a factor, after setting a part of the crop. */
  function move(dx: number, dy: number, zoomFactor: number, part: Partial<CardCrop> = {}) {
    if (!photoSize) return;
    const changed = (now: CardCrop | null) => ({ ...(now ?? startCrop(photoSize, frame, focus)), ...part });
    setCrop((now) => movedCrop(changed(now), dx, dy, zoomFactor, photoSize, frame));
  }

  return {
    picture,
    /** The pictures on the tiles, each of which takes its pixels from the card. */
    smallCards,
    size: cardFormats[format],
    style,
    isPair: content.pair !== undefined,
    styles: content.pair ? pairStyles : (cardStyles as readonly CardStyle[]),
    setStyle,
    format,
    setFormat,
    wish,
    setWish: (next: string) => {
      setWish(next);
      keptWish?.keep(next);
    },
    /** What the card shows in any style: as long as it is the same, a painted style needs no new painting. */
    look: JSON.stringify([content, wish, format, focus, crop]),
    photo,
    choosePhoto,
    removePhoto,
    problem,
    frame,
    crop: crop ?? start,
    move,
    resetCrop: () => setCrop(null),
  };
}
