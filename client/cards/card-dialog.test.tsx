import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { messages } from '../copy/messages.ts';
import { photoProblemTexts, smallPhotoText } from '../copy/photo-problems.ts';
import { offerShareSheet } from '../testing/browser.ts';
import { contentOutside } from '../testing/overflow.ts';
import { answerRequests } from '../testing/pretend-network.ts';
import { Toaster } from '../ui/toaster.tsx';
import { CardDialog, CardEditor } from './card-editor.tsx';

const card = {
  content: {
    kicker: 'Hooray for',
    headline: 'Biscuit',
    lines: ['Monday, September 14, 2026'],
    wish: 'May the ball always come back.',
    seal: { figure: '44', bottom: 'human years' },
    size: 'small',
  },
  alt: 'Birthday card with a picture of Biscuit',
  fileName: 'biscuit-birthday-card.png',
  share: { title: "Biscuit's birthday card", text: 'Biscuit is 44!', url: 'https://wagday.example/' },
} as const;

/** A photo whose every part looks different, wider than high. */
function photo(): Promise<File> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: 90, height: 60 });
  const context = canvas.getContext('2d')!;
  for (let x = 0; x < 9; x += 1) {
    for (let y = 0; y < 6; y += 1) {
      context.fillStyle = `rgb(${x * 28} ${y * 42} ${(x + y) * 18})`;
      context.fillRect(x * 10, y * 10, 10, 10);
    }
  }
  const { promise, resolve } = Promise.withResolvers<File>();
  canvas.toBlob((blob) => resolve(new File([blob!], 'biscuit.png', { type: 'image/png' })));
  return promise;
}

async function open(props: Partial<Parameters<typeof CardDialog>[0]> = {}) {
  const onClose = vi.fn();
  const screen = await render(
    <>
      <CardDialog
        title="A Birthday Card"
        card={{ ...card, content: { ...card.content, lines: [...card.content.lines] } }}
        dogName="Biscuit"
        onClose={onClose}
        {...props}
      />
      <Toaster />
    </>,
  );
  const picture = screen.getByRole('img', { name: card.alt, exact: false });
  const save = screen.getByRole('button', { name: 'Save Picture' });
  /** What the card looks like, as soon as its file is made. */
  const seen = async () => {
    await expect.element(picture).toHaveAttribute('aria-busy', 'false');
    const small = new OffscreenCanvas(270, 338).getContext('2d')!;
    small.drawImage(picture.element() as HTMLCanvasElement, 0, 0, 270, 338);
    return new Uint8Array(await crypto.subtle.digest('SHA-1', small.getImageData(0, 0, 270, 338).data)).join();
  };
  /** Does something that changes the card, and waits until it looks different. */
  const changes = async (act: () => Promise<unknown>) => {
    const before = await seen();
    await act();
    await expect.poll(seen).not.toBe(before);
  };
  return { screen, picture, save, seen, changes, onClose };
}

/** Opens a card without a photo, once it is drawn and nothing moves any more. */
async function openWithoutPhoto() {
  const opened = await open();
  await expect.element(opened.save).toBeEnabled();
  return { ...opened, choose: opened.screen.getByLabelText('Choose a Photo') };
}

/** Chooses a photo. */
async function openWithPhoto() {
  const opened = await openWithoutPhoto();
  await opened.changes(async () => userEvent.upload(opened.choose, await photo()));
  return {
    ...opened,
    frame: opened.screen.getByRole('application', { name: 'The photo of Biscuit in its frame' }),
    adjust: opened.screen.getByRole('button', { name: 'Adjust Photo', exact: true }),
  };
}

/** Chooses a photo and opens its tools. */
async function openPhotoTools() {
  const opened = await openWithPhoto();
  await opened.adjust.click();
  await expect.element(opened.screen.getByRole('heading', { name: 'Adjust Photo' })).toHaveFocus();
  return opened;
}

/** Sends what a finger or a mouse does at a point. */
function point(element: Element, type: string, clientX: number, clientY: number, pointerType = 'touch', pointerId = 7) {
  element.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId, pointerType, clientX, clientY }));
}

/** Puts a finger down on an element, moves it and lifts it. */
function drag(element: Element, [dx, dy]: [number, number], pointerType = 'touch') {
  const { left, top, width, height } = element.getBoundingClientRect();
  const send = (type: string, x: number, y: number) =>
    point(element, type, left + width / 2 + x, top + height / 2 + y, pointerType);
  send('pointerdown', 0, 0);
  send('pointermove', dx / 2, dy / 2);
  send('pointermove', dx, dy);
  send('pointerup', dx, dy);
}

test.for([
  [true, 1],
  [false, 0],
] as const)(
  'Saving says what to do if the browser refuses, where pictures can be held: %s. @10.131',
  async ([isTouched, count]) => {
    const { matchMedia } = window;
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      query === '(pointer: coarse)' ? { ...matchMedia(query), matches: isTouched } : matchMedia(query),
    );
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { screen, picture, save } = await open();
    await save.click();
    await expect.poll(() => saved.mock.calls.length).toBe(1);
    await expect.poll(() => screen.getByText('Not saved? Hold the picture.').elements().length).toBe(count);
    // What is held is the file itself, because phones save no canvas.
    const held = picture.element().parentElement?.querySelector('img');
    expect(held?.src).toMatch(/^blob:/);
    expect(held?.naturalWidth).toBe((picture.element() as HTMLCanvasElement).width);
  },
);

test('The arrow keys go through the styles, and the card is drawn in each. @10.107', async () => {
  const { screen, changes } = await open();
  const style = (name: string) => screen.getByRole('radio', { name });
  await expect.element(style('Table')).toBeChecked();
  (style('Table').element() as HTMLElement).focus();
  await changes(() => userEvent.keyboard('{ArrowRight}'));
  await expect.element(style('Lamplight')).toBeChecked();
  await changes(() => userEvent.keyboard('{ArrowRight}'));
  await expect.element(style('Cover')).toBeChecked();
  await changes(() => userEvent.keyboard('{ArrowRight}'));
  await expect.element(style('Number')).toBeChecked();
});

/** How far the row of cards is drawn from where it rests, in pixels. */
function shift(element: Element): number {
  const track = element.closest<HTMLElement>('.card-track')!;
  return Number.parseFloat(track.style.getPropertyValue('--drag') || '0');
}

test('The cards follow the finger pixel by pixel, and swing to the next style, whose name is said; a scroll does nothing. @10.107', async () => {
  const { screen, picture } = await open();
  const style = (name: string) => screen.getByRole('radio', { name });
  const element = picture.element();
  const send = (type: string, dx: number, dy = 0) => point(element, type, 200 + dx, 200 + dy);
  send('pointerdown', 0);
  for (const dx of [-10, -35, -90]) {
    send('pointermove', dx);
    expect(shift(element)).toBe(dx);
  }
  send('pointerup', -90);
  expect(shift(element)).toBe(0);
  await expect.element(style('Lamplight')).toBeChecked();
  await expect.element(screen.getByText('Style: Lamplight')).toBeInTheDocument();
  // After the last card comes none: it gives way a little and returns.
  drag(picture.element(), [-90, 0]);
  await expect.element(style('Lamplight')).toBeChecked();
  drag(picture.element(), [90, 0]);
  await expect.element(style('Table')).toBeChecked();
  drag(picture.element(), [30, 90]);
  await expect.element(style('Table')).toBeChecked();
  // The browser scrolls the page, and says so.
  send('pointerdown', 0);
  send('pointermove', -60, 90);
  send('pointercancel', -60, 90);
  await expect.element(style('Table')).toBeChecked();
});

test('A mouse drags the cards, too, and a press on a neighbour chooses it. @10.107', async () => {
  const { screen, picture } = await open();
  drag(picture.element(), [90, 0], 'mouse');
  await expect.element(screen.getByRole('radio', { name: 'Number' })).toBeChecked();
  const neighbour = picture.element().closest('.card-track')!.querySelector('[data-style="cover"] canvas')!;
  drag(neighbour, [0, 0], 'mouse');
  await expect.element(screen.getByRole('radio', { name: 'Cover' })).toBeChecked();
});

test('The wish is drawn as it is typed, and may be nothing; the neighbours are drawn beside the card, again after each change. @10.107 @10.112', async () => {
  const { screen, changes, picture } = await open();
  const wish = screen.getByLabelText('Your wish');
  await expect.element(wish).toHaveValue('May the ball always come back.');
  await changes(() => wish.fill(''));
  const neighbour = picture
    .element()
    .closest('.card-track')!
    .querySelector<HTMLCanvasElement>('[data-style="number"] canvas')!;
  await expect.poll(() => neighbour.width).toBe(1080);
  const before = neighbour.toDataURL();
  await changes(() => wish.fill('Sticks!'));
  await expect.poll(() => neighbour.toDataURL()).not.toBe(before);
  await expect.element(picture).toHaveAccessibleName(`${card.alt}. Sticks!`);
});

test.for([800, 1280])('At %i px each style has a small picture, drawn anew after a change. @10.108', async (width) => {
  await page.viewport(390, 844);
  const { screen, seen } = await open();
  await seen();
  await page.viewport(width, 1000);
  const small = screen.getByText('Number', { exact: true }).element().querySelector('canvas')!;
  // The tiles come once the page has heard of the new width.
  await expect.poll(() => small.checkVisibility()).toBe(true);
  await expect.poll(() => small.width).toBe(270);
  const before = small.toDataURL();
  await screen.getByLabelText('Your wish').fill('Sticks!');
  await expect.poll(() => small.toDataURL()).not.toBe(before);
  await expect.element(screen.getByRole('radio', { name: 'Number', exact: true })).toBeInTheDocument();
});

test('On an upright tablet each style has a small picture beside the card. @10.108', async () => {
  await page.viewport(768, 1024);
  const shown = { ...card, content: { ...card.content, lines: [...card.content.lines] } };
  const screen = await render(
    <main className="p-6">
      <CardEditor card={shown} dogName="Biscuit" />
    </main>,
  );
  for (const name of ['Cover', 'Lamplight'])
    expect(screen.getByText(name, { exact: true }).element().querySelector('canvas')?.checkVisibility()).toBe(true);
});

test('A card is made as a post, as a story or as a wallpaper. @10.109', async () => {
  const { screen, picture, seen } = await open();
  const sizeOf = () => {
    const { width, height } = picture.element() as HTMLCanvasElement;
    return [width, height];
  };
  await seen();
  expect(sizeOf()).toEqual([1080, 1350]);
  const { height } = picture.element().getBoundingClientRect();
  await screen.getByText('Story', { exact: true }).click();
  await expect.poll(sizeOf).toEqual([1080, 1920]);
  await screen.getByText('Wallpaper', { exact: true }).click();
  await expect.poll(sizeOf).toEqual([1290, 2796]);
  expect(Math.abs(picture.element().getBoundingClientRect().height - height)).toBeLessThan(1);
});

test("The owner's wish is remembered, and is there when the card is opened again. @10.112", async () => {
  let kept: string | null = null;
  const keptWish = { read: () => kept, keep: (wish: string) => (kept = wish) };
  const first = await open({ keptWish });
  await first.screen.getByLabelText('Your wish').fill('Sticks!');
  await first.screen.unmount();
  const { screen } = await open({ keptWish });
  await expect.element(screen.getByLabelText('Your wish')).toHaveValue('Sticks!');
});

test('Shared right after a change, the card is shared as changed. @10.117', async () => {
  const share = offerShareSheet();
  // However slow the machine, the press does not give up waiting for the picture.
  const wait = window.setTimeout;
  const waits = vi.spyOn(window, 'setTimeout');
  waits.mockImplementation(((act: () => void, delay?: number) =>
    delay === 1_500 ? 0 : wait(act, delay)) as typeof wait);
  const { screen, seen } = await open();
  await seen();
  await screen.getByLabelText('Your wish').fill('Sticks!');
  (screen.getByRole('button', { name: 'Share', exact: true }).element() as HTMLElement).click();
  await expect.poll(() => share.mock.lastCall?.[0].files?.[0]?.name).toBe('biscuit-birthday-card.png');
  const shared = await createImageBitmap(share.mock.lastCall?.[0].files[0]);
  const canvas = new OffscreenCanvas(shared.width, shared.height);
  canvas.getContext('2d')?.drawImage(shared, 0, 0);
  const shown = screen.getByRole('img', { name: card.alt, exact: false }).element() as HTMLCanvasElement;
  const pixels = (context: { getImageData: CanvasRenderingContext2D['getImageData'] } | null) =>
    new Uint32Array(context!.getImageData(0, 0, shared.width, shared.height).data.buffer);
  expect(pixels(canvas.getContext('2d'))).toEqual(pixels(shown.getContext('2d')));
});

test('Keys move the photo in its frame and zoom it; Reset puts it back. @10.113', async () => {
  const { screen, frame, seen, changes } = await openPhotoTools();
  const first = await seen();
  (frame.element() as HTMLElement).focus();
  await changes(() => userEvent.keyboard('{ArrowRight}'));
  await changes(() => userEvent.keyboard('{+}'));
  await changes(() => userEvent.keyboard('{ArrowDown}'));
  await expect.element(screen.getByLabelText('Zoom')).toHaveValue('115');
  await screen.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(seen).toBe(first);
});

test('Sliders zoom the photo and move it in its frame, as far as it reaches. @10.113', async () => {
  const { screen, changes } = await openPhotoTools();
  await changes(() => screen.getByLabelText('Zoom').fill('200'));
  for (const [slider, asked, reached] of [
    ['From the left', '40', '40'],
    ['From the left', '100', '85'],
    ['From the top', '60', '60'],
  ] as const) {
    await changes(() => screen.getByLabelText(slider).fill(asked));
    await expect.element(screen.getByLabelText(slider)).toHaveValue(reached);
    await expect.element(screen.getByLabelText(slider)).toHaveAttribute('aria-valuetext', `${reached} percent`);
  }
});

test("The card begins at the face in the dog's own photo, and another photo knows nothing of it. @10.106", async () => {
  const file = await photo();
  const own = URL.createObjectURL(file);
  const told = await open({ photo: own, focus: { x: 90, y: 40 } });
  const atFace = await told.seen();
  await told.screen.getByRole('button', { name: 'Adjust Photo', exact: true }).click();
  await told.screen.getByLabelText('Choose Another').upload(file);
  await expect.poll(told.seen).not.toBe(atFace);
  const another = await told.seen();
  await told.screen.unmount();
  const untold = await open({ photo: own });
  expect(await untold.seen()).toBe(another);
});

test('While the photo is adjusted a finger or a mouse moves it in its frame. Afterwards they drag the cards again. @10.113', async () => {
  const { screen, frame, picture, changes } = await openPhotoTools();
  await changes(async () => drag(frame.element(), [30, 0], 'mouse'));
  await changes(async () => drag(picture.element(), [-60, 0]));
  await expect.element(screen.getByRole('radio', { name: 'Table' })).toBeChecked();
  await expect.element(screen.getByRole('button', { name: 'Share' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Done' }).click();
  await expect.element(screen.getByRole('button', { name: 'Adjust Photo', exact: true })).toHaveFocus();
  drag(picture.element(), [-60, 0]);
  await expect.element(screen.getByRole('radio', { name: 'Lamplight' })).toBeChecked();
});

test('Two fingers make the photo larger. @10.113', async () => {
  const { screen, picture } = await openWithPhoto();
  const send = (type: string, finger: number, x: number) => point(picture.element(), type, x, 200, 'touch', finger);
  send('pointerdown', 1, 100);
  send('pointerdown', 2, 200);
  send('pointermove', 2, 300);
  send('pointerup', 2, 300);
  send('pointerup', 1, 100);
  await expect.element(screen.getByLabelText('Zoom')).toHaveValue('200');
  await expect.element(screen.getByRole('heading', { name: 'Adjust Photo' })).toBeVisible();
});

test('A photo of this device is sent nowhere, and can be removed. @2.47', async () => {
  const requests = answerRequests(() => new Response());
  const { screen, changes } = await openPhotoTools();
  await expect.element(screen.getByLabelText('Choose Another')).toBeInTheDocument();
  await changes(() => screen.getByRole('button', { name: 'Remove' }).click());
  await expect.element(screen.getByLabelText('Choose a Photo').first()).toBeInTheDocument();
  expect(screen.getByLabelText('Zoom').elements()).toEqual([]);
  expect(requests).toEqual([]);
});

test('A card without a photo offers to choose one at once, and has nothing to adjust. Then the button that adjusts it has the focus.', async () => {
  const { screen, choose } = await openWithoutPhoto();
  await expect.element(choose).toHaveAccessibleDescription('A photo chosen here stays on this device.');
  expect(screen.getByRole('button', { name: 'Adjust Photo' }).query()).toBeNull();
  await userEvent.upload(choose, await photo());
  await expect.element(screen.getByRole('button', { name: 'Adjust Photo' })).toHaveFocus();
  await expect.element(choose).not.toBeInTheDocument();
});

test('A wrong file is refused beside the card, that is gone while the next one is read, and a photo too small to be sharp is told.', async () => {
  const { screen, choose } = await openWithoutPhoto();
  await userEvent.upload(choose, new File(['nothing'], 'notes.txt', { type: 'text/plain' }));
  await expect.element(screen.getByRole('alert')).toHaveTextContent(photoProblemTexts['not an image']);
  const read = Promise.withResolvers<void>();
  const { decode } = HTMLImageElement.prototype;
  vi.spyOn(HTMLImageElement.prototype, 'decode').mockImplementationOnce(async function (this: HTMLImageElement) {
    await read.promise;
    await decode.call(this);
  });
  await userEvent.upload(choose, await photo());
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByText(smallPhotoText).query()).toBeNull();
  read.resolve();
  await expect.element(screen.getByText(smallPhotoText)).toBeVisible();
});

test('A mouse moves the photo without being asked to; a press on it, a finger, and a mouse beside it do not.', async () => {
  const { screen, frame, picture, changes } = await openWithPhoto();
  const tools = screen.getByRole('heading', { name: 'Adjust Photo' });
  drag(frame.element(), [2, 0], 'mouse');
  expect(tools.query()).toBeNull();
  drag(picture.element(), [90, 0], 'mouse');
  await expect.element(screen.getByRole('radio', { name: 'Number' })).toBeChecked();
  drag(picture.element(), [-90, 0], 'mouse');
  await expect.element(screen.getByRole('radio', { name: 'Table' })).toBeChecked();
  drag(frame.element(), [-60, 0]);
  await expect.element(screen.getByRole('radio', { name: 'Lamplight' })).toBeChecked();
  await changes(async () => drag(frame.element(), [30, 10], 'mouse'));
  await expect.element(tools).toBeVisible();
  await expect.element(screen.getByRole('radio', { name: 'Lamplight' })).toBeChecked();
});

test('A card that cannot be drawn says so, and is drawn again when asked.', async () => {
  const getContext = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const { screen, save } = await open();
  await expect.element(screen.getByText('Image generation failed')).toBeVisible();
  await expect.element(screen.getByText(messages.cardFailed.text)).toBeVisible();
  await expect.element(save).toBeDisabled();
  getContext.mockRestore();
  await screen.getByRole('button', { name: 'Draw Again' }).click();
  await expect.element(save).toBeEnabled();
  await expect.element(screen.getByRole('img', { name: card.alt, exact: false })).toBeVisible();
});

test('On the smallest phone everything stays within the dialog, also while the photo is adjusted; Close closes it.', async () => {
  await page.viewport(320, 640);
  const { screen, onClose } = await openPhotoTools();
  const within = () => contentOutside(screen.getByRole('dialog').element());
  expect(within()).toEqual([]);
  await screen.getByRole('button', { name: 'Done' }).click();
  expect(within()).toEqual([]);
  await screen.getByRole('button', { name: 'Close' }).click();
  expect(onClose).toHaveBeenCalledOnce();
});

test('Sharing comes after the choices and the wish, for the keyboard, too: at the foot of the card, and on a phone in the first screen, below the whole card. @10.110', async () => {
  for (const [width, height] of [
    [1280, 900],
    [1280, 650],
    [800, 1000],
    [390, 844],
    [390, 700],
  ] as const) {
    await page.viewport(width, height);
    const { screen, picture } = await open();
    const share = screen.getByRole('button', { name: 'Share', exact: true }).element();
    const wish = screen.getByLabelText('Your wish').element();
    const { top, bottom } = share.getBoundingClientRect();
    const isPhone = width < 640;
    const foot = document.querySelector(isPhone ? 'dialog' : '.card-stage')!.getBoundingClientRect().bottom;
    expect(wish.compareDocumentPosition(share) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
    expect(Math.abs(bottom - foot)).toBeLessThan(isPhone ? 16 : 2);
    if (isPhone) expect(picture.element().getBoundingClientRect().bottom).toBeLessThan(top);
    await screen.unmount();
  }
});

test('The tiles of two styles are side by side, as high as their pictures and names. @10.360', async () => {
  await page.viewport(1280, 900);
  const day = { photoUrl: '', photoFocus: null, date: 'June 15, 2026', seal: { figure: '15' } };
  const { screen } = await open({ card: { ...card, content: { ...card.content, lines: [], pair: [day, day] } } });
  const tiles = screen.getByRole('radiogroup', { name: 'Style of the card' }).element().querySelectorAll('label');
  expect(tiles).toHaveLength(2);
  for (const tile of tiles) {
    const { clientWidth, clientHeight } = tile.querySelector('canvas')!;
    expect(clientWidth / clientHeight).toBeCloseTo(4 / 5, 1);
    expect(tile.clientHeight - clientHeight).toBeLessThan(24 + Number.parseFloat(getComputedStyle(tile).lineHeight));
  }
  const [one, other] = [...tiles].map((tile) => tile.getBoundingClientRect());
  expect(other!.top).toBe(one!.top);
});
