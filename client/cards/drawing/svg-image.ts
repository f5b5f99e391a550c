import type { ReactElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { type Palette, withPlainColors } from './palette.ts';
import { loadPicture } from './picture.ts';

function markupOf(drawing: ReactElement): string {
  const host = document.createElement('div');
  const root = createRoot(host);
  flushSync(() => root.render(drawing));
  const svg = host.firstElementChild;
  const markup = svg ? new XMLSerializer().serializeToString(svg) : '';
  root.unmount();
  return markup;
}

/** An `<svg>` element of React as an image that a canvas can draw. It needs `width` and `height`. */
export function svgImage(drawing: ReactElement, colors: Palette): Promise<HTMLImageElement> {
  return loadPicture(new Blob([withPlainColors(markupOf(drawing), colors)], { type: 'image/svg+xml' }));
}
