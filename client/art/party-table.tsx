import type { ReactNode } from 'react';
import { type DogSize, defaultSize } from '../../domain/dogs/size.ts';
import { isolated } from '../../domain/text/text.ts';
import { classNames } from '../ui/class-names.ts';
import { Cake } from './cake.tsx';
import { type Coat, coatOf } from './coats.ts';
import { Dog } from './dog-portrait.tsx';
import { PartyHat } from './features.tsx';

/** A dog at the table. `size` is null if nobody has said it. */
export type SeatedDog = { name: string; size: DogSize | null; breed?: string | null; coat?: Coat | null };

const mostSeated = 40;

/** How much of a place each dog and its chair fill: the Dane towers over the terrier. */
export const dogScales: Record<DogSize, number> = { small: 0.76, medium: 0.88, large: 1, giant: 1.1 };
const chairScales: Record<DogSize, number> = { small: 1.06, medium: 1.1, large: 1.16, giant: 1.16 };

/** The length of a row that leaves the last one fuller. */
function rowOf(seats: number, first: number, other: number) {
  const free = (length: number) => (length - (seats % length)) % length;
  return seats <= first || free(first) <= free(other) ? first : other;
}

/** How many places a row has, on a phone and where there is room for long rows. More dogs sit more closely, and those of one guest together. */
function rowsFor(count: number, seats: number, isLong = false) {
  if (count > 14) return { narrow: rowOf(seats, 6, 5), wide: rowOf(seats, 8, 6) };
  const long = rowOf(seats, 4, 5);
  return {
    narrow: count > 7 || isLong ? long : rowOf(seats, 3, 4),
    wide: seats === 5 || seats === 6 ? seats : long,
  };
}

type DogFaceProps = {
  size: DogSize | null;
  coat: Coat | undefined;
  className: string;
};

/** The face of a dog at the table in a round picture, for lists of those who come. Decorative. */
export function DogFace({ size, coat, className }: DogFaceProps) {
  return (
    <svg viewBox="14 -4 172 172" className={`rounded-pill bg-(--art-cream) ${className}`} aria-hidden="true">
      <Dog size={size ?? defaultSize} coat={coat ?? 0} />
    </svg>
  );
}

/**
 * Returns the coats of the guests' dogs in the order of their seats. Dogs of one size look alike only once all coats of that size are
 * there, and then not beside each other or in front of each other where that can be helped.
 */
export function coatsAtTable(host: SeatedDog | null, dogs: readonly Pick<SeatedDog, 'size'>[]): Coat[] {
  const hosts = host ? hostsCoat(host) : 0;
  const lookOf = ({ size }: Pick<SeatedDog, 'size'>, coat: Coat) => `${size ?? defaultSize} ${coat}`;
  const seats = [host ? lookOf(host, hosts) : '', 'cake'];
  const { narrow, wide } = rowsFor(dogs.length, dogs.length + seats.length);
  // How many seats back they are: the one beside a dog, and those in front of it in the rows of both widths.
  const neighbors = [1, narrow, wide];
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

/** Returns the coat of the birthday dog: as its owner sees it, or as guests are told. */
export function hostsCoat(host: SeatedDog): Coat {
  return coatOf({ breed: null, ...host });
}

const outline = 'M26 206V104Q27 78 52 71Q100 60 149 70Q173 77 174 104V206';

/** A chair for a dog of a size. */
function Chair({ size = 'large' }: { size?: DogSize }) {
  const scale = chairScales[size];
  return (
    <g className="chair">
      <path
        d={`${outline}H150V164Q100 158 50 164V206ZM50 140Q100 134 150 140V104Q149 94 139 91Q100 84 61 91Q51 94 50 104Z`}
        transform={`translate(100 200) scale(${scale}) translate(-100 -200)`}
        strokeWidth={6 / scale}
        fill="var(--seat, var(--art-wood))"
      />
    </g>
  );
}

/** A chair that is offered. */
const freeChair = (
  <>
    <path d={outline} fill="var(--seat)" strokeDasharray="11 13" />
    <path d="M100 107v56M72 135h56" strokeWidth="10" />
  </>
);

const indexes = (length: number) => Array.from({ length }, (_, index) => index);

/** What is drawn of a place. */
const box = '0 -14 200 324';

const ink = {
  stroke: 'var(--art-ink)',
  strokeWidth: 6,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/** The edge of the cloth between two places, drawn once for each, so that rows of any length meet. */
const hem = 'q20 40 40-1q20 46 40 1q20 42 40-1q20 45 40 1q20 41 40 0';

const cake = <Cake transform="translate(104 200) scale(1.16)" />;

/** The top of the table before its places, of which `from` is the first, down to its hem. */
function TableTop({ from = 0, places = 1 }) {
  const start = 200 * from;
  const lines = `M${start} 201${'q100-5 200 0'.repeat(places)}M${start} 240${hem.repeat(places)}`;
  return (
    <g fill="var(--art-white)">
      <path d={`M${start - 1} 201h${200 * places + 2}v41H${start - 1}Z`} stroke="none" />
      <path d={lines} />
    </g>
  );
}

/** The cloth that hangs down in front of the first row, in one piece, so that it has no seams. */
function Cloth() {
  return (
    <>
      <path d="M-1400 242H1800V320H-1400Z" fill="var(--art-raspberry)" stroke="none" />
      <path d="M-1380 296H1790" fill="none" stroke="var(--art-white)" strokeWidth="10" strokeDasharray="0 40" />
      <TableTop from={-7} places={16} />
    </>
  );
}

const tones = { host: 'bg-(--art-butter)', own: 'bg-(--color-lamp)', other: 'bg-(--art-white)' } as const;

type SeatProps = {
  name?: string;
  tone?: keyof typeof tones;
  className?: string | undefined;
  /** Where a press on the place leads. */
  href?: string | null;
  /** Whether it is the first, from which the cloth hangs, or the last, from which the table goes on to both sides of a short row. */
  end?: 'first' | 'last' | undefined;
  children?: ReactNode;
};

/** A place with its piece of the table. Without children it is only that. */
function Seat({ name, tone = 'other', className, href, end, children }: SeatProps) {
  const card = name !== undefined && <span className={classNames('place-card', tones[tone])}>{isolated(name)}</span>;
  return (
    <li className={classNames('table-seat', className)} aria-hidden={name === undefined}>
      <svg viewBox={box} className="block w-full" aria-hidden="true">
        <g {...ink}>
          <g>{children}</g>
          <TableTop />
        </g>
      </svg>
      {end && (
        <svg viewBox={box} className={`is-${end}`} aria-hidden="true">
          <g {...ink}>{end === 'first' ? <Cloth /> : <TableTop from={-7} places={12} />}</g>
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

type DogSeatProps = { dog: SeatedDog; coat?: Coat | undefined } & Pick<SeatProps, 'tone' | 'className' | 'end'>;

function DogSeat({ dog, coat = 0, ...rest }: DogSeatProps) {
  const size = dog.size ?? defaultSize;
  return (
    <Seat name={dog.name} {...rest}>
      <Chair size={size} />
      <g className="hops">
        <Dog size={size} coat={coat} scale={dogScales[size]} />
      </g>
    </Seat>
  );
}

/** The table of a party that was called off, at which only its dog still sits, asleep among empty chairs. Decorative. */
export function ClearedTable({ host }: { host: SeatedDog }) {
  const chair = <Chair size="small" />;
  return (
    <div className="@container" aria-hidden="true">
      <ul className="party-table pt-4 [--art-raspberry:var(--art-wood)] [--asleep:inline] [--awake:none] [--hat:none] [--tongue:none]">
        <Seat end="first">{chair}</Seat>
        <DogSeat dog={host} coat={hostsCoat(host)} tone="host" />
        <Seat>{chair}</Seat>
        <Seat className="only-wide">{chair}</Seat>
      </ul>
    </div>
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

type PartyTableProps = {
  /** Null once it has left the pack. */
  host: SeatedDog | null;
  dogs: readonly SeatedDog[];
  count?: number;
  /** Whether no more may come, so that no chair is free. */
  isFull?: boolean;
  own?: OwnPlaces | null;
};

/**
 * The room of the party: the birthday dog beside the cake, a chair for each dog that comes, and free chairs that fill the first row, which is in
 * front, and the guest's own dog sits at the right of the cake. A dog hops onto its chair when it is first shown. The page needs the `Cast` of all
 * these sizes somewhere.
 * @param dogs those who may be shown, in the order in which they sit down
 * @param count how many come in all. Those who are not in `dogs` have a hat on their chair.
 */
export function PartyTable({ host, dogs, count = dogs.length, isFull, own = null }: PartyTableProps) {
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
  const rows = rowsFor(count, seats, own !== null && (count > 6 || own.dogs.length > 1));
  const freeIn = (row: number) => ((isFull && seats > 0) || seats > rows.narrow ? 0 : row - seats);
  const [free, freeInWide] = [freeIn(rows.narrow), freeIn(rows.wide)];
  const endAt = (place: number) => (place === 0 ? 'first' : place === seats + freeInWide - 1 ? 'last' : undefined);
  return (
    <div className="@container flex flex-col">
      <ul aria-label="At the table" className={`party-table grow rows-${rows.narrow} wide-${rows.wide}`}>
        {host && <DogSeat dog={host} coat={hostsCoat(host)} tone="host" end="first" />}
        {host && <Seat end={endAt(1)}>{cake}</Seat>}
        {hasOwnChair && (
          <Seat
            name={own.name ?? 'Your dog?'}
            tone="own"
            className="is-own"
            href={own.href ?? null}
            end={endAt(host ? 2 : 0)}
          >
            {own.name === undefined ? freeChair : <Chair />}
          </Seat>
        )}
        {shown.map((index, place) => {
          const dog = all[index];
          const look = isOwn(index) ? ({ tone: 'own', className: 'is-own' } as const) : {};
          const end = endAt(seats - unseen - shown.length + place);
          return dog && <DogSeat key={index} dog={dog} coat={coats[index]} {...look} end={end} />;
        })}
        {indexes(unseen).map((index) => (
          <Seat key={`unseen ${index}`} end={endAt(seats - unseen + index)}>
            <Chair />
            {/* The hat of a dog that comes and of which nothing else may be told. */}
            <PartyHat transform="translate(158 56) rotate(16)" fill="var(--art-butter)" trim="var(--art-raspberry)" />
          </Seat>
        ))}
        {indexes(freeInWide).map((index) => (
          <Seat
            key={`free ${index}`}
            className={classNames('is-free', index >= free && 'only-wide')}
            end={endAt(seats + index)}
          >
            {!isFull && <Chair size="small" />}
          </Seat>
        ))}
      </ul>
      {more > 0 && <p className="bg-card py-3 text-center font-bold">and {more} more</p>}
    </div>
  );
}
