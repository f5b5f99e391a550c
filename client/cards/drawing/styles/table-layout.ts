import type { CardFormat } from '../../card.ts';
import type { Area } from '../words.ts';
import type { Spot } from './scenery.tsx';

type Layout = {
  mat: number;
  bunting: { top: number; scale: number };
  balloons: [Spot, Spot];
  /** The edge of the table, and how large the pattern of its cloth is. */
  table: { top: number; scale: number };
  gift: Spot;
  cake: Spot;
  words: Area;
  rosette: { x: number; y: number; radius: number };
  signature: { x: number; top: number; size: number; align?: 'left' };
};

/** Where things stand on and above the table. */
export const tableLayouts: Record<CardFormat, Layout> = {
  post: {
    mat: 24,
    bunting: { top: -20, scale: 1.35 },
    balloons: [
      { x: 86, y: 400, scale: 1.55 },
      { x: 994, y: 340, scale: 1.55 },
    ],
    table: { top: 908, scale: 1.15 },
    gift: { x: 90, y: 940, scale: 1.35 },
    cake: { x: 985, y: 948, scale: 1.15 },
    words: { x: 80, y: 1004, width: 920, height: 278, align: 'left', stand: 'middle' },
    rosette: { x: 896, y: 1118, radius: 118 },
    signature: { x: 80, top: 1302, size: 28, align: 'left' },
  },
  story: {
    mat: 26,
    bunting: { top: 36, scale: 1.35 },
    balloons: [
      { x: 70, y: 620, scale: 1.4 },
      { x: 1012, y: 540, scale: 1.4 },
    ],
    table: { top: 1248, scale: 1.3 },
    gift: { x: 76, y: 1282, scale: 1.2 },
    cake: { x: 1002, y: 1286, scale: 0.98 },
    words: { x: 80, y: 1366, width: 920, height: 346, align: 'left', stand: 'middle' },
    rosette: { x: 880, y: 1500, radius: 138 },
    signature: { x: 80, top: 1726, size: 36, align: 'left' },
  },
  preview: {
    mat: 13,
    bunting: { top: -16, scale: 0.86 },
    balloons: [
      { x: 210, y: 200, scale: 1.1 },
      { x: 1010, y: 170, scale: 1.1 },
    ],
    table: { top: 432, scale: 0.68 },
    gift: { x: 346, y: 454, scale: 0.8 },
    cake: { x: 848, y: 456, scale: 0.66 },
    words: { x: 300, y: 490, width: 600, height: 126, align: 'center', stand: 'middle' },
    rosette: { x: 850, y: 196, radius: 56 },
    signature: { x: 1100, top: 580, size: 26 },
  },
};
