import { expect, test } from 'vitest';
import { photoFocus, photoFocusAt } from './photo-focus.ts';

test.each([
  [50, 36],
  [0, 100],
  [100, 0],
])('%d and %d are a focus', (x, y) => {
  expect(photoFocus({ x, y }, 'focus')).toEqual({ x, y });
});

test.each([
  ['x', { x: -1, y: 50 }],
  ['x', { x: 101, y: 50 }],
  ['y', { x: 50, y: -1 }],
  ['y', { x: 50, y: 101 }],
  ['y', { x: 50, y: 36.5 }],
  ['x', { x: '50', y: 36 }],
  ['y', { x: 50 }],
])('the %s of %j is no whole percentage', (field, value) => {
  expect(() => photoFocus(value, 'focus')).toThrow(`focus.${field} is not a whole percentage`);
});

test('a place in or beside the photo is the nearest focus within it', () => {
  expect(photoFocusAt(49.5, 36.4)).toEqual({ x: 50, y: 36 });
  expect(photoFocusAt(-0.6, 100.6)).toEqual({ x: 0, y: 100 });
  expect(photoFocusAt(250, -250)).toEqual({ x: 100, y: 0 });
});
