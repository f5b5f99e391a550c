import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';
import { logFailure } from '../../database/database-error.ts';
import { withTimeout } from '../../database/statement-timeout.ts';
import { networksOf } from '../../http/networks.ts';
import type { Log } from '../../log.ts';

/** So many times within so many seconds, counted from the first. */
export type Limit = {
  readonly times: number;
  readonly seconds: number;
  /** Counts clients: whoever serves many households behind one address may widen it. */
  readonly ofClients?: true;
};

/** The limits of client addresses, where so many households share one. Accounts are guarded as ever. */
export function widenForSharedAddresses<Name extends string>(
  limits: Readonly<Record<Name, Limit>>,
  factor: number,
): Record<Name, Limit> {
  const widened = Object.entries<Limit>(limits).map(([name, limit]) => [
    name,
    limit.ofClients ? { ...limit, times: limit.times * factor } : limit,
  ]);
  return Object.fromEntries(widened);
}

export type Place<Name extends string> = {
  readonly limit: Name;
  /** Whom or what is counted. */
  readonly key: string;
  /** How many times as many as the limit says, for a network of many clients. */
  readonly factor?: number;
  /** Whoever is remembered under this key needs no place. */
  readonly unlessRemembered?: string;
};

/** A network four or sixteen times as wide in counts: too many for one household or one /56 to use up alone. */
const networkFactors = [1, 4, 16];

/** A place under the limit for the client, and for each network that it lies in: the wider, the more it may. */
export function placesOfClient<Name extends string>(
  limit: Name,
  client: string,
  unlessRemembered?: string,
): readonly Place<Name>[] {
  return networksOf(client)
    .toReversed()
    .map((key, width) => ({
      limit,
      key,
      factor: networkFactors[width] ?? 1,
      ...(unlessRemembered !== undefined && { unlessRemembered }),
    }));
}

/** Which limit has no place left, and the seconds until it has, rounded up. */
export type Refusal = { readonly limit: string; readonly seconds: number };

/** The limits of the names that its user has registered. */
export type RateLimits<Name extends string> = {
  /**
   * Takes a place under each, or none when one is full. Name them always in the same order.
   * @returns null when all are taken
   */
  take(places: readonly Place<Name>[]): Promise<Refusal | null>;
  /** Gives places back that were not used up, and remembers a key for 30 days; fails silently, because nothing is lost. */
  giveBack(places: readonly Place<Name>[], remembered?: string): Promise<void>;
  /** Whether the key was remembered within the last 30 days. */
  remembers(key: string): Promise<boolean>;
};

export type RateLimitParts<Name extends string> = {
  readonly sql: Sql;
  readonly now: () => Date;
  readonly log: Log;
  readonly limits: Readonly<Record<Name, Limit>>;
};

const memory = 30 * 86_400_000;
/** Milliseconds for which a full limit is not asked about again. Short, because another server may have seen it freed. */
const blockLength = 10_000;
const mostBlocks = 10_000;
const sweepInterval = 600_000;

/** Counts in the database, for all servers together; out of its reach nothing passes. */
export function createRateLimits<Name extends string>({
  sql,
  now,
  log,
  limits: settings,
}: RateLimitParts<Name>): RateLimits<Name> {
  const blocks = new Map<string, { until: number; freeAt: number }>();
  let sweptAt = now().getTime();

  function knownRefusal(places: readonly Place<Name>[]): Refusal | null {
    const time = now().getTime();
    for (const place of places) {
      const block = blocks.get(blockKey(place));
      if (block && block.until > time) return { limit: place.limit, seconds: secondsUntil(block.freeAt, time) };
    }
    return null;
  }

  function block(place: Place<Name>, freeAt: number): void {
    const key = blockKey(place);
    const [oldest] = blocks.keys();
    if (blocks.size >= mostBlocks && oldest !== undefined) blocks.delete(oldest);
    blocks.delete(key);
    blocks.set(key, { until: Math.min(freeAt, now().getTime() + blockLength), freeAt });
  }

  /** One that is in use at the moment is left to the next sweep, so that nobody waits for this. */
  function sweepNowAndThen(): void {
    const time = now();
    if (time.getTime() - sweptAt < sweepInterval) return;
    sweptAt = time.getTime();
    withTimeout(sql`
      delete from wagday.rate_limits where key in (
        select key from wagday.rate_limits where ends_at <= ${time.toISOString()} for update skip locked
      )`).catch((error: unknown) => logFailure(log, 'rate_limits_not_swept', error, 'SWEEP'));
  }

  return {
    async take(places) {
      const known = knownRefusal(places);
      if (known) return known;
      sweepNowAndThen();
      const time = now();
      const limits = places.map(({ limit, factor = 1 }) => ({
        times: settings[limit].times * factor,
        seconds: settings[limit].seconds,
      }));
      const [row] = await withTimeout(sql<{ full_at: number | null; free_at: string | null }[]>`
        select full_at, to_json(free_at) #>> '{}' as free_at
        from wagday.take_places(
          ${places.map(keyOf)}::text[]::bytea[], ${limits.map(({ times }) => times)}::int[],
          ${limits.map(({ seconds }) => `${seconds} seconds`)}::text[]::interval[],
          ${places.map(exemptionOf)}::text[]::bytea[], ${time.toISOString()}
        )`);
      if (!row) throw new Error('the rate limits gave no answer');
      const place = row.full_at === null ? undefined : places[row.full_at - 1];
      if (!place) return null;
      const freeAt = Date.parse(row.free_at ?? '');
      block(place, freeAt);
      return { limit: place.limit, seconds: secondsUntil(freeAt, time.getTime()) };
    },

    async giveBack(places, remembered) {
      const key = remembered === undefined ? null : hash('remembered', remembered);
      const time = now();
      const until = new Date(time.getTime() + memory).toISOString();
      try {
        await withTimeout(sql`
          select wagday.give_places_back(
            ${places.map(keyOf)}::text[]::bytea[], ${places.map(exemptionOf)}::text[]::bytea[], ${time.toISOString()},
            ${key}::text::bytea, ${until}
          )`);
      } catch (error) {
        logFailure(log, 'rate_limit_not_given_back', error, 'GIVE_BACK');
      }
    },

    async remembers(key) {
      const rows = await withTimeout(sql`
        select from wagday.rate_limits
        where key = ${hash('remembered', key)}::text::bytea and ends_at > ${now().toISOString()}`);
      return rows.length === 1;
    },
  };
}

/** In PostgreSQL's spelling of bytes. */
function hash(kind: string, key: string): string {
  return `\\x${createHash('sha256')
    .update(JSON.stringify([kind, key]))
    .digest('hex')}`;
}

function keyOf({ limit, key }: Place<string>): string {
  return hash(limit, key);
}

function exemptionOf({ unlessRemembered }: Place<string>): string | null {
  return unlessRemembered === undefined ? null : hash('remembered', unlessRemembered);
}

/** What is full for strangers need not be full for whoever is remembered. */
function blockKey(place: Place<string>): string {
  return `${keyOf(place)} ${exemptionOf(place)}`;
}

function secondsUntil(freeAt: number, time: number): number {
  return Math.max(1, Math.ceil((freeAt - time) / 1000));
}
