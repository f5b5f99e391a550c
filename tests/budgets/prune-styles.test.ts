import { expect, test } from 'vitest';
import { pruneStyles } from '../../scripts/prune-styles.ts';

test('a class with a variant stays, although what follows its colon looks like an element', () => {
  const css = '@media (width>=40rem){.sm\\:grid-cols-3{display:grid}}';
  expect(pruneStyles(css, '<ul class="sm:grid-cols-3"></ul>')).toBe(css);
});

test('a colour by day and night keeps both of its sides', () => {
  const css =
    ':root{--lightningcss-light:initial;--paper:var(--lightningcss-light,#fff)var(--lightningcss-dark,#000)}body{color:var(--paper);fill:var(--paper)}';
  expect(pruneStyles(css, '')).toBe(css);
});

test('rules for elements that a page does not have, and for what it looks like in use, go', () => {
  const css = 'table{color:red}a:hover{color:red}a:focus{top:0}:focus-visible{color:red}::placeholder{color:red}';
  expect(pruneStyles(css, '<a>')).toBe(':focus-visible{color:red}');
});

test('a page whose styles are whole keeps what it looks like in use, but no rules for dates, files and older browsers', () => {
  const used = 'a:hover{color:red}:focus-visible{top:0}input::-webkit-inner-spin-button{height:auto}';
  const unused = '::-webkit-datetime-edit{padding:0}[type=date]:focus-within{top:0}::file-selector-button{top:0}';
  const mixed = '@supports (color:color-mix(in lab, red, red)){a{color:color-mix(in oklab, red 50%, transparent)}}';
  expect(pruneStyles(used + unused + mixed, '<a><input type="number">', { isWhole: true })).toBe(used);
});

test('of Tailwind’s own properties those that are read stay registered, and no rule sets them at every element', () => {
  const fallback = '@layer properties{@supports (top:1px){*{--tw-shadow:0 0 #0000;--tw-blur:initial}}}';
  const registered = '@property --tw-shadow{syntax:"*";inherits:false;initial-value:0 0 #0000}';
  const unread = '@property --tw-blur{syntax:"*";inherits:false}';
  const rule = '.shadow{--tw-shadow:0 1px red}.lifted{box-shadow:var(--tw-shadow)}';
  expect(pruneStyles(fallback + rule + registered + unread, '<p class="shadow">')).toBe(rule + registered);
});

test('one of them that each rule which reads it also sets is put where it is read', () => {
  const registered = '@property --tw-shadow{syntax:"*";inherits:false;initial-value:0 0 #0000}';
  const rules =
    '.low{--tw-shadow:0 1px red;box-shadow:var(--tw-shadow)}.high{--tw-shadow:0 2px red;box-shadow:var(--tw-shadow)}';
  expect(pruneStyles(rules + registered, '<p class="low high">')).toBe(
    '.low{box-shadow:0 1px red}.high{box-shadow:0 2px red}',
  );
});

test('a query for narrow windows takes its shorter form', () => {
  const css = '@media not all and (width>=40rem){a{color:red}}@media not all and (width<40rem){a{color:tan}}';
  expect(pruneStyles(css, '<a>')).toBe(
    '@media (width<40rem){a{color:red}}@media not all and (width<40rem){a{color:tan}}',
  );
});

test('a property that no rule sets gives way to its initial value or its fallback', () => {
  const registered = '@property --tw-ring{syntax:"*";inherits:false;initial-value:0 0 #0000}';
  const tint = '@property --tw-tint{syntax:"*";inherits:false}';
  const rule = '.a{box-shadow:var(--tw-ring), 0 1px var(--tw-tint,rgb(0 0 0))}.b{transform:var(--tw-turn,)}';
  expect(pruneStyles(rule + registered + tint, '<p class="a b">')).toBe('.a{box-shadow:0 1px rgb(0 0 0)}');
});

test('what is set once for the whole page is put where it is read, if only the styles read it and they become no longer', () => {
  const set = ':root{--once:red;--twice:blue;--long:linear-gradient(red, tan, blue);--drawn:tan}.a{--own:1px}';
  const read = '.b{color:var(--once);fill:var(--twice);background:var(--long)}';
  const again = '.c{fill:var(--twice);background:var(--long);margin:var(--own);color:var(--drawn)}';
  expect(pruneStyles(set + read + again, '<path fill="var(--drawn)">')).toBe(
    ':root{--long:linear-gradient(red,tan,blue);--drawn:tan}.a{--own:1px}.b{color:red;fill:blue;background:var(--long)}.c{fill:blue;background:var(--long);margin:var(--own);color:var(--drawn)}',
  );
});

test('what is set only under a condition stays where it is set', () => {
  const css =
    '@media print{@layer theme{:root{--ink:red}}}@layer theme{:root{--paper:tan}}.b{color:var(--ink);fill:var(--paper)}';
  expect(pruneStyles(css, '')).toBe('@media print{@layer theme{:root{--ink:red}}}.b{color:var(--ink);fill:tan}');
});

test('multiples of the spacing are worked out', () => {
  const css = ':root{--spacing:4px}.a{margin:calc(var(--spacing) * -2) calc(var(--spacing) * 3.5) calc(100% - 1rem)}';
  expect(pruneStyles(css, '<p class="a">')).toBe('.a{margin:-8px 14px calc(100% - 1rem)}');
});

test('how a change of looks is animated waits for the rest of the styles', () => {
  const css =
    'a{color:red;transition:color 1s;transition-property:color;transition-duration:1s}b{--tw-duration:1s;transition-duration:1s}';
  expect(pruneStyles(css, '<a></a><b></b>')).toBe('a{color:red}');
});

test('what is in a string, or is a step of an animation, is left as it is', () => {
  const css = 'p:before{content:"a;b{c}"}@keyframes wag{from{rotate:0}to{rotate:9deg}}';
  expect(pruneStyles(css, '<p></p>')).toBe(css);
});
