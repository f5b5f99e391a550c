import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { offerShareSheet, standIn } from '../../testing/browser.ts';
import { contentOutside } from '../../testing/overflow.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SharePanel } from './share-panel.tsx';
import { ShareRow } from './share-row.tsx';
import { type PictureInTime, type Prepare, type ShareText, useSharing } from './use-sharing.ts';

const words = {
  title: 'Cake Day',
  text: "You're invited to celebrate Rex!\nWhat: Cake Day",
  url: 'https://wagday.example/',
};
const bothLines = `${words.text}\n${words.url}`;
const picture = new File(['x'], 'Rex-invitation.png', { type: 'image/png' });

/** Both ways to share what they are given. */
function Ways({ words, picture }: { words: ShareText; picture: PictureInTime }) {
  const { copy } = useSharing(words, picture);
  return (
    <>
      <SharePanel words={words} picture={picture} />
      <ShareRow words={words} picture={picture} copy={(done) => void copy(done)} />
    </>
  );
}

const renderPanel = (panel = <Ways words={words} picture={async () => picture} />) => renderApp(panel);

test('Share waits for the picture that is being drawn, says so, and gives it with text and address to the share sheet. @10.116 @10.117', async () => {
  const share = offerShareSheet();
  const drawing = Promise.withResolvers<File | null>();
  const screen = await renderPanel(<Ways words={words} picture={() => drawing.promise} />);
  const button = screen.getByRole('button', { name: 'Share' });
  await button.click();
  await expect.element(button).toHaveAttribute('aria-busy', 'true');
  expect(share).not.toHaveBeenCalled();
  drawing.resolve(picture);
  await expect.poll(() => share.mock.calls).toEqual([[{ ...words, files: [picture] }]]);
  await expect.element(button).toHaveAttribute('aria-busy', 'false');
});

test('Without a share sheet Share copies the words and their address. @2.46 @8.29', async () => {
  standIn({ share: undefined });
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const screen = await renderPanel();
  await screen.getByRole('button', { name: 'Share' }).click();
  await expect.element(screen.getByText('Copied to clipboard!')).toBeVisible();
  expect(writeText).toHaveBeenCalledExactlyOnceWith(bothLines);
});

test('WhatsApp, X and Facebook open a new tab with the words and the address, and learn nothing of the page. @10.118', async () => {
  const screen = await renderPanel();
  const linkTo = (name: RegExp) => screen.getByRole('link', { name }).element() as HTMLAnchorElement;
  const [whatsApp, x, facebook] = [linkTo(/^WhatsApp/), linkTo(/^X/), linkTo(/^Facebook/)];
  for (const link of [whatsApp, x, facebook]) {
    expect(link.target).toBe('_blank');
    expect(link.rel).toBe('noopener noreferrer');
    expect(link).toHaveAccessibleName(expect.stringContaining('(opens a new tab)'));
  }
  expect(whatsApp.href).toMatch(/^https:\/\/wa\.me\/\?/);
  expect(new URL(whatsApp.href).searchParams.get('text')).toBe(bothLines);
  expect(x.href).toMatch(/^https:\/\/twitter\.com\/intent\/tweet\?/);
  expect(new URL(x.href).searchParams.get('text')).toBe(words.text);
  expect(new URL(x.href).searchParams.get('url')).toBe(words.url);
  expect(new URL(facebook.href).searchParams.get('u')).toBe(words.url);
  expect(new URL(facebook.href).searchParams.get('quote')).toBe(bothLines);
});

test('An address is behind a colon and before what follows, and is never cut.', async () => {
  const invited = { title: 'Cake Day', text: 'Are you in?:', url: words.url, rest: 'W'.repeat(2_000) };
  const screen = await renderPanel(<Ways words={invited} picture={async () => null} />);
  const whatsApp = screen.getByRole('link', { name: /^WhatsApp/ }).element() as HTMLAnchorElement;
  const text = new URL(whatsApp.href).searchParams.get('text') ?? '';
  expect(text).toMatch(/^Are you in\?: https:\/\/wagday\.example\/\n\nW+…$/);
  expect(text.length).toBeLessThan(1_100);
});

test('Words that are too long for an address are cut, for X to what a post holds.', async () => {
  const screen = await renderPanel(<Ways words={{ ...words, text: 'W'.repeat(2_000) }} picture={async () => null} />);
  const textFor = (name: RegExp) =>
    new URL((screen.getByRole('link', { name }).element() as HTMLAnchorElement).href).searchParams.get('text') ?? '';
  expect(textFor(/^WhatsApp/)).toMatch(/^W+…\nhttps:\/\/wagday\.example\/$/);
  expect(textFor(/^WhatsApp/).length).toBeLessThan(1_100);
  expect(textFor(/^X/)).toMatch(/^W+…$/);
  // Beside a space and the address, which counts as 23.
  expect(textFor(/^X/).length).toBeLessThanOrEqual(256);
});

test('Without an address none is shared; Facebook, which takes nothing without one, gets that of the site. @10.269', async () => {
  const share = offerShareSheet();
  const screen = await renderPanel(<Ways words={{ ...words, url: null }} picture={async () => null} />);
  const linkTo = (name: RegExp) => new URL((screen.getByRole('link', { name }).element() as HTMLAnchorElement).href);
  expect(linkTo(/^WhatsApp/).searchParams.get('text')).toBe(words.text);
  expect([...linkTo(/^X/).searchParams]).toEqual([['text', words.text]]);
  expect(linkTo(/^Facebook/).searchParams.get('u')).toBe(`${window.location.origin}/`);
  await screen.getByRole('button', { name: 'Share' }).click();
  expect(share).toHaveBeenCalledExactlyOnceWith({ title: words.title, text: words.text });
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await screen.getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => writeText.mock.calls).toEqual([[words.text]]);
});

/** Shares words that a press prepares, as the page of a party does. */
function PreparedShare({ file, prepare }: { file: File | null; prepare: Prepare }) {
  const { share, isWaiting, isOnceMore } = useSharing({ ...words, url: null }, async () => file, prepare);
  return (
    <>
      <button type="button" aria-busy={isWaiting} onClick={() => void share()}>
        Send
      </button>
      {isOnceMore && <p>All ready! Press once more to send it.</p>}
    </>
  );
}

test('What a press prepares is shared by it, and nothing where that fails.', async () => {
  const share = offerShareSheet();
  let made: typeof words | null = null;
  const screen = await renderPanel(<PreparedShare file={picture} prepare={async () => made} />);
  await screen.getByRole('button', { name: 'Send' }).click();
  await expect.element(screen.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-busy', 'false');
  expect(share).not.toHaveBeenCalled();
  made = { ...words };
  await screen.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => share.mock.calls).toEqual([[{ ...words, files: [picture] }]]);
});

test('Where the browser no longer counts a press, the host is asked for another. @10.268', async () => {
  const share = offerShareSheet();
  const isActive = vi.spyOn(navigator.userActivation, 'isActive', 'get').mockReturnValue(false);
  const screen = await renderPanel(<PreparedShare file={null} prepare={async () => ({ ...words })} />);
  await screen.getByRole('button', { name: 'Send' }).click();
  await expect.element(screen.getByText('All ready! Press once more to send it.')).toBeVisible();
  expect(share).not.toHaveBeenCalled();
  isActive.mockReturnValue(true);
  await screen.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => share.mock.calls).toEqual([[words]]);
  expect(screen.getByText(/Press once more/).query()).toBeNull();
});

test('Instagram copies the words and saves the picture. @10.118 @2.80', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const screen = await renderPanel();
  await screen.getByRole('button', { name: 'Instagram' }).click();
  await expect.element(screen.getByText('Paste the text into your Instagram post.')).toBeVisible();
  expect(writeText).toHaveBeenCalledExactlyOnceWith(bothLines);
  expect(click.mock.contexts.map((link) => (link as HTMLAnchorElement).download)).toEqual(['Rex-invitation.png']);
});

test('A closed clipboard shows the words selected.', async () => {
  standIn({ share: undefined });
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'));
  const screen = await renderPanel();
  await screen.getByRole('button', { name: 'Share' }).click();
  const box = screen.getByLabelText(/already selected/);
  await expect.element(box).toHaveFocus();
  await expect.element(box).toHaveValue(bothLines);
  const { selectionStart, selectionEnd } = box.element() as HTMLTextAreaElement;
  expect([selectionStart, selectionEnd]).toEqual([0, bothLines.length]);
});

test('In a dialog its own toaster says what was copied; on the smallest phone all places stay in it, each large enough to tap.', async () => {
  await page.viewport(320, 640);
  const screen = await renderPanel(
    <Dialog title="A Card" onClose={() => {}}>
      <Ways words={words} picture={async () => picture} />
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog').element();
  expect(contentOutside(dialog)).toEqual([]);
  for (const place of dialog.querySelectorAll<HTMLElement>('a, button')) {
    expect(Math.min(place.offsetWidth, place.offsetHeight)).toBeGreaterThanOrEqual(44);
  }
  vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await screen.getByRole('button', { name: 'Copy' }).click();
  await expect.element(screen.getByRole('dialog').getByText('Copied to clipboard!')).toBeVisible();
});

// The widths in the report on a phone of 390 and of 320 pixels.
test.for([
  [302, [5]],
  [232, [3, 2]],
] as const)(
  'In %i pixels the places are spread evenly in rows of %j, and no name is cut off.',
  async ([width, rows]) => {
    const screen = await render(
      <div style={{ width }}>
        <Ways words={words} picture={async () => null} />
      </div>,
    );
    const list = screen.getByRole('list', { name: 'Places to share' }).element();
    const whole = list.getBoundingClientRect();
    const places = [...list.querySelectorAll<HTMLElement>('a, button')];
    const byRow = [...Map.groupBy(places, (place) => place.getBoundingClientRect().top).values()];
    expect(byRow.map((row) => row.length)).toEqual(rows);
    for (const row of byRow) {
      const [first, last] = [row[0]!.getBoundingClientRect(), row.at(-1)!.getBoundingClientRect()];
      expect(Math.abs(first.left - whole.left - (whole.right - last.right))).toBeLessThan(1);
      expect(first.left).toBeGreaterThanOrEqual(whole.left);
    }
    for (const place of places) expect(place.scrollWidth).toBeLessThanOrEqual(place.clientWidth);
  },
);
