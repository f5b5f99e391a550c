/** Ways out of the app for a text or a picture. Each says how it went; none throws. */

/** Puts a text on the clipboard, where the browser and its owner allow it. */
export async function copyText(text: string): Promise<'copied' | 'refused'> {
  try {
    await navigator.clipboard.writeText(text);
    return 'copied';
  } catch {
    // Also where there is no clipboard at all: pages without https have none.
    return 'refused';
  }
}

/** Whether the device has a share sheet that takes this. */
export function canShare(data: ShareData): boolean {
  if (typeof navigator.share !== 'function') return false;
  return typeof navigator.canShare === 'function' ? navigator.canShare(data) : !data.files;
}

/** Opens the device's share sheet. Call it straight from a click: browsers allow it only then. */
export async function share(data: ShareData): Promise<'shared' | 'cancelled' | 'refused'> {
  try {
    await navigator.share(data);
    return 'shared';
  } catch (error) {
    // InvalidStateError: a double click, and the sheet is open already.
    const isOpen = error instanceof DOMException && /^(Abort|InvalidState)Error$/.test(error.name);
    return isOpen ? 'cancelled' : 'refused';
  }
}

/** Shares natively where the device can, and copies the text and its address otherwise. */
export async function shareOrCopy(data: {
  title: string;
  text: string;
  url: string;
}): Promise<'shared' | 'cancelled' | 'copied' | 'refused'> {
  if (canShare(data)) {
    const outcome = await share(data);
    if (outcome !== 'refused') return outcome;
  }
  return copyText(`${data.text}\n${data.url}`);
}

/** Saves a file among the downloads of the device. */
export function saveFile(file: File) {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = file.name;
  link.click();
  // The download has taken its own hold of the file by then.
  window.setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Opens X with a post begun. */
export function xIntentUrl(text: string): string {
  return `https://twitter.com/intent/tweet?${new URLSearchParams({ text })}`;
}

/** Opens Facebook's sharer for an address. Facebook may leave the quote out. */
export function facebookSharerUrl(address: string, quote: string): string {
  return `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: address, quote })}`;
}
