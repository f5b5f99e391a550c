import { useState } from 'react';
import { type BirthdayReport, reportShareText } from '../../../domain/celebrations/birthday-report.ts';
import { type Message, messages } from '../../copy/messages.ts';
import { copyText, saveFile, shareBest } from '../../ui/share.ts';
import { showSuccess, showSuccessInDialog } from '../../ui/toaster.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';

/** What is shared: the words, the address by which a guest comes back, null if there is none, and what is below the address. */
export type ShareText = { title: string; text: string; url: string | null; rest?: string };

/** Returns the words with their address: below them, or behind a colon. */
export function wholeText({ text, url, rest }: ShareText): string {
  const led = url === null ? text : `${text}${text.endsWith(':') ? ' ' : '\n'}${url}`;
  return rest ? `${led}\n\n${rest}` : led;
}

/** Returns the picture for the words, or null if there is none in time. Called in the handler of a press. */
export type PictureInTime = () => Promise<File | null>;

/**
 * Prepares what the words still need, such as their address. `once more` means that they are not what was seen when the button was
 * pressed. Null means that it has failed and has said so.
 */
export type Prepare = () => Promise<ShareText | 'once more' | null>;

const noPicture: PictureInTime = async () => null;

/** Uses the toaster of an open dialog, because nothing outside it is seen. */
function say(done: Message) {
  if (document.querySelector('dialog:modal')) showSuccessInDialog(done);
  else showSuccess(done);
}

/** Saves a picture. Pages cannot learn whether the browser did, and those within other apps refuse, so a touch screen names another way. */
export function savePicture(file: File) {
  saveFile(file);
  if (window.matchMedia('(pointer: coarse)').matches) say(messages.pictureSaved);
}

/**
 * Shares words and picture by the device's share sheet, or copies the words if it has none. `textToCopy` is set if the clipboard is
 * closed, too. `isWaiting` is true while a press waits for the picture and for `prepare`. `isOnceMore` is true if another press is
 * needed: `prepare` took so long that the browser no longer counts the press, or the words have changed meanwhile. `onShared` is called
 * after the words were copied, or went out by the share sheet, not if the owner closed it.
 */
export function useSharing(
  words: ShareText,
  picture = noPicture,
  prepare: Prepare = async () => words,
  onShared: (isOut: boolean) => void = () => undefined,
) {
  const [isClipboardClosed, setIsClipboardClosed] = useState(false);
  const [isWaiting, setIsWaiting] = useState(false);
  const [isOnceMore, setIsOnceMore] = useState(false);

  const [copy] = useSingleFlight(async (done: Message, copied: ShareText = words) => {
    const outcome = await copyText(wholeText(copied));
    setIsClipboardClosed(outcome === 'refused');
    if (outcome !== 'copied') return;
    say(done);
    onShared(false);
  });

  const [share] = useSingleFlight(async () => {
    setIsWaiting(true);
    const [ready, file] = await Promise.all([prepare(), picture()]);
    setIsWaiting(false);
    const isLate = ready === 'once more' || (ready !== words && navigator.userActivation?.isActive === false);
    setIsOnceMore(ready !== null && isLate);
    if (ready === null || ready === 'once more' || isLate) return;
    const outcome = await shareBest(ready, file);
    if (outcome === 'refused') await copy(messages.copied, ready);
    if (outcome === 'shared') onShared(true);
  });

  const textToCopy = isClipboardClosed ? wholeText(words) : null;
  return { share, copy, isWaiting, isOnceMore, textToCopy };
}

export function reportWords(dogName: string, report: BirthdayReport, url: string): ShareText & { url: string } {
  return { title: `${dogName}'s Birthday Report`, text: reportShareText(dogName, report), url };
}
