import { expect, test, vi } from 'vitest';
import { deviceStorage, tabStorage } from './web-storage.ts';

test('A value is kept, read, listed and forgotten, for the device or for the tab.', () => {
  expect(deviceStorage.keep('wagday-a', { order: 'name' })).toBe(true);
  expect(deviceStorage.read('wagday-a')).toEqual({ order: 'name' });
  expect(deviceStorage.keys()).toEqual(['wagday-a']);
  expect(tabStorage.read('wagday-a')).toBeNull();
  deviceStorage.forget('wagday-a');
  expect(deviceStorage.read('wagday-a')).toBeNull();
});

test('What an earlier version kept as plain text is read as that text.', () => {
  window.localStorage.setItem('wagday-pack-order', 'by name');
  expect(deviceStorage.read('wagday-pack-order')).toBe('by name');
});

test('A closed or full storage keeps nothing, and nothing fails.', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The storage is closed.', 'SecurityError');
  });
  expect(deviceStorage.keep('wagday-a', 1)).toBe(false);
  expect(deviceStorage.read('wagday-a')).toBeNull();
  expect(deviceStorage.keys()).toEqual([]);
  expect(() => deviceStorage.forget('wagday-a')).not.toThrow();
});
