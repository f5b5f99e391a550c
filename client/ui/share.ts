/** Sharing, copying and saving texts and pictures. Each function returns its outcome; none throws. */

export async function copyText(text: string): Promise<'copied' | 'refused'> {
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    // Pages without https have no clipboard at all.
    return 'refused';
  }
}

export function canShare(data: ShareData): boolean {
  if (typeof navigator.share !== 'function') return false;
  return typeof navigator.canShare === 'function' ? navigator.canShare(data) : !data.files;
}

/** Opens the device's share sheet. Browsers allow it only in the handler of a click. */
export async function share(data: ShareData): Promise<'shared' | 'cancelled' | 'refused'> {
  try {
    await navigator.share(data);
    return 'shared';
  } catch (error) {
    // InvalidStateError: after a double click, the sheet is open already.
    const isOpen = error instanceof DOMException && /^(Abort|InvalidState)Error$/.test(error.name);
    return isOpen ? 'cancelled' : 'refused';
  }
}

/** Shares words natively, with the picture where the device takes one. Says `refused` where there is no share sheet, too. */
export async function shareBest(
  { url, ...words }: { title: string; text: string; url: string | null },
  picture: File | null,
): Promise<'shared' | 'cancelled' | 'refused'> {
  const all = url === null ? words : { ...words, url };
  const withPicture = picture && { ...all, files: [picture] };
  const data = [withPicture, all].find((candidate) => candidate && canShare(candidate));
  return data ? share(data) : 'refused';
}

export function saveFile(file: File) {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // By then the download has read the file.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
