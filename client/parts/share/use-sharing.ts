import { useState } from 'react';
import { type Message, messages } from '../../copy/messages.ts';
import { copyText, shareBest } from '../../ui/share.ts';
import { showSuccess, showSuccessInDialog } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';

/** What is shared: the words, and the address by which a guest comes back. */
export type Words = { title: string; text: string; url: string };

/** Gives the picture that goes with the words, or null where there is none in time. Called in the handler of a press. */
export type PictureInTime = () => Promise<File | null>;

/** Nothing outside an open dialog is seen, so its own toaster speaks. A sheet shows the toasts of the page. */
function say(done: Message) {
  if (document.querySelector('dialog:modal:not([data-sheet])')) showSuccessInDialog(done);
  else showSuccess(done);
}

/**
 * Shares words with their picture by the device's share sheet, and copies the words where it has none. `textToCopy` is set where
 * the clipboard is closed, too. `isWaiting` while a press waits for the picture.
 */
export function useSharing(words: Words, picture: PictureInTime) {
  const [isClipboardClosed, setIsClipboardClosed] = useState(false);
  const [isWaiting, setIsWaiting] = useState(false);
  const all = `${words.text}\n${words.url}`;

  const [copy] = useSingleFlight(async (done: Message) => {
    const outcome = await copyText(all);
    setIsClipboardClosed(outcome === 'refused');
    if (outcome === 'copied') say(done);
  });

  const [share] = useSingleFlight(async () => {
    setIsWaiting(true);
    const file = await picture();
    setIsWaiting(false);
    if ((await shareBest(words, file)) === 'refused') await copy(messages.copied);
  });

  return { share, copy, isWaiting, textToCopy: isClipboardClosed ? all : null };
}
