import type { Words } from '../shared/share/use-sharing.ts';
import type { CardContent, CardStyle } from './card.ts';

/** What a card shows, and the words that go with it when it is shared. */
export type CardToShare = {
  content: CardContent;
  /** The alternative text of the picture. */
  alt: string;
  fileName: string;
  share: Words;
};

/** The style in which a card is first drawn: a photo is seen large, and the drawn dog sits at its table. */
export function firstStyle(photo: unknown): CardStyle {
  return photo ? 'cover' : 'table';
}
