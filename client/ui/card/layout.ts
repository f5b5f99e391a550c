/** The shapes of a card in pixels: one for posts, one that fills a phone. */
export const cardFormats = {
  post: { width: 1080, height: 1350 },
  story: { width: 1080, height: 1920 },
} as const;

export type CardFormat = keyof typeof cardFormats;

export type Box = { x: number; y: number; width: number; height: number };

/** The positions of all parts of a card, in pixels. */
export type CardLayout = {
  width: number;
  height: number;
  buntingTop: number;
  /** Where confetti begins. */
  wallTop: number;
  /** Kicker and headline, which confetti keeps clear of. */
  words: Box;
  /** The upper edge of the table, which hides the foot of the picture. */
  tableTop: number;
  /** The photo with its frame, or the light behind the drawn dog. */
  picture: Box;
  /** The words on the table cloth. */
  cloth: Box;
  /** The name of the product, between the garlands. */
  signatureTop: number;
};

/** Free space at the sides of words. */
export const wordsMargin = 84;

/**
 * Lays a card out below text that ends at `wordsBottom`. A story has no text at its top and bottom, because phones put their
 * controls there.
 */
export function layOutCard(format: CardFormat, wordsBottom: number, hasPhoto: boolean): CardLayout {
  const { width, height } = cardFormats[format];
  const isStory = format === 'story';
  const tableTop = isStory ? 1370 : 1016;
  const wordsTop = wordsTopOf(format);
  // The party hat on a framed photo needs room; a drawn dog may put its hat up to the words.
  const top = wordsBottom + (hasPhoto ? 80 : 46);
  const available = tableTop + 34 - top;
  const pictureHeight = Math.min(available, 920);
  const pictureWidth = Math.min(width - 230, pictureHeight * 1.24);
  return {
    width,
    height,
    buntingTop: isStory ? 40 : -14,
    wallTop: isStory ? 190 : 130,
    words: { x: wordsMargin, y: wordsTop, width: width - 2 * wordsMargin, height: wordsBottom - wordsTop },
    tableTop,
    picture: {
      x: (width - pictureWidth) / 2,
      y: top + (available - pictureHeight),
      width: pictureWidth,
      height: pictureHeight,
    },
    cloth: { x: wordsMargin, y: tableTop + 142, width: width - 2 * wordsMargin, height: isStory ? 240 : 180 },
    signatureTop: isStory ? 92 : 34,
  };
}

export function wordsTopOf(format: CardFormat): number {
  return format === 'story' ? 268 : 148;
}
