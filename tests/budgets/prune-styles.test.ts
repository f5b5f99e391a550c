import { expect, test } from 'vitest';
import { pruneStyles } from '../../scripts/prune-styles.ts';

test('a class with a variant stays, although what follows its colon looks like an element', () => {
  const css = '@media (width>=40rem){.sm\\:grid-cols-3{display:grid}}';
  expect(pruneStyles(css, '<ul class="sm:grid-cols-3"></ul>')).toBe(css);
});

test('a colour by day and night keeps both of its sides', () => {
  const css =
    ':root{--lightningcss-light:initial;--paper:var(--lightningcss-light,#fff)var(--lightningcss-dark,#000)}body{color:var(--paper)}';
  expect(pruneStyles(css, '')).toBe(css);
});

test('rules for elements that a page does not have, and for what it looks like in use, go', () => {
  const css = 'table{color:red}a:hover{color:red}a{color:red}::placeholder{color:red}';
  expect(pruneStyles(css, '<a>')).toBe('a{color:red}');
});
