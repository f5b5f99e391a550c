/**
 * Starts the app in the document of the landing page. It is small and needs no other file, so it asks for what the first screen needs while
 * React is on its way. The build fills in the addresses.
 */
import { askForLists } from '../data/early-lists.ts';

declare const wagday: {
  app: string;
  /** The modules of the app and of an owner's pack, but for those that the document has asked for. */
  modules: string[];
};

/** Rejects where the app does not arrive. */
export const app = import(wagday.app);

if (askForLists()) {
  for (const href of wagday.modules) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
}
