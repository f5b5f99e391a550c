import { dogLinkStart, homePage } from './addresses.ts';

/** What a link says about a dog, as far as it is known. */
type DogToLink = {
  name?: string | null;
  birthDate?: string;
  birthPrecision?: string;
  size: string | null;
  breed?: string | null;
  gotchaDate?: string | null;
};

/** Returns the address that brings a dog along, for the calculator or the form of a new dog. */
export function dogLink({ name, birthDate, birthPrecision, size, breed, gotchaDate }: DogToLink): string {
  const sure = birthDate && birthPrecision !== 'day' ? birthPrecision : null;
  const fields = Object.entries({ born: birthDate, sure, size, name, breed, gotcha: gotchaDate });
  const said = fields.flatMap(([field, value]) => (value ? [`${field}=${encodeURIComponent(value)}`] : []));
  return `${homePage}${dogLinkStart}${said.join('&')}`;
}
