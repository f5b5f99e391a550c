import type { DogSize } from '../../domain/dogs/size.ts';

/** Which of a size's three coats: 0 is the one first drawn, 1 a pale one, 2 a dark one. */
export type Coat = 0 | 1 | 2;

/** CSS classes that swap colours of the drawing for others of the palette. So a coat needs no drawing of its own, and works by night too. */
const coats: Record<DogSize, readonly [string, string, string]> = {
  small: ['', '[--art-tan:var(--art-white)]', '[--art-tan:var(--art-slate)] [--art-cream:var(--art-white)]'],
  medium: ['', '[--art-chestnut:var(--art-tan)]', '[--art-chestnut:var(--art-saddle)]'],
  large: [
    '',
    '[--art-saddle:var(--art-cream)] [--art-tan:var(--art-white)]',
    '[--art-saddle:var(--art-slate)] [--art-tan:var(--art-cream)]',
  ],
  giant: ['', '[--art-slate:var(--art-tan)]', '[--art-slate:var(--art-saddle)]'],
};

/** What names of breeds say of a coat, in the order of the coats. Guests are told it by `view_invitation` in supabase/schemas. */
export const toldByBreed = [
  /shepherd|malinois|spaniel|setter|beagle|norwich|norfolk|cairn|yorkshire|harlequin/i,
  /west highland|maltese|bichon|samoyed|white|golden|labrador|pyrenees|fawn|mastiff|ridgeback/i,
  /black|schnauzer|scottish|rottweiler|doberman|husky|malamute|newfoundland|border collie|wolfhound/i,
];

const first = 0;

/**
 * Returns a dog's coat: the one its breed is known for, otherwise one chosen by its name, so that a pack shows different faces. Where
 * nobody asked for the breed (`undefined`, as in the calculator), it is the coat of the picture that the visitor tapped. Guests know only
 * the `coat` that the breed told.
 */
export function coatOf({ name, breed, coat }: { name: string; breed?: string | null; coat?: Coat | null }): Coat {
  if (breed === undefined) return first;
  const told = coat ?? toldByBreed.findIndex((words) => breed && words.test(breed));
  const code = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  return (told === -1 ? code % 3 : told) as Coat;
}

export function coatClasses(size: DogSize, coat: Coat): string | undefined {
  return coats[size][coat] || undefined;
}

/** Returns the palette with a coat's swaps, for pictures that are drawn without the page's styles. */
export function inCoat<Colors extends Record<string, string>>(colors: Colors, size: DogSize, coat: Coat): Colors {
  const swaps = coats[size][coat].matchAll(/(--[\w-]+):var\((--[\w-]+)\)/g);
  return { ...colors, ...Object.fromEntries([...swaps].map(([, of = '', by = '']) => [of, colors[by]])) };
}
