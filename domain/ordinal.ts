const rules = new Intl.PluralRules('en-US', { type: 'ordinal' });
const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };

/** The English ordinal of a whole number: 1st, 2nd, 3rd, 11th. */
export function ordinal(number: number): string {
  return `${number}${endings[rules.select(number)] ?? 'th'}`;
}
