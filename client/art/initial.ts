const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The first letter of a name as a reader sees it, in capitals; an emoji stays whole. */
export function initialOf(name: string): string {
  const [first] = graphemes.segment(name);
  return (first?.segment ?? '').toLocaleUpperCase('en');
}
