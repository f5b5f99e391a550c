/** Names, and whether they have a visible character. The domain and the database must agree about them. */
export const visibleNames: readonly (readonly [name: string, isVisible: boolean])[] = [
  ...['\u200b', '\u3164', '\u2800', '\u115f\u1160', '\uffa0', '\u00ad', '\u034f', '\u2060\u2063', '\ufe0f'].map(
    (name) => [name, false] as const,
  ),
  ...['\u0301', '\ue000', '\u{e0041}', '\u200b\u2800\u3164', '\u180e', '\u061c', '\ufff9'].map(
    (name) => [name, false] as const,
  ),
  ...['Ada', '🐶', '안', '\u200eA', 'e\u0301', '7', '?', 'ㅤA', 'שלום', '한', '👩‍👧', '\ufffd', '木'].map(
    (name) => [name, true] as const,
  ),
];
