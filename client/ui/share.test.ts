import { expect, test, vi } from 'vitest';
import { canShare, copyText, facebookSharerUrl, saveFile, share, shareOrCopy, xIntentUrl } from './share.ts';

const data = { title: 'Party', text: 'Come!', url: 'https://wagday.example/' };

function standIn(parts: { share?: unknown; canShare?: unknown; clipboard?: unknown }) {
  vi.stubGlobal('navigator', { ...parts });
}

test('A text is copied, or the clipboard is closed.', async () => {
  const writeText = vi.fn().mockResolvedValue(undefined);
  standIn({ clipboard: { writeText } });
  expect(await copyText('Woof')).toBe('copied');
  expect(writeText).toHaveBeenCalledWith('Woof');
  standIn({ clipboard: { writeText: vi.fn().mockRejectedValue(new DOMException('', 'NotAllowedError')) } });
  expect(await copyText('Woof')).toBe('refused');
  standIn({});
  expect(await copyText('Woof')).toBe('refused');
});

test('A device without a share sheet copies text and address.', async () => {
  const writeText = vi.fn().mockResolvedValue(undefined);
  standIn({ clipboard: { writeText } });
  expect(canShare(data)).toBe(false);
  expect(await shareOrCopy(data)).toBe('copied');
  expect(writeText).toHaveBeenCalledWith('Come!\nhttps://wagday.example/');
});

test('A device with a share sheet shares, and copies nothing.', async () => {
  const writeText = vi.fn();
  const nativeShare = vi.fn().mockResolvedValue(undefined);
  standIn({ share: nativeShare, canShare: () => true, clipboard: { writeText } });
  expect(await shareOrCopy(data)).toBe('shared');
  expect(nativeShare).toHaveBeenCalledWith(data);
  expect(writeText).not.toHaveBeenCalled();
});

test('A share that is called off stays so; one that is refused is copied instead.', async () => {
  const writeText = vi.fn().mockResolvedValue(undefined);
  const failing = (name: string) => vi.fn().mockRejectedValue(new DOMException('', name));
  standIn({ share: failing('AbortError'), canShare: () => true, clipboard: { writeText } });
  expect(await shareOrCopy(data)).toBe('cancelled');
  expect(writeText).not.toHaveBeenCalled();
  standIn({ share: failing('NotAllowedError'), canShare: () => true, clipboard: { writeText } });
  expect(await share(data)).toBe('refused');
  expect(await shareOrCopy(data)).toBe('copied');
});

test('An older share sheet takes no files.', () => {
  standIn({ share: vi.fn() });
  expect(canShare(data)).toBe(true);
  expect(canShare({ files: [new File([], 'card.png')] })).toBe(false);
});

test('The links carry what they are given.', () => {
  expect(new URL(xIntentUrl('A & B\nC')).searchParams.get('text')).toBe('A & B\nC');
  const sharer = new URL(facebookSharerUrl('https://wagday.example/', 'Come & eat!'));
  expect(sharer.searchParams.get('u')).toBe('https://wagday.example/');
  expect(sharer.searchParams.get('quote')).toBe('Come & eat!');
});

test('A file is saved under its name.', () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  saveFile(new File(['x'], 'card.png'));
  const link = click.mock.contexts[0] as HTMLAnchorElement;
  expect(link.download).toBe('card.png');
  expect(link.href).toMatch(/^blob:/);
  click.mockRestore();
});
