const endings = ['th', 'st', 'nd', 'rd'];

export function ordinal(number: number): string {
  const isTeen = Math.floor((number % 100) / 10) === 1;
  return `${number}${(!isTeen && endings[number % 10]) || 'th'}`;
}
