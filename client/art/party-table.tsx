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

/** How many guests' dogs are drawn. Any more are counted. */
export const mostSeated = 40;

/** From this many dogs on, the table is laid more closely. */
const closeTable = 15;

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

function Chair() {
  return (
    <path
      d="M26 206V104Q27 78 52 71Q100 60 149 70Q173 77 174 104V206H150V164Q100 158 50 164V206ZM50 140Q100 134 150 140V104Q149 94 139 91Q100 84 61 91Q51 94 50 104Z"
      fill="var(--art-wood)"
    />
  );
}

type SeatProps = { name?: string; isHost?: boolean; className?: string; children: ReactNode };

function Seat({ name, isHost = false, className, children }: SeatProps) {
  return (
    <li className={classNames('table-seat', className)} aria-hidden={name === undefined}>
      <svg viewBox="0 -14 200 214" className="block w-full" aria-hidden="true">
        <g stroke="var(--art-ink)" strokeWidth="6" strokeLinecap="round" strokeLinejoin="round">
          {children}
        </g>
      </svg>
      <div className="table-place">
        {name !== undefined && (
          <span className={classNames('place-card', isHost ? 'bg-(--art-butter)' : 'bg-(--art-white)')}>
            {isolated(name)}
          </span>
        )}
      </div>
    </li>
  );
}

/** A dog on its chair, with its name before it. */
export function DogSeat({ dog, coat, isHost = false }: { dog: SeatedDog; coat?: Coat | undefined; isHost?: boolean }) {
  return (
    <Seat name={dog.name} isHost={isHost}>
      <Chair />
      <g className="hops">
        <Dog size={dog.size ?? defaultSize} coat={coat ?? 0} />
      </g>
    </Seat>
  );
}

const indexes = (length: number) => Array.from({ length }, (_, index) => index);

/** The table of a party that was called off, at which only its dog still sits, asleep. Decorative. */
export function ClearedTable({ host }: { host: SeatedDog }) {
  return (
    <ul
      aria-hidden="true"
      className="party-table pt-8 [--art-sky:var(--color-cloth-off)] [--asleep:inline] [--awake:none] [--hat:none] [--tongue:none]"
    >
      <DogSeat dog={host} coat={hostsCoat(host)} isHost />
      {indexes(3).map((index) => (
        <Seat key={index}>
          <Chair />
        </Seat>
      ))}
    </ul>
  );
}

/**
 * The party's table: the birthday dog, the cake, a chair for each dog that comes, and free chairs that fill the row. A dog hops onto its chair when it is
 * first shown. The page needs the `Cast` of all these sizes somewhere.
 * @param dogs those who may be shown, in the order in which they sit down
 * @param count how many come in all. Those who are not in `dogs` have a hat on their chair.
 */
export function PartyTable({
  host,
  dogs,
  count = dogs.length,
  isFull = false,
}: {
  /** Null once the party is called off: it is not known any more whose it was, and there is no cake. */
  host: SeatedDog | null;
  dogs: readonly SeatedDog[];
  count?: number;
  /** Whether no more may come, so that no chair is free. */
  isFull?: boolean;
}) {
  const seated = dogs.slice(0, mostSeated);
  const unseen = Math.min(count, mostSeated) - seated.length;
  const isClose = count >= closeTable;
  const perRow = isClose ? 6 : 4;
  const coats = coatsAtTable(host, seated);
  const freeIn = (row: number) => (isFull ? 0 : row - 1 - ((seated.length + unseen + (host ? 1 : -1)) % row));
  const [free, freeInWide] = [freeIn(perRow), freeIn(8)];
  const more = count - seated.length - unseen;
  return (
    <div className="@container">
      <ul aria-label="At the table" className={classNames('party-table', isClose && 'is-close')}>
        {host && <DogSeat dog={host} coat={hostsCoat(host)} isHost />}
        {host && (
          // The light of the candles is behind the dogs.
          <Seat className="before:absolute before:-inset-x-1/5 before:-top-1.5 before:-z-1 before:aspect-square before:rounded-pill before:bg-[light-dark(var(--art-glow),var(--art-ground-medium))]">
            <Cake transform="translate(104 198) scale(1.16)" />
          </Seat>
        )}
        {seated.map((dog, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a chair keeps its dog, and a dog that comes gets the next one.
          <DogSeat key={index} dog={dog} coat={coats[index]} />
        ))}
        {indexes(unseen).map((index) => (
          <Seat key={`unseen ${index}`}>
            <Chair />
            {/* The hat of a dog that comes and of which nothing else may be told. */}
            <PartyHat transform="translate(148 78) rotate(16)" fill="var(--art-butter)" trim="var(--art-raspberry)" />
          </Seat>
        ))}
        {indexes(Math.max(free, freeInWide)).map((index) => (
          <Seat
            key={`free ${index}`}
            className={classNames(index >= free && 'only-wide', index >= freeInWide && 'only-narrow')}
          >
            <Chair />
          </Seat>
        ))}
      </ul>
      {more > 0 && <p className="py-3 text-center font-bold">and {more} more</p>}
    </div>
  );
}
