import { searchKey } from '../text/search-text.ts';
import { type DogSize, dogSizes } from './size.ts';

/** Reads names that are separated by commas or line ends: here a line or two for each letter. */
function listed(names: string): string[] {
  return names.trim().split(/,\s|\n\s*/);
}

/** Breeds to suggest, by the usual size of a grown dog. Nothing is checked against them. Only the dog form loads this table. */
const breedsBySize: Readonly<Record<DogSize, readonly string[]>> = {
  small: listed(`
    Affenpinscher, American Eskimo Dog (Toy), Australian Terrier
    Bichon Frise, Biewer Terrier, Bolognese, Border Terrier, Brussels Griffon
    Cairn Terrier, Cavalier King Charles Spaniel, Cavapoo, Cesky Terrier, Chihuahua, Chinese Crested, Chorkie
    Coton de Tulear
    Dachshund, Dandie Dinmont Terrier
    English Toy Spaniel
    German Spitz
    Havanese
    Italian Greyhound
    Jack Russell Terrier, Japanese Chin
    Lhasa Apso, Löwchen
    Maltese, Maltipoo, Manchester Terrier, Miniature Dachshund, Miniature Pinscher, Miniature Poodle
    Miniature Schnauzer, Morkie
    Norfolk Terrier, Norwich Terrier
    Papillon, Parson Russell Terrier, Pekingese, Pomeranian, Pug
    Rat Terrier, Russian Toy
    Schipperke, Shih Tzu, Silky Terrier
    Tibetan Spaniel, Toy Fox Terrier, Toy Poodle
    West Highland White Terrier
    Yorkshire Terrier
  `),
  medium: listed(`
    American Cocker Spaniel, American Eskimo Dog, American Water Spaniel, Australian Cattle Dog, Australian Kelpie
    Australian Shepherd
    Barbet, Basenji, Basset Hound, Beagle, Bearded Collie, Bedlington Terrier, Border Collie, Boston Terrier
    Boykin Spaniel, Brittany, Bulldog
    Canaan Dog, Cardigan Welsh Corgi, Cocker Spaniel, Cockapoo
    English Cocker Spaniel, English Springer Spaniel, Entlebucher Mountain Dog
    Field Spaniel, Finnish Lapphund, Finnish Spitz, French Bulldog
    Glen of Imaal Terrier
    Icelandic Sheepdog, Irish Terrier
    Keeshond, Kerry Blue Terrier, Kooikerhondje
    Lagotto Romagnolo, Lakeland Terrier
    Miniature American Shepherd, Miniature Bull Terrier, Mudi
    Norwegian Buhund, Norwegian Elkhound, Nova Scotia Duck Tolling Retriever
    Pembroke Welsh Corgi, Petit Basset Griffon Vendéen, Polish Lowland Sheepdog, Portuguese Water Dog, Puli, Pumi
    Puggle, Pyrenean Shepherd
    Scottish Terrier, Sealyham Terrier, Shar-Pei, Shetland Sheepdog, Shiba Inu, Siberian Husky, Skye Terrier
    Smooth Fox Terrier, Soft Coated Wheaten Terrier, Spanish Water Dog, Staffordshire Bull Terrier
    Standard Schnauzer, Sussex Spaniel, Swedish Vallhund
    Tibetan Terrier
    Welsh Springer Spaniel, Welsh Terrier, Whippet, Wire Fox Terrier
  `),
  large: listed(`
    Afghan Hound, Airedale Terrier, Alaskan Malamute, American Bulldog, American Foxhound
    American Pit Bull Terrier, American Staffordshire Terrier, Azawakh
    Beauceron, Belgian Malinois, Belgian Sheepdog, Belgian Tervuren, Bergamasco Sheepdog, Bernedoodle
    Bernese Mountain Dog, Black and Tan Coonhound, Bloodhound, Bluetick Coonhound, Borzoi, Bouvier des Flandres
    Boxer, Bracco Italiano, Briard, Bull Terrier
    Catahoula Leopard Dog, Chesapeake Bay Retriever, Chinook, Chow Chow, Clumber Spaniel, Collie
    Curly-Coated Retriever
    Dalmatian, Doberman Pinscher, Dutch Shepherd
    English Foxhound, English Setter, Estrela Mountain Dog
    Flat-Coated Retriever
    German Shepherd, German Shorthaired Pointer, German Wirehaired Pointer, Giant Schnauzer, Golden Retriever
    Goldendoodle, Gordon Setter, Greater Swiss Mountain Dog, Greyhound
    Hovawart
    Ibizan Hound, Irish Setter, Irish Water Spaniel
    Labradoodle, Labrador Retriever
    Old English Sheepdog, Otterhound
    Pharaoh Hound, Plott Hound, Pointer
    Redbone Coonhound, Rhodesian Ridgeback, Rottweiler
    Saluki, Samoyed, Sloughi, Spinone Italiano, Standard Poodle
    Treeing Walker Coonhound
    Vizsla
    Weimaraner, White Swiss Shepherd Dog, Wirehaired Pointing Griffon
    Xoloitzcuintli
  `),
  giant: listed(`
    Anatolian Shepherd
    Black Russian Terrier, Boerboel, Bullmastiff
    Cane Corso, Caucasian Shepherd
    Dogue de Bordeaux
    Great Dane, Great Pyrenees
    Irish Wolfhound
    Kangal Shepherd, Komondor, Kuvasz
    Landseer, Leonberger
    Mastiff
    Neapolitan Mastiff, Newfoundland
    Pyrenean Mastiff
    Saint Bernard, Scottish Deerhound, Spanish Mastiff
    Tibetan Mastiff, Tosa
  `),
};

const sizeByBreed = new Map(
  dogSizes.flatMap((size) => breedsBySize[size].map((breed) => [searchKey(breed), size] as const)),
);

const otherNames: readonly (readonly [said: string, breed: string])[] = [
  ['Alsatian', 'German Shepherd'],
  ['Corgi', 'Pembroke Welsh Corgi'],
  ['Deerhound', 'Scottish Deerhound'],
  ['Doberman', 'Doberman Pinscher'],
  ['English Bulldog', 'Bulldog'],
  ['Frenchie', 'French Bulldog'],
  ['German Shepherd Dog', 'German Shepherd'],
  ['Husky', 'Siberian Husky'],
  ['Labrador', 'Labrador Retriever'],
  ['Malinois', 'Belgian Malinois'],
  ['Pit Bull', 'American Pit Bull Terrier'],
  ['Pitbull', 'American Pit Bull Terrier'],
  ['Ridgeback', 'Rhodesian Ridgeback'],
  ['Rough Collie', 'Collie'],
  ['Sheltie', 'Shetland Sheepdog'],
  ['St. Bernard', 'Saint Bernard'],
  ['Westie', 'West Highland White Terrier'],
  ['Yorkie', 'Yorkshire Terrier'],
];

const breedByOtherName = new Map(otherNames.map(([said, breed]) => [searchKey(said), searchKey(breed)]));

export const breeds: readonly string[] = dogSizes
  .flatMap((size) => breedsBySize[size])
  .sort(new Intl.Collator('en').compare);

/** Returns the usual size of a breed, or null for a mix or a breed that is not in the table. */
export function usualSizeOf(breed: string): DogSize | null {
  const key = searchKey(breed);
  return sizeByBreed.get(breedByOtherName.get(key) ?? key) ?? null;
}
