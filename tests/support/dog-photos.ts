import { readFile } from 'node:fs/promises';

/**
 * Pictures of dogs in place of photographs, as WebP like a camera's photo after the product has shrunk it. They were drawn for this project,
 * so they may be published anywhere; shading, fur and blur make them affect a layout as photographs do.
 */
export type DogPhoto = 'portrait' | 'landscape' | 'panorama' | 'tiny';

export async function dogPhoto(kind: DogPhoto): Promise<Uint8Array<ArrayBuffer>> {
  return Uint8Array.from(await readFile(new URL(`./dog-photos/${kind}.webp`, import.meta.url)));
}
