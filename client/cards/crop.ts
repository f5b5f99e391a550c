import { type PhotoFocus, usualFocus } from '../../domain/dogs/photo-focus.ts';
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
  return { ...rectangle(x - radius, y - radius, 2 * radius, 2 * radius, aimY), shape: 'circle' };
}

// The photo of a cover ends behind the edge of the panel of its words.
const frames: Record<CardStyle, Record<CardFormat, CropFrame>> = {
  cover: {
    post: rectangle(0, 0, 1080, 980, 0.42),
    story: rectangle(0, 0, 1080, 1470, 0.42),
    wallpaper: rectangle(0, 720, 1290, 1270, 0.42),
    preview: rectangle(0, 0, 1200, 480, 0.52),
  },
  number: {
    post: circle(540, 568, 300, 0.34),
    story: circle(540, 800, 350, 0.34),
    wallpaper: circle(645, 1245, 410, 0.34),
    preview: circle(452, 330, 150, 0.46),
  },
  table: {
    post: rectangle(200, 64, 680, 812, 0.45),
    story: rectangle(160, 236, 760, 1000, 0.45),
    wallpaper: rectangle(215, 860, 860, 1010, 0.45),
    preview: rectangle(424, 34, 352, 392, 0.45),
  },
  lamplight: {
    post: rectangle(112, 150, 690, 800, 0.46),
    story: rectangle(112, 330, 690, 940, 0.46),
    wallpaper: rectangle(134, 880, 824, 1000, 0.46),
    preview: rectangle(402, 62, 316, 366, 0.46),
  },
};

/** The cover of a preview is so wide that an upright photo would show little but a nose, so it does not reach the sides. */
function previewCover(frame: CropFrame, photo: Size): CropFrame {
  const most = cardFormats.preview.width;
  const width = Math.round(Math.min(Math.max((photo.width / photo.height) * frame.height * 1.2, 720), most));
  return { ...frame, x: (most - width) / 2, width };
}

/** Returns where a card of a style shows a photo of this size, or the drawn dog, whatever its words. A finger can drag the photo there. */
export function cropFrame(style: CardStyle, format: CardFormat, photo: Size | null): CropFrame {
  const frame = frames[style][format];
  return photo && style === 'cover' && format === 'preview' ? previewCover(frame, photo) : frame;
}

export type CardCrop = {
  /** Where the middle of the frame is in the photo, as fractions of the photo's size. */
  x: number;
  y: number;
  /** 1 shows as much of the photo as fits; larger shows less, larger. */
  zoom: number;
};

/** Beyond this zoom, the pixels of a usual photo would be visible. */
export const largestZoom = 4;

function within(value: number, least: number, most: number): number {
  // Keeps NaN, as from a broken gesture, away from the canvas.
  return Number.isFinite(value) ? Math.min(Math.max(value, least), most) : (least + most) / 2;
}

/** How much of the photo's width and height the frame shows, as fractions. */
function shownPart(photo: Size, box: Size, zoom: number): Size {
  const scale = Math.min(photo.width / box.width, photo.height / box.height) / within(zoom, 1, largestZoom);
  return { width: (box.width * scale) / photo.width, height: (box.height * scale) / photo.height };
}

/** The nearest crop with which the photo covers its whole frame. */
function coveringCrop(photo: Size, box: Size, crop: CardCrop): CardCrop {
  const part = shownPart(photo, box, crop.zoom);
  return {
    x: within(crop.x, part.width / 2, 1 - part.width / 2),
    y: within(crop.y, part.height / 2, 1 - part.height / 2),
    zoom: within(crop.zoom, 1, largestZoom),
  };
}

/** A photo is enlarged to lift a face that is further below the aim of its frame than `lowest`, by at most the factor `mostLift`. */
const lowest = 0.1;
const mostLift = 1.4;

/** The zoom that lifts a face at the foot of a photo, of which the frame shows the whole height, out of the words. */
function liftingZoom(photo: Size, frame: CropFrame, faceY: number): number {
  const height = shownPart(photo, frame, 1).height;
  const target = frame.aim.y + lowest;
  // The distance of the face from the top, with the foot of the photo at the foot of the frame.
  const place = 1 - (1 - faceY) / height;
  return place <= target ? 1 : Math.min((1 - target) / (1 - place), mostLift);
}

/** The most by which a photo is enlarged to bring a face beside its middle to the aim of the frame. */
const mostCentering = 1.3;

/** The zoom from which on the photo reaches beyond both sides of the frame with the face at its aim. */
function centeringZoom(photo: Size, frame: CropFrame, faceX: number): number {
  const room = Math.min(faceX / frame.aim.x, (1 - faceX) / (1 - frame.aim.x));
  return Math.min(shownPart(photo, frame, 1).width / room, mostCentering);
}

/** The crop with which a card begins: the face where the frame shows it best, or as near to that as the photo reaches. */
export function startCrop(photo: Size, frame: CropFrame, focus: PhotoFocus | null): CardCrop {
  const { x, y } = focus ?? usualFocus;
  const zoom = focus ? Math.max(liftingZoom(photo, frame, y / 100), centeringZoom(photo, frame, x / 100)) : 1;
  const part = shownPart(photo, frame, zoom);
  return coveringCrop(photo, frame, {
    x: x / 100 + (0.5 - frame.aim.x) * part.width,
    y: y / 100 + (0.5 - frame.aim.y) * part.height,
    zoom,
  });
}

/** The part of a photo that fills a box, in the photo's own pixels. It never reaches beyond the photo. */
export function coverCrop(photo: Size, box: Size, crop: CardCrop): Box {
  const part = shownPart(photo, box, crop.zoom);
  const { x, y } = coveringCrop(photo, box, crop);
  return {
    x: (x - part.width / 2) * photo.width,
    y: (y - part.height / 2) * photo.height,
    width: part.width * photo.width,
    height: part.height * photo.height,
  };
}

/**
 * The crop after the photo was dragged by `dx` and `dy` (in the pixels of the box: to the right and down) and made larger by
 * `zoomFactor` around the middle of its frame. The photo always covers its frame.
 */
export function movedCrop(crop: CardCrop, dx: number, dy: number, zoomFactor: number, photo: Size, box: Size) {
  // Starts from the visible crop, so that a drag back from the edge moves the photo at once.
  const seen = coveringCrop(photo, box, crop);
  const part = shownPart(photo, box, seen.zoom);
  return coveringCrop(photo, box, {
    x: seen.x - (dx / box.width) * part.width,
    y: seen.y - (dy / box.height) * part.height,
    zoom: seen.zoom * zoomFactor,
  });
}
