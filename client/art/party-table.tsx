import type { ReactNode } from 'react';
import { type DogSize, defaultSize } from '../../domain/dogs/size.ts';
import { isolated } from '../../domain/text/text.ts';
import { classNames } from '../ui/class-names.ts';
import { Cake } from './cake.tsx';
import { type Coat, coatOf } from './coats.ts';
import { Dog } from './dog-portrait.tsx';
import { PartyHat } from './features.tsx';

/** A dog at the table. `size` is null if nobody has said it. */
export type SeatedDog = { name: string; size: DogSize | null; breed?: string | null };

const mostSeated = 40;

/** How much of a place each dog and its chair fill: the Dane towers over the terrier. */
export const dogScales: Record<DogSize, number> = { small: 0.66, medium: 0.82, large: 1, giant: 1.2 };
const chairScales: Record<DogSize, number> = { small: 1, medium: 1.1, large: 1.16, giant: 1.16 };

/** The first length of a row that leaves no dog alone in the last one. */
const rowOf = (seats: number, lengths: [number, number]) =>
  lengths.find((length) => seats <= length || seats % length !== 1) ?? lengths[0];

/** How many places a row has, on a phone and where there is room for long rows. More dogs sit more closely. */
function rowsFor(count: number, seats: number) {
  if (count > 14) return { narrow: rowOf(seats, [6, 5]), wide: rowOf(seats, [8, 6]) };
  return { narrow: rowOf(seats, count < 8 ? [3, 4] : [4, 5]), wide: rowOf(seats, count > 6 ? [6, 8] : [4, 6]) };
}

/** The face of a dog at the table in a round picture, for lists of those who come. Decorative. */
export function DogFace({
  size,
  coat,
  className,
}: {
  size: DogSize | null;
  coat: Coat | undefined;
  className: string;
}) {
  return (
    <svg viewBox="14 -4 172 172" className={`rounded-pill bg-(--art-cream) ${className}`} aria-hidden="true">
      <Dog size={size ?? defaultSize} coat={coat ?? 0} />
    </svg>
  );
}

/** How many seats back a dog's neighbors are: the one beside it, and those in front of it in rows of four, six and eight. */
const neighbors = [1, 4, 6, 8];

/**
 * Returns the coats of the guests' dogs in the order of their seats. Dogs of one size look alike only once all coats of that size are
 * there, and then not beside each other or in front of each other where that can be helped.
 */
export function coatsAtTable(host: SeatedDog | null, dogs: readonly Pick<SeatedDog, 'size'>[]): Coat[] {
  const hosts = host ? hostsCoat(host) : 0;
  const lookOf = ({ size }: Pick<SeatedDog, 'size'>, coat: Coat) => `${size ?? defaultSize} ${coat}`;
  const seats = [host ? lookOf(host, hosts) : '', 'cake'];
  return dogs.map((dog, index) => {
    const costOf = (coat: Coat) => {
      const look = lookOf(dog, coat);
      return seats.includes(look) ? 1 + neighbors.filter((back) => seats.at(-back) === look).length : 0;
    };
    const inTurn = [0, 1, 2].map((turn) => ((hosts + index + turn) % 3) as Coat);
    const coat = inTurn.reduce((best, other) => (costOf(other) < costOf(best) ? other : best));
    seats.push(lookOf(dog, coat));
    return coat;
  });
}

function hostsCoat({ name, breed = null }: SeatedDog): Coat {
  return coatOf({ name, breed });
}

const chairPath =
  'M26 206V104Q27 78 52 71Q100 60 149 70Q173 77 174 104V206H150V164Q100 158 50 164V206ZM50 140Q100 134 150 140V104Q149 94 139 91Q100 84 61 91Q51 94 50 104Z';

/** A chair for a dog of a size. A free one that is offered is only outlined. */
function Chair({ size = 'large', isOffered = false }: { size?: DogSize; isOffered?: boolean }) {
  const scale = chairScales[size];
  return (
    <g className="chair">
      <path
        d={chairPath}
        transform={`translate(100 200) scale(${scale}) translate(-100 -200)`}
        strokeWidth={6 / scale}
        fill={isOffered ? 'var(--art-white)' : 'var(--art-wood)'}
        strokeDasharray={isOffered ? '11 13' : undefined}
      />
    </g>
  );
}

const indexes = (length: number) => Array.from({ length }, (_, index) => index);

/** The edge of the cloth between two places, drawn once for each, so that rows of any length meet. */
const hem = 'q20 40 40-1q20 46 40 1q20 42 40-1q20 45 40 1q20 41 40 0';

const cake = <Cake transform="translate(104 200) scale(1.16)" />;

/** The cloth of the table below its places, of which `from` is the first. It hangs down in front only. */
function Cloth({ from = 0, places = 1 }) {
  const [start, end] = [200 * from, 200 * (from + places)];
  const [edge, hems] = ['q100-5 200 0'.repeat(places), `M${start} 240${hem.repeat(places)}`];
  return (
    <>
      <path d={`M${start - 1} 201h1${edge}h1V320H${start - 1}Z`} fill="var(--art-white)" stroke="none" />
      <path d={`M${start} 201${edge}`} fill="none" />
      <g className="hem">
        <path d={`M${start - 2} 242H${end + 2}V320H${start - 2}Z`} fill="var(--art-raspberry)" stroke="none" />
        <path
          d={`M${start + 20} 296H${end - 10}`}
          fill="none"
          stroke="var(--art-white)"
          strokeWidth="10"
          strokeDasharray="0 40"
        />
        <path d={`${hems}Z`} fill="var(--art-white)" stroke="none" />
        <path d={hems} fill="none" />
      </g>
    </>
  );
}

function Seated({ size: known, coat }: { size: DogSize | null; coat?: Coat | undefined }) {
  const size = known ?? defaultSize;
  return (
    <>
      <Chair size={size} />
      <g className="hops">
        <Dog size={size} coat={coat ?? 0} scale={dogScales[size]} />
      </g>
    </>
  );
}

/** The front of the table, cut off where its box ends: the birthday dog, the cake, and the first dogs that come. Decorative. */
export function TableCut({ host, dogs }: { host: SeatedDog; dogs: readonly SeatedDog[] }) {
  const coats = coatsAtTable(host, dogs);
  const seated = [
    { size: host.size, coat: hostsCoat(host) },
    null,
    ...dogs.slice(0, 6).map(({ size }, index) => ({ size, coat: coats[index] })),
  ];
  // Nothing is above small heads but the wall.
  const top = seated.some((dog) => dog && dogScales[dog.size ?? defaultSize] > dogScales.medium) ? -100 : -70;
  return (
    <svg
      viewBox={`-10 ${top} 385 ${270 - top}`}
      preserveAspectRatio="xMinYMax meet"
      className="absolute inset-0 size-full bg-apricot-wash"
      aria-hidden="true"
    >
      <g stroke="var(--art-ink)" strokeWidth="6" strokeLinecap="round" strokeLinejoin="round">
        {[-1, ...indexes(8)].map((place) => {
          const dog = seated[place];
          return (
            <g key={place} transform={`translate(${200 * place})`}>
              {dog && <Seated {...dog} />}
              {place === 1 && <Cake transform="translate(90 200) scale(.8)" />}
              <Cloth />
            </g>
          );
        })}
      </g>
    </svg>
  );
}

const tones = { host: 'bg-(--art-butter)', own: 'bg-(--color-lamp)', other: 'bg-(--art-white)' } as const;

type SeatProps = {
  name?: string;
  tone?: keyof typeof tones;
  className?: string | undefined;
  /** Where a press on the place leads. */
  href?: string | null;
  /** Whether it is the last, whose cloth goes on to both sides of a short row. */
  isLast?: boolean;
  children?: ReactNode;
};

/** A place with its piece of the table. Without children it is only that. */
function Seat({ name, tone = 'other', className, href, isLast = false, children }: SeatProps) {
  const card = name !== undefined && <span className={classNames('place-card', tones[tone])}>{isolated(name)}</span>;
  return (
    <li className={classNames('table-seat', className)} aria-hidden={name === undefined}>
      <svg viewBox="0 -34 200 344" className="block w-full" aria-hidden="true">
        <g stroke="var(--art-ink)" strokeWidth="6" strokeLinecap="round" strokeLinejoin="round">
          <g>{children}</g>
          <Cloth />
        </g>
      </svg>
      {isLast && (
        <svg viewBox="0 -34 200 344" className="cloth-ends" aria-hidden="true">
          <g stroke="var(--art-ink)" strokeWidth="6" strokeLinecap="round" strokeLinejoin="round">
            <Cloth from={-7} places={12} />
          </g>
        </svg>
      )}
      {href ? (
        <a href={href} className="table-place your-dog">
          {card}
        </a>
      ) : (
        <div className="table-place">{card}</div>
      )}
    </li>
  );
}

function DogSeat({
  dog,
  coat,
  ...rest
}: { dog: SeatedDog; coat?: Coat | undefined } & Pick<SeatProps, 'tone' | 'className' | 'isLast'>) {
  return (
    <Seat name={dog.name} {...rest}>
      <Seated size={dog.size} coat={coat} />
    </Seat>
  );
}

/** The table of a party that was called off, at which only its dog still sits, asleep. Decorative. */
export function ClearedTable({ host }: { host: SeatedDog }) {
  return (
    <ul
      aria-hidden="true"
      className="party-table pt-4 *:max-w-33 [--art-raspberry:var(--art-wood)] [--asleep:inline] [--awake:none] [--hat:none] [--tongue:none]"
    >
      <DogSeat dog={host} coat={hostsCoat(host)} tone="host" isLast />
    </ul>
  );
}

/** The places of the guest who looks: those of their dogs. Without a dog there is a chair with the name of the guest, or one that is offered. */
type OwnPlaces = {
  dogs: readonly SeatedDog[];
  name?: string;
  /** Where the chair leads that is offered; null if it is only drawn. */
  href?: string | null;
};

/** Returns which of the dogs are the guest's own, by their places in `dogs`. */
function placesOf(own: readonly SeatedDog[], dogs: readonly SeatedDog[]): ReadonlySet<number> {
  const found = new Set<number>();
  for (const { name, size } of own) {
    const place = dogs.findIndex((dog, index) => !found.has(index) && dog.name === name && dog.size === size);
    if (place !== -1) found.add(place);
  }
  return found;
}

/**
 * The room of the party: the birthday dog beside the cake, a chair for each dog that comes, and free chairs that fill the first row, which is in
 * front, and the guest's own dog sits at the right of the cake. A dog hops onto its chair when it is first shown. The page needs the `Cast` of all
 * these sizes somewhere.
 * @param dogs those who may be shown, in the order in which they sit down
 * @param count how many come in all. Those who are not in `dogs` have a hat on their chair.
 */
export function PartyTable({
  host,
  dogs,
  count = dogs.length,
  isFull = false,
  own = null,
}: {
  /** Null once the party is called off: it is not known any more whose it was, and there is no cake. */
  host: SeatedDog | null;
  dogs: readonly SeatedDog[];
  count?: number;
  /** Whether no more may come, so that no chair is free. */
  isFull?: boolean;
  own?: OwnPlaces | null;
}) {
  const known = placesOf(own?.dogs ?? [], dogs);
  // Where guests see only numbers, the dogs of the guest are known to the guest only.
  const unlisted = own && known.size === 0 ? own.dogs : [];
  const all = [...dogs, ...unlisted];
  const coats = coatsAtTable(host, all);
  const isOwn = (index: number) => known.has(index) || index >= all.length - unlisted.length;
  const shown = [...all.keys()].sort((one, other) => Number(isOwn(other)) - Number(isOwn(one))).slice(0, mostSeated);
  const unseen = Math.max(0, Math.min(count, mostSeated) - shown.length);
  const more = count - shown.length - unseen;
  const hasOwnChair = own?.dogs.length === 0;
  const seats = shown.length + unseen + (host ? 2 : 0) + (hasOwnChair ? 1 : 0);
  const rows = rowsFor(count + (own && own.dogs.length > 1 ? 5 : 0), seats);
  const freeIn = (row: number) => ((isFull && seats > 0) || seats > rows.narrow ? 0 : row - seats);
  const [free, freeInWide] = [freeIn(rows.narrow), freeIn(rows.wide)];
  const isLast = (place: number) => place === seats + freeInWide - 1;
  return (
    <div className="@container">
      <ul aria-label="At the table" className={`party-table rows-${rows.narrow} wide-${rows.wide}`}>
        {host && <DogSeat dog={host} coat={hostsCoat(host)} tone="host" />}
        {host && <Seat isLast={isLast(1)}>{cake}</Seat>}
        {hasOwnChair && (
          <Seat name={own.name ?? 'Your dog?'} tone="own" className="is-own" href={own.href ?? null} isLast={isLast(2)}>
            <Chair isOffered={own.name === undefined} />
          </Seat>
        )}
        {shown.map((index, place) => {
          const dog = all[index];
          const look = isOwn(index) ? ({ tone: 'own', className: 'is-own' } as const) : {};
          const isEnd = isLast(seats - unseen - shown.length + place);
          return dog && <DogSeat key={index} dog={dog} coat={coats[index]} {...look} isLast={isEnd} />;
        })}
        {indexes(unseen).map((index) => (
          <Seat key={`unseen ${index}`} isLast={isLast(seats - unseen + index)}>
            <Chair />
            {/* The hat of a dog that comes and of which nothing else may be told. */}
            <PartyHat transform="translate(158 56) rotate(16)" fill="var(--art-butter)" trim="var(--art-raspberry)" />
          </Seat>
        ))}
        {indexes(freeInWide).map((index) => (
          <Seat
            key={`free ${index}`}
            className={classNames('is-free', index >= free && 'only-wide')}
            isLast={isLast(seats + index)}
          >
            {!isFull && <Chair size="small" />}
          </Seat>
        ))}
      </ul>
      {more > 0 && <p className="bg-card py-3 text-center font-bold">and {more} more</p>}
    </div>
  );
}
