import { afterEach, expect, test, vi } from 'vitest';
import { date } from '../../../domain/testing/dates.ts';
import { forgetOtherOwners, forgetSeenPack } from '../offline/forget.ts';
import { keepCalculatedDog } from './calculated-dog.ts';
import { forgetAllDrafts } from './kept-drafts.ts';
import { calculatedDogOf, calculatedPhotoOf, forgetCalculatedDog, keepCalculatedPhoto } from './prepared-dog.ts';

const biscuit = { name: 'Biscuit', size: 'small', birthDate: date('2019-06-14') } as const;
const rex = { name: 'Rex', size: 'large', birthDate: date('2020-06-20') } as const;
const photo = new Blob(['woof'], { type: 'image/webp' });

afterEach(() => forgetCalculatedDog());

test('What a visitor prepared is kept until the sign-in, and is not offered to a second owner.', async () => {
  // A birthday that was a guess stays one.
  const guessed = { ...biscuit, birthPrecision: 'guess' } as const;
  keepCalculatedDog(guessed, true);
  await keepCalculatedPhoto(biscuit, photo);
  await forgetSeenPack();
  await forgetOtherOwners('ada');
  expect(calculatedDogOf('ada')).toEqual({ dog: guessed, wantsParty: true });
  expect(await (await calculatedPhotoOf(biscuit))?.text()).toBe('woof');
  expect(calculatedDogOf('ben')).toBeNull();
});

test('A photo is of one dog: another one that was calculated gets none.', async () => {
  await keepCalculatedPhoto(biscuit, photo);
  expect(await calculatedPhotoOf(rex)).toBeNull();
  expect(await calculatedPhotoOf({ ...biscuit, birthDate: rex.birthDate })).toBeNull();
  await keepCalculatedPhoto(biscuit, null);
  expect(await calculatedPhotoOf(biscuit)).toBeNull();
});

test('After two days dog and photo are gone.', async () => {
  keepCalculatedDog(biscuit);
  await keepCalculatedPhoto(biscuit, photo);
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 47 * 3_600_000);
  expect(calculatedDogOf('ada')).not.toBeNull();
  expect(await calculatedPhotoOf(biscuit)).not.toBeNull();
  clock.mockReturnValue(now + 49 * 3_600_000);
  expect(await calculatedPhotoOf(biscuit)).toBeNull();
  expect(calculatedDogOf('ada')).toBeNull();
  clock.mockReturnValue(now);
  expect(calculatedDogOf('ada')).toBeNull();
  await expect.poll(() => calculatedPhotoOf(biscuit)).toBeNull();
});

test('A sign-out takes both off the device.', async () => {
  keepCalculatedDog(biscuit);
  await keepCalculatedPhoto(biscuit, photo);
  forgetAllDrafts();
  expect(calculatedDogOf('ada')).toBeNull();
  await expect.poll(() => calculatedPhotoOf(biscuit)).toBeNull();
});
