import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dogHash } from '../../../addresses/addresses.ts';
import { portraitToAskFor } from '../../../domain/celebrations/celebration-photos.ts';
import { celebrationOn } from '../../../domain/celebrations/celebrations.ts';
import { date } from '../../../domain/testing/dates.ts';
import { type Party, parties } from '../../data/records/parties.ts';
import { type Portrait, portraits } from '../../data/records/portraits.ts';
import { columnsOf } from '../../data/records/rows.ts';
import { recordsQuery } from '../../data/use-records.tsx';
import { photoFile } from '../../testing/canvas.ts';
import { contentOutside } from '../../testing/overflow.ts';
import { answerAsBackend, type Row } from '../../testing/pretend-backend.ts';
import { storeSession } from '../../testing/pretend-session.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { rex } from '../../testing/sample-dogs.ts';
import { cakeDay, portraitOn } from '../../testing/sample-parties.ts';
import { Button } from '../../ui/button.tsx';
import { dismissToasts } from '../../ui/toaster.tsx';
import { PortraitDialog, PortraitQuestion } from './portrait-dialog.tsx';

const ownerId = '00000000-0000-4000-8000-00000000000a';
const photos = `${window.location.origin}/storage/v1/object/public/dog-photos/${ownerId}/`;
const birthday = date('2026-06-20');

beforeEach(() => storeSession(ownerId));

const onStamped = vi.fn();

type Shown = { today?: string; as?: 'question' | 'dialog' | 'both'; dog?: typeof rex; onDecline?: () => void };

function Stamp({ today = '2026-06-20', as = 'question', dog = rex, onDecline = vi.fn() }: Shown) {
  const [isOpen, setIsOpen] = useState(true);
  const { data: kept } = useQuery(recordsQuery(ownerId, portraits));
  const { data: held } = useQuery(recordsQuery(ownerId, parties));
  if (!kept || !held) return null;
  const lists = { ownerId, portraits: kept, parties: held, onStamped };
  const celebration = celebrationOn(dog, birthday)!;
  if (as !== 'question' && isOpen) {
    const close = () => setIsOpen(false);
    return <PortraitDialog {...lists} dog={dog} celebration={celebration} day={birthday} onClose={close} />;
  }
  const button = <Button onClick={() => setIsOpen(true)}>Open</Button>;
  if (as === 'dialog') return button;
  // A page may ask for one moment more of a day that has its photo by now.
  const asked = as === 'both' ? { dog, celebration } : portraitToAskFor([dog], kept, held, date(today), '');
  const question = <PortraitQuestion {...lists} asked={asked} today={date(today)} onDecline={onDecline} />;
  return (
    <>
      {as === 'both' && button}
      {question}
    </>
  );
}

async function open(
  shown: Shown,
  kept: readonly Portrait[] = [],
  held: readonly Party[] = [],
  first?: Parameters<typeof answerAsBackend>[1],
) {
  const rowOf = (record: Parameters<typeof columnsOf>[0], item: Portrait | Party) => ({
    ...{ ...columnsOf(record, item), id: item.id, user_id: ownerId, created_at: item.createdAt },
  });
  const rows = {
    portraits: kept.map((each) => rowOf(portraits, each)),
    birthday_celebrations: held.map((each) => rowOf(parties, each)),
  };
  const backend = answerAsBackend(rows, first);
  const screen = await renderApp(
    <main>
      <h1>Pack</h1>
      <Stamp {...shown} />
    </main>,
  );
  const removed = () =>
    backend.requests.filter(({ method, path }) => method === 'DELETE' && path.startsWith('/storage/'));
  const row = () => backend.rows('portraits')[0];
  return { screen, backend, removed, row };
}

test('On the day one press and a photo fill the stamp, which is shown, and can be emptied again. @10.326 @10.329', async () => {
  const { screen, row } = await open({});
  await expect.element(screen.getByText("Today's the day. Keep one photo of Rex?")).toBeVisible();
  const button = screen.getByLabelText('Add Photo');
  (button.element() as HTMLElement).focus();
  await button.upload(await photoFile());
  await expect.element(screen.getByText("Rex's birthday has its stamp.")).toBeVisible();
  const link = screen.getByRole('link', { name: 'See the Stamp' });
  await expect.element(link).toHaveFocus();
  // One line around it, in place of its border.
  const { outlineOffset, borderColor } = getComputedStyle(link.element());
  expect([outlineOffset, borderColor]).toEqual(['0px', 'rgba(0, 0, 0, 0)']);
  await expect.element(link).toHaveAttribute('href', dogHash(rex.id, '2026-06-20'));
  expect(row()).toMatchObject({ id: `${rex.id}-20260620`, dog_id: rex.id, day: '2026-06-20', kind: 'birthday' });
  expect(row()?.photo_url).toMatch(new RegExp(`^${photos}\\d+\\.webp$`));
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(button).toBeInTheDocument();
  expect(row()?.photo_url).toBeNull();
});

test('The day has its stamp only once the photo is saved. @10.329', async () => {
  const { promise: saving, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const save = async (request: Parameters<typeof backend.apply>[0]) => {
    ask();
    await saving;
    return backend.apply(request);
  };
  const { screen, backend } = await open({}, [], [], (request) =>
    request.method === 'POST' && request.path.startsWith('/rest/v1/portraits') ? save(request) : undefined,
  );
  await screen.getByLabelText('Add Photo').upload(await photoFile());
  await asked;
  await expect.element(screen.getByText("Today's the day. Keep one photo of Rex?")).toBeVisible();
  goOn();
  await expect.element(screen.getByText("Rex's birthday has its stamp.")).toBeVisible();
});

test('A stamp that gets its photo elsewhere takes the focus from nobody. @10.329', async () => {
  const seen = [portraitOn('2026-06-20', `${photos}1.webp`)];
  const { screen } = await open({ as: 'both' }, seen);
  await screen.getByRole('button', { name: 'Remove Photo' }).click();
  const undo = screen.getByRole('button', { name: 'Undo' });
  await expect.element(undo).toBeVisible();
  const button = screen.getByRole('button', { name: 'Open' });
  (button.element() as HTMLElement).focus();
  const focused = vi.spyOn(HTMLElement.prototype, 'focus');
  (undo.element() as HTMLElement).click();
  await expect.element(screen.getByRole('link', { name: 'See the Stamp' })).toBeVisible();
  expect(focused).not.toHaveBeenCalled();
  await expect.element(button).toHaveFocus();
});

test('Within a week it is asked for in other words; declined it is asked no more. @10.329', async () => {
  const onDecline = vi.fn();
  const { screen } = await open({ today: '2026-06-24', onDecline });
  await expect.element(screen.getByText("How was Rex's birthday? Keep one photo.")).toBeVisible();
  await screen.getByRole('button', { name: 'No, Thanks' }).click();
  expect(onDecline).toHaveBeenCalledOnce();
  await expect.element(screen.getByRole('heading', { name: 'Pack' })).toHaveFocus();
});

test('A stamp that is kept stays until it is put away. @10.329', async () => {
  const { screen } = await open({});
  await screen.getByLabelText('Add Photo').upload(await photoFile());
  await screen.getByRole('button', { name: 'Done' }).click();
  await expect.element(screen.getByLabelText('Stamp of the day')).not.toBeInTheDocument();
});

test('The photo of a day on which a party was held is kept with the party, and a line beside it. @10.326', async () => {
  const held = { ...cakeDay, celebrationDate: birthday };
  const { screen, backend, row } = await open({ as: 'dialog' }, [], [held]);
  await screen.getByLabelText('Add Photo').upload(await photoFile());
  const photo = () => backend.rows('birthday_celebrations')[0]?.memory_photo_url;
  await expect.poll(photo).toMatch(new RegExp(`^${photos}`));
  expect(row()).toBeUndefined();
  await expect.poll(() => onStamped.mock.calls).toEqual([[birthday]]);
  await screen.getByRole('button', { name: 'Open' }).click();
  await screen.getByLabelText(/^A line to remember/).fill('Cake on the nose');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(row).toMatchObject({ photo_url: null, line: 'Cake on the nose' });
  expect(photo()).toContain(photos);
  expect(onStamped).toHaveBeenCalledOnce();
  await screen.getByRole('button', { name: 'Open' }).click();
  await screen.getByRole('button', { name: 'Remove Photo' }).click();
  await expect.element(screen.getByText("Rex's stamp of June 20, 2026 is empty again.")).toBeVisible();
  expect(photo()).toBeNull();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(photo).toContain(photos);
  await expect.poll(row).toMatchObject({ photo_url: null, line: 'Cake on the nose' });
});

test('The face is marked, and a line of at most 80 characters is kept. @10.327', async () => {
  const { screen, row } = await open({ as: 'dialog' }, [portraitOn('2026-06-20', `${photos}1.webp`)]);
  const line = screen.getByLabelText(/^A line to remember/);
  await line.fill('x'.repeat(81));
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(line).toHaveAccessibleDescription('A little shorter, please: at most 80 characters.');
  await line.fill('  Who ate the cake? ');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.poll(row).toMatchObject({ line: 'Who ate the cake?', photo_url: `${photos}1.webp`, photo_x: null });
});

test('A photo that is replaced or removed goes only once it can no longer be brought back. @10.327', async () => {
  const { screen, removed, row } = await open({ as: 'dialog' }, [portraitOn('2026-06-20', `${photos}1.webp`, 'Cake!')]);
  await screen.getByRole('button', { name: 'Remove Photo' }).click();
  await expect.poll(row).toMatchObject({ photo_url: null, line: null });
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(row).toMatchObject({ photo_url: `${photos}1.webp`, line: 'Cake!' });
  const kept = screen.getByText("Rex's stamp of June 20, 2026 has its photo.");
  await expect.element(kept).toBeInTheDocument();
  dismissToasts();
  await expect.element(kept).not.toBeInTheDocument();
  expect(removed()).toEqual([]);
  await screen.getByRole('button', { name: 'Open' }).click();
  await screen.getByLabelText('Change Photo').upload(await photoFile());
  await expect.poll(() => row()?.photo_url).not.toBe(`${photos}1.webp`);
  await expect.element(kept).toBeInTheDocument();
  dismissToasts();
  await expect.poll(() => removed().map(({ body }) => body)).toEqual([{ prefixes: [`${ownerId}/1.webp`] }]);
});

test.for(['while', 'after'])(
  'A stamp that is opened while its line is saved shows that line, and one removed %s that goes whole. @10.327',
  async (when) => {
    const saving = Promise.withResolvers<void>();
    const save = async (request: Parameters<typeof backend.apply>[0]) => {
      await saving.promise;
      return backend.apply(request);
    };
    const kept = [portraitOn('2026-06-20', `${photos}1.webp`, 'Cake!')];
    const { screen, backend, row } = await open({ as: 'dialog' }, kept, [], (request) =>
      request.method === 'PATCH' && (request.body as Row).line === 'Who ate it?' ? save(request) : undefined,
    );
    const line = screen.getByLabelText(/^A line to remember/);
    await line.fill('Who ate it?');
    await screen.getByRole('button', { name: 'Save' }).click();
    await screen.getByRole('button', { name: 'Open' }).click();
    await expect.element(line).toHaveValue('Who ate it?');
    const saved = screen.getByText('Stamp saved!');
    if (when === 'after') {
      saving.resolve();
      await expect.element(saved).toBeInTheDocument();
    }
    await screen.getByRole('button', { name: 'Remove Photo' }).click();
    saving.resolve();
    await expect.element(screen.getByText('Photo removed')).toBeVisible();
    expect(row()).toMatchObject({ photo_url: null, line: null });
  },
);

test('Changes of the stamps of two days are told apart, each with its own Undo. @10.327', async () => {
  const { screen } = await open({ as: 'dialog' }, [portraitOn('2026-06-20', `${photos}1.webp`)]);
  await screen.getByLabelText(/^A line to remember/).fill('Cake!');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText("Rex's stamp of June 20, 2026", { exact: true })).toBeVisible();
});

test('A line that was typed is kept when the stamp is closed without Save, and can be undone.', async () => {
  const { screen, row } = await open({ as: 'dialog' }, [portraitOn('2026-06-20', `${photos}1.webp`)]);
  await screen.getByLabelText(/^A line to remember/).fill('Cake!');
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByText("Rex's stamp of June 20, 2026", { exact: true })).toBeVisible();
  expect(row()).toMatchObject({ line: 'Cake!' });
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => row()?.line).not.toBe('Cake!');
});

test.for([320, 1280])(
  'The longest name stays within the question and the stamp in a window %i wide.',
  async (width) => {
    await page.viewport(width, 700);
    const dog = { ...rex, name: 'W'.repeat(60) };
    // One that arrives, because the ring for the face extends beyond a picture without a size.
    const photo = URL.createObjectURL(await photoFile());
    const question = await open({ dog });
    await expect.element(question.screen.getByLabelText('Stamp of the day')).toBeVisible();
    expect(contentOutside(question.screen.container)).toEqual([]);
    await question.screen.unmount();
    const { screen } = await open({ dog, as: 'dialog' }, [portraitOn('2026-06-20', photo)]);
    await screen.getByRole('button', { name: 'Adjust Photo' }).click();
    await expect.element(screen.getByRole('slider').first()).toBeInTheDocument();
    await expect.poll(() => [...document.images].every(({ naturalWidth }) => naturalWidth > 0)).toBe(true);
    expect(contentOutside(screen.getByRole('dialog').element())).toEqual([]);
    await userEvent.keyboard('{Escape}');
  },
);
