import type { ReactNode } from 'react';
import type { DogSize } from '../../../../domain/dogs/size.ts';
import type { CardContent, CardFormat } from '../../card.ts';
import type { Palette } from '../palette.ts';

/** What a style draws words with. */
export type Brush = {
  context: CanvasRenderingContext2D;
  content: CardContent;
  format: CardFormat;
  /** Whether the picture is a photo and not the drawn dog. */
  hasPhoto: boolean;
  colors: Palette;
};

type Scene = (props: { format: CardFormat; size: DogSize }) => ReactNode;

/**
 * How a style draws a card, from back to front: what is behind the picture, the picture, what is in front of it, the words. The
 * scenes are the same for all words and photos, so that they are drawn once.
 */
export type StyleDrawing = {
  colors: Palette;
  /** How round the corners of the picture are, in pixels. */
  round: Record<CardFormat, number>;
  /** The picture without a photo ends here, as a fraction of its height: what is below is hidden. */
  foot: number;
  /** The colour of the light behind the drawn dog. */
  light: string;
  Behind: Scene | null;
  InFront: Scene | null;
  drawWords: (brush: Brush) => void;
};
