const endings = ['th', 'st', 'nd', 'rd'];

/** Returns the English ordinal of a whole number: 1st, 2nd, 3rd, 11th. */
export function ordinal(number: number): string {
  const isTeen = Math.floor((number % 100) / 10) === 1;
  return `${number}${(!isTeen && endings[number % 10]) || 'th'}`;
}
