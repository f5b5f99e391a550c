import { useEffect, useRef, useState } from 'react';
import type { Message } from '../../copy/messages.ts';
import { packMessages } from '../../copy/pack-messages.ts';
import { photoProblemTexts } from '../../copy/photo-problems.ts';
import { isHosted } from '../../data/backend-address.ts';
import { isNotReachable, isOfKind } from '../../data/backend-error.ts';
import { inTime, isReachable } from '../../data/network.ts';
import { shownQueue } from '../../data/offline/this-tab.ts';
import { canKeepPhotos, discardKeptPhotos, keepPhoto } from '../../data/offline/waiting-photos.ts';
import { removePhotos, uploadPhoto } from '../../data/photos/saved-photos.ts';
import type { Undo } from '../../data/use-records.tsx';
import { showError } from '../../ui/toaster.tsx';

/**
 * Deletes photos that nothing shows any more. While a change waits to be sent, the saved dog still shows its old photo, so photos
 * stay. The server deletes those later, and also those whose deletion failed.
 */
export function discardPhotos(photoUrls: readonly string[]) {
  if (photoUrls.length === 0) return;
  void discardKeptPhotos(photoUrls).catch(() => undefined);
  if (isReachable() && shownQueue.read().changes.length === 0) void removePhotos(photoUrls).catch(() => undefined);
}

/** Offers to undo the deletion of a record. Once that has passed, its photo goes, too: if the deletion is not sent yet, later by the server. */
export function undoOffer(label: string, { run, isSent }: Undo, photoUrl: string | null) {
  const discard = async () => (await isSent()) && photoUrl && discardPhotos([photoUrl]);
  return { label, run: () => void run(), onPassed: () => void discard() };
}

/** How long a form waits for an upload, in milliseconds, if the photo can be kept and sent later. */
const uploadTime = 20_000;

export const stageTexts = { idle: '', shrinking: 'Making it smaller…', uploading: 'Uploading…' };

function offerAgain(run: () => Promise<void>) {
  showError(packMessages.uploadFailed, { label: 'Try Again', run: () => void run() });
}

/** Shrinks a photo, by code that is loaded on demand, because most visits to a pack choose none. Null where it cannot be loaded. */
async function shrink(file: File) {
  const code = await import('../../ui/image/shrink-image.ts').catch(() => null);
  if (!code) return null;
  try {
    const photo = await code.shrinkImage(file, !isHosted);
    return { photo, isSmall: await code.isSmallPhoto(photo) };
  } catch (error) {
    return { problem: error instanceof code.ImageError ? error.problem : 'not readable' } as const;
  }
}

/** Shrinks a chosen file and uploads it at once. `onUploaded` gets its address, and what there is to say. */
export function usePhotoUpload(ownerId: string, onUploaded: (photoUrl: string, news: Message) => void | Promise<void>) {
  const [stage, setStage] = useState<keyof typeof stageTexts>('idle');
  const [problem, setProblem] = useState<string>();
  const [preview, setPreview] = useState<string | null>(null);
  const [isSmall, setIsSmall] = useState(false);
  const isGivenUp = useRef(false);

  useEffect(() => () => URL.revokeObjectURL(preview ?? ''), [preview]);

  /** Gives the form a photo that was uploaded or kept, unless the form has been closed. */
  async function take(photoUrl: string, news: Message) {
    if (isGivenUp.current) discardPhotos([photoUrl]);
    else await onUploaded(photoUrl, news);
  }

  async function keepForLater(photo: Blob) {
    const address = canKeepPhotos() ? await keepPhoto(ownerId, photo).catch(() => null) : null;
    if (address) return take(address, packMessages.photoKept);
    setPreview(null);
    showError(packMessages.couldNotKeepPhoto);
  }

  async function upload(photo: Blob) {
    setPreview(URL.createObjectURL(photo));
    if (!isReachable()) return keepForLater(photo);
    setStage('uploading');
    const uploading = uploadPhoto(ownerId, photo);
    try {
      // If the photo can be kept, the form does not wait long, because the queue sends it later.
      const photoUrl = await (canKeepPhotos() ? inTime(uploading, uploadTime) : uploading);
      await take(photoUrl, packMessages.photoUploaded);
    } catch (error) {
      // Deletes the photo if its upload succeeds after all, because nothing shows it. The queue uploads the kept one.
      void uploading.then((late) => discardPhotos([late])).catch(() => undefined);
      if (isGivenUp.current) return;
      if (isNotReachable(error) && canKeepPhotos()) return await keepForLater(photo);
      setPreview(null);
      if (isOfKind(error, 'limit reached')) showError(packMessages.albumFull);
      else if (isOfKind(error, 'no space')) showError(packMessages.noSpaceForPhotos);
      else offerAgain(() => upload(photo));
    } finally {
      setStage('idle');
    }
  }

  async function choose(file: File) {
    setProblem(undefined);
    setIsSmall(false);
    setStage('shrinking');
    try {
      const shrunk = await shrink(file);
      if (!shrunk) offerAgain(() => choose(file));
      else if ('problem' in shrunk) setProblem(photoProblemTexts[shrunk.problem]);
      else {
        setIsSmall(shrunk.isSmall);
        if (!isGivenUp.current) await upload(shrunk.photo);
      }
    } catch {
      setProblem(photoProblemTexts['not readable']);
    } finally {
      setStage('idle');
    }
  }

  return {
    stage,
    problem,
    /** The address of the chosen photo in this browser, to show it before it is uploaded. */
    preview,
    choose: (file: File) => void choose(file),
    /** Uploads a photo that is small enough already. */
    send: upload,
    isSmall,
    clear: () => {
      setPreview(null);
      setIsSmall(false);
      setProblem(undefined);
    },
    giveUp: () => {
      isGivenUp.current = true;
    },
  };
}
