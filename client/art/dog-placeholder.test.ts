import { expect, test } from 'vitest';
import { initialOf } from './dog-placeholder.tsx';

test('The initial is the first letter of the name in capitals.', () => {
  expect(initialOf('rex')).toBe('R');
  expect(initialOf('Zoë')).toBe('Z');
  expect(initialOf('łatka')).toBe('Ł');
});

test('An emoji made of several characters stays whole.', () => {
  expect(initialOf('🐶 Rex')).toBe('🐶');
  expect(initialOf('👩‍🚀 Laika')).toBe('👩‍🚀');
  expect(initialOf('🇵🇱 Łatka')).toBe('🇵🇱');
});

test('A combining accent stays with its letter.', () => {
  expect(initialOf('e\u0301clair')).toBe('E\u0301');
});

test('An empty name has no initial.', () => {
  expect(initialOf('')).toBe('');
});
