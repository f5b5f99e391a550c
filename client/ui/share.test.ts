import { expect, test, vi } from 'vitest';
import { canShare, copyText, saveFile, share, shareBest } from './share.ts';

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

test('A device without a share sheet refuses.', async () => {
  standIn({});
  expect(canShare(data)).toBe(false);
  expect(await shareBest(data, null)).toBe('refused');
});

test('A share that is called off is not one that is refused.', async () => {
  const failing = (name: string) => vi.fn().mockRejectedValue(new DOMException('', name));
  standIn({ share: failing('AbortError'), canShare: () => true });
  expect(await shareBest(data, null)).toBe('cancelled');
  standIn({ share: failing('NotAllowedError'), canShare: () => true });
  expect(await share(data)).toBe('refused');
  expect(await shareBest(data, null)).toBe('refused');
});

test('A device with a share sheet shares: the picture goes with the words where it takes it, and is left behind where it does not. @2.45', async () => {
  const picture = new File([], 'card.png', { type: 'image/png' });
  const nativeShare = vi.fn().mockResolvedValue(undefined);
  standIn({ share: nativeShare, canShare: () => true });
  expect(await shareBest(data, picture)).toBe('shared');
  expect(nativeShare).toHaveBeenLastCalledWith({ ...data, files: [picture] });
  standIn({ share: nativeShare, canShare: ({ files }: ShareData) => !files });
  expect(await shareBest(data, picture)).toBe('shared');
  expect(nativeShare).toHaveBeenLastCalledWith(data);
});

test('An older share sheet takes no files.', () => {
  standIn({ share: vi.fn() });
  expect(canShare(data)).toBe(true);
  expect(canShare({ files: [new File([], 'card.png')] })).toBe(false);
});

test('A file is saved under its name.', () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  saveFile(new File(['x'], 'card.png'));
  const link = click.mock.contexts[0] as HTMLAnchorElement;
  expect(link.download).toBe('card.png');
  expect(link.href).toMatch(/^blob:/);
});
