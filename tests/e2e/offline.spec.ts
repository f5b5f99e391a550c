import { rm } from 'node:fs/promises';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { phonePhoto } from '../support/pictures.ts';
import { layDatabase } from '../support/prepared-database.ts';
import { makeDataDir, startServer } from '../support/start-server.ts';
import {
  addDog,
  answered,
  closeToasts,
  expect,
  reload,
  restPointer,
  shows,
  signIn,
  signUp,
  signUpThroughPage,
  test,
  unreachable,
  untilAllIsSent,
  untilSeenOnDevice,
} from './fixtures.ts';

test.use({ serviceWorkers: 'allow' });

// Requests that are under way when the network goes report that on the console.
test.beforeEach(({ expectConsoleError }) => expectConsoleError(unreachable('/')));

type SavedDog = { id: string; name: string; notes: string | null; breed: string | null; photo_url: string | null };

async function sessionOf(page: Page): Promise<{ token: string; userId: string }> {
  return page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('wagday-session') ?? '{}');
    return { token: session.access_token, userId: session.user.id };
  });
}

/** Asks the backend itself, bypassing the page and everything that it caches. */
async function askBackend(page: Page, path: string, { method = 'GET', body }: { method?: string; body?: object } = {}) {
  const { token } = await sessionOf(page);
  const { origin } = new URL(page.url());
  const response = await fetch(`${origin}/rest/v1/${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, apikey: 'wagday', 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(response.ok).toBe(true);
  return response.status === 204 ? null : response.text().then((text) => (text ? JSON.parse(text) : null));
}

async function savedDogs(page: Page): Promise<SavedDog[]> {
  return askBackend(page, 'dogs?select=*&order=name');
}

/** Waits until the worker has cached everything that an owner needs. */
async function untilReadyForOffline(page: Page) {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        if (!navigator.serviceWorker.controller) return 'not controlled';
        return (await caches.match('/the-pack-is-kept')) ? 'ready' : 'not kept';
      }),
    )
    .toBe('ready');
}

function card(page: Page, name: string) {
  return page.getByRole('article', { name });
}

async function edit(page: Page, name: string, notes: string) {
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  const form = page.getByRole('dialog', { name: `Edit ${name}'s Profile` });
  await form.getByLabel('Notes').fill(notes);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form).toBeHidden();
  await restPointer(page);
}

const status = 'Offline: showing what we last saw.';

test('a visitor calculates and makes a card without network, and hears why signing in has to wait', async ({
  page,
  context,
}) => {
  await page.goto('/');
  const name = page.getByLabel("Dog's Name");
  const isControlled = () => page.evaluate(() => Boolean(navigator.serviceWorker.controller));
  // The worker is registered at the first key press after the page has come to life.
  await expect.poll(() => name.press('End').then(isControlled)).toBe(true);
  await context.setOffline(true);
  await page.reload();
  await page.getByLabel("Dog's Name").fill('Biscuit');
  await page.getByRole('textbox', { name: 'Birthday' }).fill('2019-06-14');
  await page.getByRole('button', { name: 'Calculate Birthday!' }).click();
  await expect(page.getByRole('region', { name: "Biscuit's Birthday Report" })).toBeVisible();
  await page.getByRole('button', { name: 'Photo', exact: true }).click();
  const card = page.getByRole('dialog', { name: 'A Birthday Card for Biscuit' });
  const saved = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Save Picture' }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.png$/);
  await page.goto('/auth');
  await expect(page.getByText("You're offline.")).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('dogs are added and edited with server killed and network gone; all are in the database when they are back', async ({
  page,
  context,
  cleanups,
  expectConsoleError,
}) => {
  // Requested while the server is still starting.
  expectConsoleError(answered(503, '/'));
  const dataDir = await makeDataDir();
  cleanups.defer(() => rm(dataDir, { recursive: true, force: true }));
  await layDatabase(dataDir);
  const first = await startServer({ script: 'scripts/start.ts', dataDir });
  cleanups.defer(() => first.stop());
  await signUp(page, { url: first.url, dogs: [{ name: 'Rex', birth_date: '2020-06-20', notes: 'Loves cake.' }] });
  await page.reload();
  await untilReadyForOffline(page);

  await first.kill('SIGKILL');
  await addDog(page, { name: 'Later', birthDate: '2024-01-01' });
  await expect(card(page, 'Later')).toContainText('Waiting to be sent');
  await expect(page.getByText("We can't reach Wagday right now: showing what we last saw.")).toBeVisible();

  await context.setOffline(true);
  await reload(page);
  await expect(card(page, 'Rex')).toContainText('Loves cake.');
  await expect(page.getByText(status)).toBeVisible();

  await addDog(page, { name: 'Biscuit', birthDate: '2019-06-14' });
  await addDog(page, { name: 'Luna', birthDate: '2024-01-01' });
  await edit(page, 'Biscuit', 'Shy of cameras.');
  await edit(page, 'Rex', 'Loves cake, and cheese.');
  await expect(card(page, 'Biscuit')).toContainText('Waiting to be sent');
  await expect(page.getByText(`${status} 4 changes wait to be sent.`)).toBeVisible();

  // All of it is on the device, not only in the page.
  await reload(page);
  await expect(card(page, 'Biscuit')).toContainText('Shy of cameras.');
  await expect(card(page, 'Luna')).toContainText('Waiting to be sent');
  await expect(page.getByText(`${status} 4 changes wait to be sent.`)).toBeVisible();

  const second = await startServer({ script: 'scripts/start.ts', dataDir, env: { PORT: new URL(first.url).port } });
  cleanups.defer(() => second.stop());
  await context.setOffline(false);
  await untilAllIsSent(page);
  await expect(page.getByText(status)).toBeHidden();
  await expect(page.getByText("We can't reach Wagday right now")).toBeHidden();
  await expect
    .poll(async () => (await savedDogs(page)).map(({ name, notes }) => [name, notes]))
    .toEqual([
      ['Biscuit', 'Shy of cameras.'],
      ['Later', null],
      ['Luna', null],
      ['Rex', 'Loves cake, and cheese.'],
    ]);
  await page.reload();
  await expect(page.getByRole('article')).toHaveText([/Luna/, /Biscuit/, /Later/, /Rex/]);
});

test('a dog is deleted and brought back, and a party planned, without network', { tag: '@among-others' }, async ({
  page,
  context,
}) => {
  await signUp(page, {
    dogs: [
      { name: 'Luna', birth_date: '2021-03-01' },
      { name: 'Rex', birth_date: '2020-06-20' },
    ],
  });
  // The step that sends the invitation is loaded when it is opened.
  await untilReadyForOffline(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Delete Rex' }).click();
  await restPointer(page);
  await expect(card(page, 'Rex')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await restPointer(page);
  await expect(card(page, 'Rex')).toBeVisible();
  await page.getByRole('button', { name: 'Delete Luna' }).click();
  await restPointer(page);
  await page.getByRole('button', { name: 'Plan Party for Rex' }).click();
  await page.getByLabel('Title').fill('Cake Day');
  await page.getByRole('button', { name: 'Plan Celebration' }).click();
  await expect(page.getByRole('heading', { name: 'Cake Day', level: 1 })).toBeFocused();
  await expect(page.getByText('2 changes wait to be sent.')).toBeVisible();
  await context.setOffline(false);
  await expect.poll(async () => (await savedDogs(page)).map(({ name }) => name)).toEqual(['Rex']);
  await expect.poll(() => askBackend(page, 'birthday_celebrations?select=title')).toEqual([{ title: 'Cake Day' }]);
  await untilAllIsSent(page);
  // The open page makes the link as soon as the party is saved.
  await expect(page.getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute('href', /%2Fi%2F[\w-]{43}/);
});

test('a photo chosen without network is seen at once and uploaded later, and one that was seen is seen without network', async ({
  page,
  context,
}) => {
  await signUp(page);
  await page.reload();
  // A pack that this device has never seen could not be shown without network.
  await expect(page.getByText('No dogs yet!')).toBeVisible();
  await untilReadyForOffline(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Add New Dog' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Dog' });
  await form.getByLabel('Name').fill('Biscuit');
  await form.getByLabel('Birthday').fill('2019-06-14');
  const photo = await phonePhoto();
  await shows(page, ['Photo kept!'], () => form.getByLabel('Choose a Photo').setInputFiles(photo));
  await form.getByRole('button', { name: 'Add Dog' }).click();
  await expect(card(page, 'Biscuit')).toBeVisible();
  await reload(page);
  const picture = card(page, 'Biscuit').getByRole('img', { name: 'Biscuit' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await context.setOffline(false);
  await expect.poll(async () => (await savedDogs(page))[0]?.photo_url).toMatch(/\/dog-photos\/.+\.(webp|jpg)$/);
  await expect(picture).toHaveAttribute('src', /\/dog-photos\//);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await expect.poll(async () => (await keptOnDevice(page)).filter((key) => key.startsWith('http'))).toHaveLength(1);
  await context.setOffline(true);
  await page.reload();
  await expect(picture).toHaveAttribute('src', /\/dog-photos\//);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('the pack asks for a photo the day after a party, which is kept without network and uploaded later @10.81', async ({
  page,
  context,
  expectConsoleError,
}) => {
  // A picture may ask for the waiting photo just when it is replaced by the uploaded one.
  expectConsoleError(answered(404, '/waiting-photos/'));
  const swim = { dog: 'Biscuit', title: 'First Swim', celebration_date: '2026-06-14' };
  await signUp(page, { dogs: [{ name: 'Biscuit', birth_date: '2019-06-14', size: 'small' }], parties: [swim] });
  await page.reload();
  const question = page.getByRole('complementary', { name: 'Photo of the day' });
  await expect(question).toContainText('First Swim');
  await untilReadyForOffline(page);
  await context.setOffline(true);
  await question.getByRole('link', { name: 'Add a Photo' }).click();
  const chosen = await phonePhoto();
  await shows(page, ['Kept for later!'], () => page.getByLabel('Add the Photo of the Day').setInputFiles(chosen));
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { name: 'Your Pack' })).toBeVisible();
  await expect(question).toHaveCount(0);
  await context.setOffline(false);
  const saved = async () => JSON.stringify(await askBackend(page, 'birthday_celebrations?select=memory_photo_url'));
  await expect.poll(saved).toMatch(/\/dog-photos\/.+\.(webp|jpg)"/);
  await untilAllIsSent(page);
  await page.evaluate(() => window.location.assign('#parties'));
  const photo = page.getByRole('img', { name: 'Photo of the day:' });
  await expect(photo).toHaveAttribute('src', /\/dog-photos\//);
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test.describe('on a birthday', () => {
  test.use({ asksForPortraits: true });

  test('the pack asks for one photo of the dog, which is kept without network, fills its stamp, and is removed and brought back @10.326 @10.327 @10.329', async ({
    page,
    context,
    expectConsoleError,
  }) => {
    // As above.
    expectConsoleError(answered(404, '/waiting-photos/'));
    await signUp(page, { dogs: [{ name: 'Luna', birth_date: '2020-06-15', size: 'medium' }] });
    const question = page.getByRole('complementary', { name: 'Stamp of the day' });
    await expect(question).toContainText("Today's the day. Keep one photo of Luna?");
    await untilReadyForOffline(page);
    await context.setOffline(true);
    const photo = await phonePhoto();
    await shows(page, ['Kept for later!'], () => question.getByLabel('Add Photo').setInputFiles(photo));
    await expect(question).toContainText("Luna's birthday has its stamp.");
    await context.setOffline(false);
    const saved = async () => JSON.stringify(await askBackend(page, 'portraits?select=day,photo_url,line'));
    await expect.poll(saved).toMatch(/"2026-06-15".*\/dog-photos\/.+\.(webp|jpg)"/);
    await untilAllIsSent(page);

    await question.getByRole('link', { name: 'See the Stamp' }).click();
    const stamp = page.getByRole('button', { name: 'Photo of June 15, 2026' });
    await stamp.click();
    const dialog = page.getByRole('dialog', { name: "Luna's Stamp" });
    await dialog.getByLabel('A line to remember').fill('Cake on the nose');
    await shows(page, ['Stamp saved!'], () => dialog.getByRole('button', { name: 'Save' }).click());
    await expect.poll(saved).toContain('Cake on the nose');
    await stamp.click();
    await dialog.getByRole('button', { name: 'Remove Photo' }).click();
    await expect.poll(saved).toContain('"photo_url":null,"line":null');
    await expect(page.getByText("Luna's stamp of June 15, 2026 is empty again.")).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(saved).toMatch(/\/dog-photos\/.*Cake on the nose/);
    await expect(stamp).toBeVisible();
  });
});

test.describe('with every request seen', () => {
  test.use({ serviceWorkers: 'block' });

  test('a lost answer does not make one dog two, and keeps what was typed since', async ({ page, context }) => {
    await signUp(page);
    // The code that checks the session comes after the pack is seen.
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await addDog(page, { name: 'Biscuit', birthDate: '2019-06-14' });
    const lost = new Set<string>();
    await page.route('**/rest/v1/dogs*', async (route) => {
      // The answers to the first sending of either dog are lost.
      if (route.request().method() !== 'POST' || lost.has(route.request().postDataJSON().name)) return route.fallback();
      lost.add(route.request().postDataJSON().name);
      await route.fetch();
      await route.abort('connectionreset');
    });
    await context.setOffline(false);
    await expect.poll(() => [...lost]).toEqual(['Biscuit']);
    await untilAllIsSent(page);
    expect((await savedDogs(page)).map(({ name }) => name)).toEqual(['Biscuit']);
    await expect(page.getByRole('article')).toHaveCount(1);

    await addDog(page, { name: 'Moose', birthDate: '2019-06-14' });
    await edit(page, 'Moose', 'Shy of cameras.');
    await expect
      .poll(async () => (await savedDogs(page)).map(({ name, notes }) => [name, notes]))
      .toEqual([
        ['Biscuit', null],
        ['Moose', 'Shy of cameras.'],
      ]);
    expect([...lost]).toEqual(['Biscuit', 'Moose']);
  });

  test('back in the network, an expired session is refreshed at once, and then the pack is loaded and sent', async ({
    page,
    context,
  }) => {
    await signUp(page, { dogs: [{ name: 'Rex', birth_date: '2020-06-20' }] });
    await untilSeenOnDevice(page, 'Rex');
    // A refresh that has just failed is no reason to wait.
    await page.route('**/auth/v1/token*', (route) => route.abort());
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('wagday-session') ?? '{}');
      localStorage.setItem('wagday-session', JSON.stringify({ ...session, expires_at: 1 }));
    });
    await page.reload();
    await expect(card(page, 'Rex')).toBeVisible();
    await context.setOffline(true);
    await addDog(page, { name: 'Biscuit', birthDate: '2019-06-14' });
    await closeToasts(page);
    await page.unroute('**/auth/v1/token*');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await context.setOffline(false);
    await untilAllIsSent(page);
    await expect(page.getByText(/showing what we last saw/)).toBeHidden();
    expect(asked[0]).toBe('/auth/v1/token');
    await expect(page.getByText('Error', { exact: true })).toHaveCount(0);
    expect((await savedDogs(page)).map(({ name }) => name)).toEqual(['Biscuit', 'Rex']);
  });

  test('words written on two sides are both shown and the owner chooses, and a dog deleted elsewhere can be added again with those of here @10.134', async ({
    page,
    context,
  }) => {
    await signUp(page, { dogs: [{ name: 'Rex', birth_date: '2020-06-20', notes: 'Loves cake.' }] });
    await context.setOffline(true);
    await edit(page, 'Rex', 'Loves cheese.');
    const [rex] = await savedDogs(page);
    const body = { notes: 'Loves sausages.', breed: 'Great Dane' };
    await askBackend(page, `dogs?id=eq.${rex!.id}`, { method: 'PATCH', body });
    await context.setOffline(false);

    const note = page.getByRole('region', { name: 'Network' }).getByText('Rex has two versions.');
    await expect(note).toBeVisible();
    // By key, because a toast that is just coming in may slide under a pointer between press and release.
    await card(page, 'Rex').getByRole('button', { name: 'Two versions' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Two versions of Rex' });
    await expect(dialog.getByRole('row')).toHaveCount(2);
    await expect(dialog.getByRole('row', { name: /Notes/ })).toContainText(/Loves cheese\..*Loves sausages\./);
    for (const [button, column] of [
      ['Keep This One', 'On this device'],
      ['Keep That One', 'On another device'],
    ] as const) {
      const box = await dialog.getByRole('button', { name: button }).boundingBox();
      const above = await dialog.getByRole('columnheader', { name: column }).boundingBox();
      const middle = (box?.x ?? 0) + (box?.width ?? 0) / 2;
      expect(middle).toBeGreaterThan(above?.x ?? 0);
      expect(middle).toBeLessThan((above?.x ?? 0) + (above?.width ?? 0));
    }
    await dialog.getByRole('button', { name: 'Keep This One' }).click();
    await expect(note).toBeHidden();
    // Changes made only on the other side are kept too.
    await expect
      .poll(async () => (await savedDogs(page)).map(({ notes, breed }) => [notes, breed]))
      .toEqual([['Loves cheese.', 'Great Dane']]);
    await untilAllIsSent(page);

    await context.setOffline(true);
    await edit(page, 'Rex', 'Loves ham.');
    await askBackend(page, `dogs?id=eq.${rex!.id}`, { method: 'DELETE' });
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Review Rex', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add It Again' }).click();
    await expect
      .poll(async () => (await savedDogs(page)).map(({ name, notes }) => [name, notes]))
      .toEqual([['Rex', 'Loves ham.']]);
    await untilAllIsSent(page);
  });

  test('a form that is saved with network keeps what another device has changed since it was opened, and a dog deleted meanwhile is added again or let go', async ({
    page,
  }) => {
    await signUp(page, { dogs: [{ name: 'Rex', birth_date: '2020-06-20', notes: 'Loves cake.' }] });
    await page.getByRole('button', { name: 'Edit Rex' }).click();
    const form = page.getByRole('dialog', { name: "Edit Rex's Profile" });
    await form.getByLabel('Notes').fill('Loves cheese.');
    const [rex] = await savedDogs(page);
    const path = `dogs?id=eq.${rex!.id}`;
    await askBackend(page, path, { method: 'PATCH', body: { breed: 'Great Dane' } });
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await expect(card(page, 'Rex')).toContainText('Great Dane');
    await expect(card(page, 'Rex')).toContainText('Loves cheese.');

    // A draft that survived a reload still knows which values it began with.
    await page.getByRole('button', { name: 'Edit Rex' }).click();
    await form.getByLabel('Notes').fill('Loves ham.');
    await askBackend(page, path, { method: 'PATCH', body: { notes: 'Loves sausages.', breed: 'Mixed' } });
    await page.reload();
    await expect(form.getByLabel('Notes')).toHaveValue('Loves ham.');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('button', { name: 'Review Rex', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Two versions of Rex' });
    await expect(dialog.getByRole('row', { name: /Notes/ })).toContainText(/Loves ham\..*Loves sausages\./);
    await dialog.getByRole('button', { name: 'Keep This One' }).click();
    await expect
      .poll(async () => (await savedDogs(page)).map(({ notes, breed }) => [notes, breed]))
      .toEqual([['Loves ham.', 'Mixed']]);
    await untilAllIsSent(page);
    await closeToasts(page);

    await page.getByRole('button', { name: 'Edit Rex' }).click();
    await form.getByLabel('Notes').fill('Loves cheese.');
    await askBackend(page, `dogs?id=eq.${rex!.id}`, { method: 'DELETE' });
    await form.getByRole('button', { name: 'Save Changes' }).click();
    const toast = page.locator('[data-toast]').filter({ hasText: 'Rex was deleted elsewhere' });
    await toast.getByRole('button', { name: 'Review' }).click();
    const question = page.getByRole('dialog', { name: 'Rex was deleted elsewhere' });
    await question.getByRole('button', { name: 'Add It Again' }).click();
    await expect
      .poll(async () => (await savedDogs(page)).map(({ name, notes }) => [name, notes]))
      .toEqual([['Rex', 'Loves cheese.']]);

    // Once the owner gives it up, it leaves the pack.
    await edit(page, 'Rex', 'Loves ham.');
    await page.getByRole('button', { name: 'Edit Rex' }).click();
    await form.getByLabel('Notes').fill('Loves sausages.');
    await askBackend(page, `dogs?id=eq.${rex!.id}`, { method: 'DELETE' });
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByRole('button', { name: 'Review Rex', exact: true }).click();
    await question.getByRole('button', { name: 'Let It Go' }).click();
    await expect(page.getByRole('heading', { name: 'No dogs yet!' })).toBeVisible();
  });

  test('what one tab does the other shows at once, untouched, and an open form keeps its words @10.135', async ({
    page,
    context,
  }) => {
    await signUp(page, { dogs: [{ name: 'Rex', birth_date: '2020-06-20', notes: 'Loves cake.' }] });
    const other = await context.newPage();
    await other.goto('/');
    await expect(card(other, 'Rex')).toBeVisible();
    await other.getByRole('button', { name: 'Edit Rex' }).click();
    const form = other.getByRole('dialog', { name: "Edit Rex's Profile" });
    await form.getByLabel('Breed').fill('Great Dane');
    // The other tab gets neither focus nor visibility again.
    await other.evaluate(() => {
      for (const event of ['focus', 'visibilitychange']) {
        window.addEventListener(event, (news) => news.stopImmediatePropagation(), { capture: true });
        document.addEventListener(event, (news) => news.stopImmediatePropagation(), { capture: true });
      }
    });

    await addDog(page, { name: 'Luna', birthDate: '2021-03-01' });
    await expect(card(other, 'Luna')).toBeVisible();
    await edit(page, 'Rex', 'Loves cheese.');
    await expect(card(other, 'Rex')).toContainText('Loves cheese.');
    await expect(form.getByLabel('Breed')).toHaveValue('Great Dane');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    await expect(card(page, 'Rex')).toContainText('Great Dane');
    await expect(card(page, 'Rex')).toContainText('Loves cheese.');

    await page.getByRole('button', { name: 'Delete Luna' }).click();
    await expect(card(other, 'Luna')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(card(other, 'Luna')).toBeVisible();
    await restPointer(page);
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(other.getByText('Every Dog Deserves Multiple Birthdays!')).toBeVisible();
  });

  test('a calculated dog waits for its owner to join, is offered once, and to nobody else', async ({ page }) => {
    await page.goto('/');
    await page.getByLabel("Dog's Name").fill('Biscuit');
    await page.getByRole('textbox', { name: 'Birthday' }).fill('2019-06-14');
    await page.getByRole('radio', { name: /^Small/ }).check();
    await page.getByRole('button', { name: 'Calculate Birthday!' }).click();
    await expect(page.getByRole('region', { name: "Biscuit's Birthday Report" })).toBeVisible();
    await signUp(page);
    const offer = page.getByRole('region', { name: 'Add Biscuit to your pack?' });
    await offer.getByRole('button', { name: 'Add Biscuit' }).click();
    await expect(card(page, 'Biscuit')).toContainText('Small');
    await reload(page);
    await expect(card(page, 'Biscuit')).toBeVisible();
    await expect(offer).toHaveCount(0);
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page.getByText('Every Dog Deserves Multiple Birthdays!')).toBeVisible();
    await signUp(page);
    await expect(page.getByRole('heading', { name: 'No dogs yet!' })).toBeVisible();
    await expect(offer).toHaveCount(0);
  });
});

async function keptOnDevice(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('wagday');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const stores = [...database.objectStoreNames];
    const keys = await Promise.all(
      stores.map(
        (store) =>
          new Promise<string[]>((resolve) => {
            const request = database.transaction(store).objectStore(store).getAllKeys();
            request.onsuccess = () => resolve(request.result.map((key) => `${store}: ${key}`));
          }),
      ),
    );
    database.close();
    const photos = await caches.open('wagday-seen-photos').then((cache) => cache.keys());
    return [...keys.flat(), ...photos.map(({ url }) => url)];
  });
}

test('a session that has run out of time opens the pack without network, and signing out takes the pack off the device after a word', async ({
  page,
  context,
}) => {
  const email = await signUp(page, { dogs: [{ name: 'Rex', birth_date: '2020-06-20' }] });
  await page.reload();
  await untilReadyForOffline(page);
  await expect(card(page, 'Rex')).toBeVisible();
  await expect.poll(async () => (await keptOnDevice(page)).length).toBeGreaterThan(1);
  await context.setOffline(true);
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('wagday-session') ?? '{}');
    localStorage.setItem('wagday-session', JSON.stringify({ ...session, expires_at: Date.now() / 1000 - 10 }));
  });
  await page.reload();
  await expect(card(page, 'Rex')).toBeVisible();
  await edit(page, 'Rex', 'Loves cake.');
  await context.setOffline(false);
  await untilAllIsSent(page);
  await expect(card(page, 'Rex')).toContainText('Loves cake.');
  expect((await savedDogs(page)).map(({ notes }) => notes)).toEqual(['Loves cake.']);

  await context.setOffline(true);
  await edit(page, 'Rex', 'Loves cheese.');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  await expect(card(page, 'Rex')).toContainText('Waiting to be sent');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign Out Anyway' }).click();
  await expect(page.getByText('Every Dog Deserves Multiple Birthdays!')).toBeVisible();
  await expect.poll(() => keptOnDevice(page)).toEqual([]);
  await page.reload();
  await expect(page.getByText('Every Dog Deserves Multiple Birthdays!')).toBeVisible();
  await context.setOffline(false);
  await signIn(page, email);
  await expect(card(page, 'Rex')).toBeVisible();
  await expect(page.getByText('Loves cheese.')).toHaveCount(0);
});

test('a sign-out that was cut off is finished by the landing page', async ({ page }) => {
  await signUp(page, { dogs: [{ name: 'Rex', birth_date: '2020-06-20' }] });
  await page.reload();
  await expect(card(page, 'Rex')).toBeVisible();
  await expect.poll(async () => (await keptOnDevice(page)).length).toBeGreaterThan(0);
  await page.evaluate(() => {
    const { user } = JSON.parse(localStorage.getItem('wagday-session') ?? '');
    localStorage.setItem('wagday-leaving', user.id);
    localStorage.setItem('wagday-session', 'null');
  });
  await page.goto('/');
  await expect(page.getByText('Every Dog Deserves Multiple Birthdays!')).toBeVisible();
  await expect.poll(() => keptOnDevice(page)).toEqual([]);
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => /session|leaving|count/.test(key)));
  await expect.poll(kept).toEqual([]);
});

test('what waits when a session ends is sent after the owner has signed in again', async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(answered(401, '/rest/v1/'));
  const email = await signUp(page);
  // A worker whose script is cut off on its way is an error in the console.
  await untilReadyForOffline(page);
  await context.setOffline(true);
  await addDog(page, { name: 'Biscuit', birthDate: '2019-06-14' });
  await page.evaluate(() => localStorage.removeItem('wagday-session'));
  await context.setOffline(false);
  await page.reload();
  await signIn(page, email);
  await expect(card(page, 'Biscuit')).toBeVisible();
  await expect.poll(async () => (await savedDogs(page)).map(({ name }) => name)).toEqual(['Biscuit']);
});

test('a session ended elsewhere takes the pack off the device in every tab, and what was not sent waits only for its owner', async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(/^The session could not be checked/);
  expectConsoleError(answered(400, '/auth/v1/token'));
  expectConsoleError(answered(401, '/rest/v1/'));
  const email = await signUp(page, { dogs: [{ name: 'Rex', birth_date: '2020-06-20' }] });
  await untilReadyForOffline(page);
  await page.evaluate(async () => {
    const photos = await caches.open('wagday-seen-photos');
    await photos.put('/storage/v1/object/public/dog-photos/rex.webp', new Response('Rex'));
  });
  const other = await context.newPage();
  await other.goto('/');
  await expect(card(other, 'Rex')).toBeVisible();
  const { token, userId } = await sessionOf(page);
  await context.setOffline(true);
  await addDog(page, { name: 'Biscuit', birthDate: '2019-06-14' });
  const headers = { Authorization: `Bearer ${token}` };
  const { origin } = new URL(page.url());
  expect((await fetch(`${origin}/auth/v1/logout?scope=global`, { method: 'POST', headers })).ok).toBe(true);
  await context.setOffline(false);

  await expect(page.getByText('1 change waits on this device and will be sent once you are back.')).toBeVisible();
  await expect(other.getByText('Every Dog Deserves Multiple Birthdays!')).toBeVisible();
  await expect.poll(() => keptOnDevice(page)).toEqual([`changes: ${userId}`]);
  await other.close();

  await signUpThroughPage(page);
  await expect(page.getByRole('heading', { name: 'No dogs yet!' })).toBeVisible();
  await expect(page.getByText('Biscuit')).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByText('Every Dog Deserves Multiple Birthdays!')).toBeVisible();
  await signIn(page, email);
  await expect.poll(async () => (await savedDogs(page)).map(({ name }) => name)).toEqual(['Biscuit', 'Rex']);
});

/** Proxies the server and passes everything on, except that it can serve another worker. */
async function startProxy(target: string) {
  let build = 1;
  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    const passed = forward(`${target}${incoming.url}`, { method: incoming.method ?? 'GET', headers }, (answer) => {
      const isWorker = incoming.url === '/service-worker.js';
      const { 'content-length': _length, etag: _tag, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 500, isWorker ? rest : answer.headers);
      if (isWorker) answer.on('end', () => outgoing.end(`\n// build ${build}`)).pipe(outgoing, { end: false });
      else answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: () => {
      build += 1;
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}

async function askForUpdate(page: Page) {
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
}

/** Opens the landing page with a worker, and makes a new build available while a name is being typed. */
async function makeNewBuildReady(page: Page, proxy: Awaited<ReturnType<typeof startProxy>>) {
  await page.goto(proxy.url);
  const name = page.getByLabel("Dog's Name");
  await name.fill('Bis');
  // The worker is registered at the first key press after the page has come to life.
  const isControlled = () => page.evaluate(() => Boolean(navigator.serviceWorker.controller));
  await expect.poll(() => name.press('End').then(isControlled)).toBe(true);
  proxy.release();
  await askForUpdate(page);
  await expect.poll(() => isBuildWaiting(page)).toBe(true);
  return { name, offer: page.getByRole('region', { name: 'Update' }) };
}

function isBuildWaiting(page: Page) {
  return page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting));
}

test('a new build is offered, waits for what is being typed, and comes by one press', async ({
  page,
  baseURL,
  cleanups,
}) => {
  const proxy = await startProxy(baseURL!);
  cleanups.defer(() => proxy.stop());
  const { name, offer } = await makeNewBuildReady(page, proxy);
  await expect(offer).toHaveCount(0);
  await expect(name).toHaveValue('Bis');
  await name.fill('');
  await name.blur();
  await expect(offer).toContainText('A new Wagday is ready');
  const loaded = page.waitForEvent('load');
  await offer.getByRole('button', { name: 'Reload' }).click();
  await loaded;
  await expect.poll(() => isBuildWaiting(page)).toBe(false);
  await expect(offer).toHaveCount(0);
});

test('a new build that cannot take over from a busy one comes all the same', async ({ page, baseURL, cleanups }) => {
  const proxy = await startProxy(baseURL!);
  cleanups.defer(() => proxy.stop());
  await page.clock.install();
  const { name, offer } = await makeNewBuildReady(page, proxy);
  await name.fill('');
  await name.blur();
  // As if the old build did not end.
  await page.evaluate(() => {
    ServiceWorker.prototype.postMessage = () => undefined;
  });
  const loaded = page.waitForEvent('load');
  await offer.getByRole('button', { name: 'Reload' }).click();
  await page.clock.fastForward(3_000);
  await loaded;
  await expect.poll(() => isBuildWaiting(page)).toBe(false);
});

test('a film is made without network @10.366', async ({ page, context }) => {
  const photo = 'portrait';
  await signUp(page, {
    dogs: [{ name: 'Biscuit', birth_date: '2019-06-14', size: 'small', photo }],
    portraits: [
      { dog: 'Biscuit', day: '2025-09-14', kind: 'human-year birthday', photo },
      { dog: 'Biscuit', day: '2026-06-14', kind: 'birthday', photo },
    ],
  });
  await untilReadyForOffline(page);
  await page.getByRole('link', { name: 'Biscuit', exact: true }).first().click();
  await expect(page.getByRole('button', { name: 'Film of the Year' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Film of the Year' }).click();
  await page.getByRole('button', { name: 'Make the Film' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save Film' }).click();
  expect((await saved).suggestedFilename()).toBe('biscuit-film.mp4');
});
