import { afterEach, expect, test } from 'vitest';
import { emulateColorScheme } from '../testing/media.ts';
import { buttonClasses } from '../ui/button.tsx';

/** What is on what, by the names of the tokens. */
const neighbours = [
  ['card', 'paper'],
  ['field', 'card'],
  ['field', 'paper'],
  ['dimmed', 'card'],
  ['asleep', 'card'],
  ['apricot-wash', 'card'],
  ['apricot-wash', 'paper'],
  ['sky-wash', 'card'],
  ['sky-wash', 'paper'],
  ['danger-wash', 'card'],
  ['danger-wash', 'paper'],
  ['card', 'paper-deep'],
] as const;

/** Texts, and the surfaces below them. */
const texts: Record<string, readonly string[]> = {
  ink: ['paper', 'card', 'field', 'apricot-wash', 'sky-wash', 'danger-wash', 'paper-deep'],
  'ink-soft': ['paper', 'card', 'field', 'apricot-wash', 'sky-wash'],
  'raspberry-ink': ['paper', 'card'],
  'on-raspberry': ['raspberry', 'raspberry-deep'],
  'on-dimmed': ['dimmed', 'field'],
  'on-asleep': ['asleep'],
  'on-lamp': ['lamp'],
  danger: ['card', 'paper'],
  success: ['card'],
  'art-tag-ink': ['art-white'],
};

/** The relative luminance of WCAG. */
function luminance(token: string): number {
  const probe = document.createElement('div');
  probe.style.backgroundColor = `var(--color-${token}, var(--${token}))`;
  document.body.append(probe);
  const channels =
    getComputedStyle(probe)
      .backgroundColor.match(/[\d.]+/g)
      ?.map(Number) ?? [];
  probe.remove();
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.039_28 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

afterEach(() => emulateColorScheme('light'));

test.for(neighbours)('By night, %s can be told from %s. @10.127', async ([one, other]) => {
  await emulateColorScheme('dark');
  expect(contrast(one, other)).toBeGreaterThanOrEqual(1.3);
});

test.for(['light', 'dark'] as const)(
  'In the theme %s every text has a contrast of 7:1 on its surfaces. @10.127',
  async (theme) => {
    await emulateColorScheme(theme);
    const weak = Object.entries(texts).flatMap(([text, surfaces]) =>
      surfaces.filter((surface) => contrast(text, surface) < 7).map((surface) => `${text} on ${surface}`),
    );
    expect(weak).toEqual([]);
  },
);

test.for(['light', 'dark'] as const)(
  'In the theme %s the edges of controls and the rings of pictures stand out. @10.127 @10.242',
  async (theme) => {
    await emulateColorScheme(theme);
    for (const surface of ['paper', 'card', 'field']) expect(contrast('edge', surface)).toBeGreaterThanOrEqual(3);
    for (const surface of ['paper', 'card', 'apricot-wash'])
      expect(contrast('ring', surface)).toBeGreaterThanOrEqual(3);
    for (const surface of ['paper', 'card']) expect(contrast('raspberry', surface)).toBeGreaterThanOrEqual(3);
  },
);

test('Photos are dimmed only by night. @10.127', async () => {
  const photo = document.createElement('img');
  photo.className = 'photo';
  document.body.append(photo);
  await emulateColorScheme('dark');
  expect(getComputedStyle(photo).filter).toBe('brightness(0.88)');
  await emulateColorScheme('light');
  expect(getComputedStyle(photo).filter).toBe('none');
  photo.remove();
});

test('By night a light rim keeps the outlines of drawn dogs apart from the page, but for those on a lit tile.', async () => {
  const page = document.body.appendChild(document.createElement('div'));
  const dog = '<svg stroke="var(--art-ink)"><use href="#dog-small" /></svg>';
  page.innerHTML = `${dog}<div class="size-dogs">${dog}</div>`;
  const filters = () => [...page.querySelectorAll('svg')].map((svg) => getComputedStyle(svg).filter !== 'none');
  await emulateColorScheme('dark');
  expect(filters()).toEqual([true, false]);
  await emulateColorScheme('light');
  expect(filters()).toEqual([false, false]);
  page.remove();
});

test('By night a button that can do nothing yet is a tint without an outline. @10.127', async () => {
  await emulateColorScheme('dark');
  const button = document.createElement('button');
  button.className = buttonClasses('primary');
  button.disabled = true;
  document.body.append(button);
  const { backgroundColor, boxShadow } = getComputedStyle(button);
  button.remove();
  expect(backgroundColor).toBe('rgb(120, 80, 31)');
  expect(boxShadow).not.toContain('inset');
});
