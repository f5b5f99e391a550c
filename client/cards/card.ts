import type { PhotoFocus } from '../../domain/dogs/photo-focus.ts';
import type { DogSize } from '../../domain/dogs/size.ts';
import { type Coat, coatOf } from '../art/coats.ts';
import type { ShareText } from '../shared/share/use-sharing.ts';

/** The shapes of a card in pixels: one for posts, one that fills a phone, one for its lock screen, one for links in messages. */
export const cardFormats = {
  post: { width: 1080, height: 1350 },
  story: { width: 1080, height: 1920 },
  /** A phone writes its clock over the top third, and has buttons in both corners of its foot: words and faces are between. */
  wallpaper: { width: 1290, height: 2796 },
  /** Some messengers show only the square in its middle, so all words are there. */
  preview: { width: 1200, height: 630 },
} as const;

export type CardFormat = keyof typeof cardFormats;

export const cardStyles = ['cover', 'number', 'table', 'lamplight'] as const;

export type CardStyle = (typeof cardStyles)[number];

/** The styles that can show two days. */
export type PairStyle = Extract<CardStyle, 'table' | 'lamplight'>;

export type DrawnDog = { name: string; size: DogSize; breed?: string | null };

type Seal = { top?: string; figure: string; bottom?: string };

/** One of two days that a card shows side by side. If its photo cannot be loaded, the dog of the size is drawn. */
export type PairedDay = { photoUrl: string; photoFocus: PhotoFocus | null; date: string; seal: Seal };

/** The content of a card. Without a photo the dog of the size is drawn. */
export type CardContent = {
  kicker: string;
  headline: string;
  /** The date with its weekday, and below it the place. */
  lines: string[];
  /** One line in the owner's words; omitted when empty. */
  wish?: string;
  seal: Seal;
  /** Whether it ends something, with the wordmark in large. */
  isSendOff?: boolean;
  size: DogSize;
  coat?: Coat;
  /** Two days in place of one photo and of the seal, the earlier first. */
  pair?: readonly [PairedDay, PairedDay];
};

export type Size = { width: number; height: number };

export type Box = Size & { x: number; y: number };

export type CardToShare = {
  content: CardContent;
  alt: string;
  fileName: string;
  share: ShareText;
};

export function contentFor(dog: DrawnDog, words: Omit<CardContent, 'headline' | 'size'>): CardContent {
  return { headline: dog.name, size: dog.size, coat: coatOf(dog), ...words };
}

/** Returns the style in which a card is first drawn: a large photo, or the drawn dog at its table. */
export function firstStyle(photo: unknown): CardStyle {
  return photo ? 'cover' : 'table';
}
