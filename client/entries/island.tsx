import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';

/** A part of a prerendered page that is hydrated. `props` is what the browser needs to render the same, as JSON. */
export function Island({ name, props, children }: { name: string; props?: object; children: ReactNode }) {
  // Rendered separately, as in the browser, so that React creates the same ids on both sides.
  const html = renderToString(children, { identifierPrefix: name });
  return (
    <div
      className="contents"
      data-island={name}
      data-props={props && JSON.stringify(props)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML that React made a line above.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
