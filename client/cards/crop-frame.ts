import { type Box, type CardFormat, type CardStyle, cardFormats, type Size } from './card.ts';

/** The box that the photo fills on a card, in the card's pixels. In a circle the box is a square around it. */
export type CropFrame = Box & {
  shape: 'rectangle' | 'circle';
  /** Where a face is best seen, clear of words and figures, as fractions of the box. */
  aim: { x: number; y: number };
};

function rectangle(x: number, y: number, width: number, height: number, aimY: number): CropFrame {
  return { x, y, width, height, shape: 'rectangle', aim: { x: 0.5, y: aimY } };
}

function circle(x: number, y: number, radius: number, aimY: number): CropFrame {
  return {
    x: x - radius,
    y: y - radius,
    width: 2 * radius,
    height: 2 * radius,
    shape: 'circle',
    aim: { x: 0.5, y: aimY },
  };
}

// Below the photo of a cover the ground of its words goes on, so that the photo need not reach under them.
const frames: Record<CardStyle, Record<CardFormat, CropFrame>> = {
  cover: {
    post: rectangle(0, 0, 1080, 1150, 0.36),
    story: rectangle(0, 0, 1080, 1560, 0.37),
    preview: rectangle(0, 0, 1200, 630, 0.34),
  },
  number: {
    post: circle(540, 568, 300, 0.34),
    story: circle(540, 800, 350, 0.34),
    preview: circle(452, 330, 150, 0.46),
  },
  table: {
    post: rectangle(200, 64, 680, 832, 0.45),
    story: rectangle(160, 236, 760, 1000, 0.45),
    preview: rectangle(424, 34, 352, 392, 0.45),
  },
  lamplight: {
    post: rectangle(112, 150, 690, 800, 0.46),
    story: rectangle(112, 330, 690, 940, 0.46),
    preview: rectangle(322, 62, 316, 366, 0.46),
  },
};

/** The cover of a preview is so wide that an upright photo would show little but a nose, so it does not reach the sides. */
function previewCover(frame: CropFrame, photo: Size): CropFrame {
  const { width: most, height } = cardFormats.preview;
  const width = Math.round(Math.min(Math.max((photo.width / photo.height) * height * 1.2, 720), most));
  return { ...frame, x: (most - width) / 2, width };
}

/**
 * Where a card of a style shows a photo of this size, or the drawn dog: what a finger can drag lies here. It is the same for all
 * words.
 */
export function cropFrame(style: CardStyle, format: CardFormat, photo: Size | null): CropFrame {
  const frame = frames[style][format];
  if (style !== 'cover') return frame;
  // The drawn dog stands behind a foot of its own.
  if (!photo) return { ...frame, ...cardFormats[format] };
  return format === 'preview' ? previewCover(frame, photo) : frame;
}
