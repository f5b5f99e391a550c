import { hash as sha } from 'node:crypto';
import type { Sql, Work } from '../database/connect.ts';
import { logFailure } from '../database/database-error.ts';
import { networksOf } from '../http/networks.ts';
import { putLast } from '../put-last.ts';

/** So many times within so many seconds, counted from the first time. */
export type Limit = {
  readonly times: number;
  readonly seconds: number;
  /** Whether it counts clients, and so can be raised where many households share one address. */
  readonly ofClients?: true;
};

/** Multiplies the limits by client, where many households share an address. Limits by account stay as they are. */
export function widenClientLimits<Name extends string>(
  limits: Readonly<Record<Name, Limit>>,
  factor: number,
): Record<Name, Limit> {
  const widened: Record<Name, Limit> = { ...limits };
  for (const name in widened) {
    if (widened[name].ofClients) widened[name] = { ...widened[name], times: widened[name].times * factor };
  }
  return widened;
}

export type Slot<Name extends string> = {
  readonly limit: Name;
  /** The client, account or address that is counted. */
  readonly key: string;
  /** Multiplies the limit, for a network of many clients. */
  readonly factor?: number;
  /** While this key is remembered, no slot is needed. */
  readonly unlessRemembered?: string;
};

/** The factors for a household, a /56 and a /48: no household can use up the limit of its /56, nor a /56 that of its /48. */
const networkFactors = [1, 4, 16];

/** Returns a slot for the client, and one for each network that contains it: the wider the network, the higher its limit. */
export function slotsOfClient<Name extends string>(
  limit: Name,
  client: string,
  unlessRemembered?: string,
): readonly Slot<Name>[] {
  return networksOf(client)
    .toReversed()
    .map((key, width) => ({
      limit,
      key,
      factor: networkFactors[width] ?? 1,
      ...(unlessRemembered !== undefined && { unlessRemembered }),
    }));
}

/** The limit that has no slot left, and the seconds until it has one, rounded up. */
type Refusal = { readonly limit: string; readonly seconds: number };

export type RateLimits<Name extends string> = ReturnType<typeof createRateLimits<Name>>;

/** Milliseconds that a key is remembered. */
const memory = 30 * 86_400_000;
/** Milliseconds that a limit counts as full without asking the database. Short, because another server may have freed it. */
const blockLength = 10_000;
const mostBlocks = 10_000;
const sweepInterval = 600_000;

/** Counts in the database, for all servers together. When the database is down, nothing passes. */
export function createRateLimits<Name extends string>({
  sql,
  now,
  log,
  limits,
}: Work & { readonly limits: Readonly<Record<Name, Limit>> }) {
  const blocks = new Map<string, { until: number; freeAt: number }>();
  let sweptAt = now().getTime();

  function knownRefusal(slots: readonly Slot<Name>[]): Refusal | null {
    const time = now().getTime();
    for (const slot of slots) {
      const block = blocks.get(blockKey(slot));
      if (block && block.until > time) return { limit: slot.limit, seconds: secondsUntil(block.freeAt, time) };
    }
    return null;
  }

  function block(slot: Slot<Name>, freeAt: number): void {
    const until = Math.min(freeAt, now().getTime() + blockLength);
    putLast(blocks, blockKey(slot), { until, freeAt }, mostBlocks);
  }

  /** Sweeps at most once an interval. */
  function sweepNowAndThen(): void {
    const time = now();
    if (time.getTime() - sweptAt < sweepInterval) return;
    sweptAt = time.getTime();
    sweep(sql, time).catch((error: unknown) => logFailure(log, 'rate_limits_not_swept', error, 'SWEEP'));
  }

  /** A failure is only logged, because nothing is lost. */
  async function giveBackAndRemember(slots: readonly Slot<Name>[], remembered: string | null): Promise<void> {
    const time = now();
    const until = new Date(time.getTime() + memory).toISOString();
    try {
      await sql`
        select ${sql.own}.give_places_back(
          ${slots.map(keyOf)}::text[]::bytea[], ${slots.map(exemptionOf)}::text[]::bytea[], ${time.toISOString()},
          ${remembered}::text::bytea, ${until}
        )`;
    } catch (error) {
      logFailure(log, 'rate_limit_not_given_back', error, 'GIVE_BACK');
    }
  }

  return {
    limits,

    /** Takes every slot (null), or none when a limit is reached. Callers must always list the slots in the same order. */
    async take(slots: readonly Slot<Name>[]): Promise<Refusal | null> {
      const known = knownRefusal(slots);
      if (known) return known;
      sweepNowAndThen();
      const time = now();
      const [row] = await takePlaces(sql, slots, limits, time);
      if (!row) throw new Error('the rate limits gave no answer');
      const full = row.full_at === null ? undefined : slots[row.full_at - 1];
      if (!full) return null;
      const freeAt = Date.parse(row.free_at ?? '');
      block(full, freeAt);
      return { limit: full.limit, seconds: secondsUntil(freeAt, time.getTime()) };
    },

    /** Returns a limit that this server knows to be full, without asking the database; null for none. Takes nothing. */
    knownRefusal,

    giveBack: (slots: readonly Slot<Name>[]): Promise<void> => giveBackAndRemember(slots, null),

    /** Remembers a key for 30 days. */
    remember: (key: string): Promise<void> => giveBackAndRemember([], hash('remembered', key)),

    async remembers(key: string): Promise<boolean> {
      const rows = await sql`
        select from ${sql.own}.rate_limits
        where key = ${hash('remembered', key)}::text::bytea and ends_at > ${now().toISOString()}`;
      return rows.length === 1;
    },
  };
}

function takePlaces<Name extends string>(
  sql: Sql,
  slots: readonly Slot<Name>[],
  limits: Readonly<Record<Name, Limit>>,
  time: Date,
) {
  return sql<{ full_at: number | null; free_at: string | null }[]>`
    select full_at, to_json(free_at) #>> '{}' as free_at
    from ${sql.own}.take_places(
      ${slots.map(keyOf)}::text[]::bytea[],
      ${slots.map(({ limit, factor = 1 }) => limits[limit].times * factor)}::int[],
      ${slots.map(({ limit }) => `${limits[limit].seconds} seconds`)}::text[]::interval[],
      ${slots.map(exemptionOf)}::text[]::bytea[], ${time.toISOString()}
    )`;
}

/** Deletes expired counts. Skips locked rows, so that no request waits for the sweep. */
function sweep(sql: Sql, time: Date) {
  return sql`
    delete from ${sql.own}.rate_limits where key in (
      select key from ${sql.own}.rate_limits where ends_at <= ${time.toISOString()} for update skip locked
    )`;
}

/** Returns a SHA-256 in PostgreSQL's text form of bytes. */
function hash(kind: string, key: string): string {
  return `\\x${sha('sha256', JSON.stringify([kind, key]), 'hex')}`;
}

function keyOf({ limit, key }: Slot<string>): string {
  return hash(limit, key);
}

function exemptionOf({ unlessRemembered }: Slot<string>): string | null {
  return unlessRemembered === undefined ? null : hash('remembered', unlessRemembered);
}

/** Returns the key under which a full limit is remembered. A limit may be full for others, but not for a remembered client. */
function blockKey(slot: Slot<string>): string {
  return `${keyOf(slot)} ${exemptionOf(slot)}`;
}

function secondsUntil(freeAt: number, time: number): number {
  return Math.max(1, Math.ceil((freeAt - time) / 1000));
}

/** The most keys counted at once. The key that has been counted longest is dropped first. */
const mostKeys = 10_000;

/** Counts under one limit in this process's memory, for work that costs less than a count in the database. */
export function createLocalCounts({ times, seconds }: Limit, now: () => Date) {
  const counts = new Map<string, { count: number; endsAt: number }>();

  return {
    /** Takes places, if there is one. @returns the seconds until there is one again; null when they were taken */
    take(key: string, places = 1): number | null {
      const time = now().getTime();
      const counted = counts.get(key);
      // A clock that was set back ends the count, too.
      if (counted && counted.endsAt > time && counted.endsAt <= time + seconds * 1000) {
        if (counted.count >= times) return Math.ceil((counted.endsAt - time) / 1000);
        counted.count += places;
        return null;
      }
      putLast(counts, key, { count: places, endsAt: time + seconds * 1000 }, mostKeys);
      return null;
    },

    forget(key: string): void {
      counts.delete(key);
    },
  };
}
