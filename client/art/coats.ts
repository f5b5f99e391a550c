import type { DogSize } from '../../domain/dogs/size.ts';

/** The coat in which the dog of a size was first drawn, a pale one and a dark one. */
export type Coat = 0 | 1 | 2;

/** Each coat gives colours of the drawing others of the palette, as classes: so a coat costs no drawing, and night has them, too. */
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

/** What names of breeds say of a coat, in the order of the coats. */
const toldByBreed = [
  /shepherd|malinois|spaniel|setter|beagle|norwich|norfolk|cairn|yorkshire|harlequin/i,
  /west highland|maltese|bichon|samoyed|white|golden|labrador|pyrenees|fawn|mastiff|ridgeback/i,
  /black|schnauzer|scottish|rottweiler|doberman|husky|malamute|newfoundland|border collie|wolfhound/i,
];

const first = 0;

/**
 * Returns the coat of a dog whose owner keeps it: the one that its breed is known for, or else one by its name, so that a pack does not
 * show the same face again and again. A dog of whose breed nothing was asked is as the visitor has tapped it.
 */
export function coatOf({ name, breed }: { name: string; breed?: string | null }): Coat {
  if (breed === undefined) return first;
  const told = toldByBreed.findIndex((words) => breed && words.test(breed));
  const code = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  return (told === -1 ? code % 3 : told) as Coat;
}

export function coatClasses(size: DogSize, coat: Coat): string | undefined {
  return coats[size][coat] || undefined;
}

/** The colours of a picture without styles, in a coat. */
export function inCoat<Colors extends Record<string, string>>(colors: Colors, size: DogSize, coat: Coat): Colors {
  const swaps = coats[size][coat].matchAll(/(--[\w-]+):var\((--[\w-]+)\)/g);
  return { ...colors, ...Object.fromEntries([...swaps].map(([, of = '', by = '']) => [of, colors[by]])) };
}
