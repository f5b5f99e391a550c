import { setTimeout as wait } from 'node:timers/promises';
import type { Work } from '../database/connect.ts';
import { codeOrName } from '../errors.ts';
import { add } from '../http/turns.ts';

const hour = 3_600_000;
/** Milliseconds that running jobs get when the server stops. */
const closeLimit = 5_000;

type JobDetails = Readonly<Record<string, unknown>>;

export type Counts = Readonly<Record<string, number>>;

/** The settings that all jobs of a kind share. Times are milliseconds. */
export type JobKind = {
  readonly name: string;
  /** The name in the log: `mail` gives `mail_given_up`. */
  readonly label: string;
  /** How long a server that has claimed a job has it exclusively. Then another server may claim it. */
  readonly lease: number;
  /** How long a job is useful after it was added; null for one that repeats. */
  readonly lifetime: number | null;
  readonly capacity: number;
  /** Delays before the second attempt, the third and so on. After the last attempt the job is given up. */
  readonly retryDelays: readonly number[];
  /** The interval of a kind that repeats: its one job, for all servers together, is due this long after it was done. */
  readonly every?: number;
  /** How many of a server's workers it may use at once. Such a kind comes after all others, so that its flood delays none of them. */
  readonly mostAtOnce?: number;
  /** Whether another attempt would be useless. */
  readonly isFinal?: (error: unknown) => boolean;
  /** @param signal aborted when the server stops @param attempt from 1 */
  readonly run: (details: JobDetails, signal: AbortSignal, attempt: number) => Promise<void>;
};

/** Creates a kind of job that one of the servers does every hour. Doing it twice, when it outlasts its lease, must be cheap or safe. */
export function hourly(name: string, label: string, run: JobKind['run']): JobKind {
  return { name, label, lease: hour / 4, lifetime: null, capacity: 1, retryDelays: [], every: hour, run };
}

export type JobDependencies = Work & {
  readonly kinds: readonly JobKind[];
  /** Work that each server does for itself, when it starts and every hour. */
  readonly localSweep?: (() => Promise<void>) | undefined;
  readonly concurrency?: number;
  /** Milliseconds between two checks for jobs that are due, or whose lease on another server has ended. */
  readonly interval?: number;
};

export type Jobs = ReturnType<typeof createJobs>;

type Claimed = { readonly id: string; readonly kind: string; readonly details: JobDetails; readonly attempts: number };

/**
 * Runs jobs, which are rows of the database, so that a crash loses none. Each job is done at least once; twice only when a server
 * dies, or outlasts its lease, between doing the job and recording it.
 */
export function createJobs(parts: JobDependencies) {
  const { sql, now, log, kinds, localSweep, concurrency = 4, interval = 15_000 } = parts;
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  const closing = new AbortController();
  let running = 0;
  /** Rises with every reason to look for jobs. */
  let wakes = 0;
  let idle = Promise.withResolvers<void>();
  idle.resolve();
  let chores = Promise.resolve();
  let choreAt = Number.NEGATIVE_INFINITY;
  let isScheduled = false;

  const later: Later = (milliseconds) => new Date(now().getTime() + milliseconds).toISOString();
  const { claim, giveBack } = createClaims(parts, later, closing.signal);
  const work = createWork({ ...parts, interval }, later, wake, closing.signal);

  async function workOff(): Promise<void> {
    try {
      for (let seen = wakes; ; seen = wakes) {
        const claimed = await claim();
        // The worker that came for a job added meanwhile may have found all places of its kind taken by those that were looking.
        if (!claimed && seen !== wakes) continue;
        if (!claimed) break;
        // Wakes another worker, because there may be more jobs.
        wake();
        const kind = byName.get(claimed.kind);
        try {
          if (kind) await work(kind, claimed);
        } finally {
          giveBack(claimed.kind);
        }
      }
    } catch (error) {
      // The timer tries again.
      if (!closing.signal.aborted) log.error('jobs_failed', { code: codeOrName(error) });
    }
    running -= 1;
    if (running === 0) idle.resolve();
  }

  function wake(): void {
    wakes += 1;
    if (closing.signal.aborted || running >= concurrency) return;
    if (running === 0) idle = Promise.withResolvers();
    running += 1;
    // Starts only after the request that added the job has been answered.
    setImmediate(() => void workOff());
  }

  async function look(): Promise<void> {
    try {
      if (!isScheduled) await schedule(parts, later);
      isScheduled = true;
      await sql`delete from ${sql.own}.jobs where ends_at <= ${later(0)}`;
    } catch (error) {
      if (!closing.signal.aborted) log.error('jobs_failed', { code: codeOrName(error) });
    }
    wake();
    if (!localSweep || now().getTime() - choreAt < hour) return;
    choreAt = now().getTime();
    chores = chores.then(localSweep);
  }

  let looked = Promise.resolve();
  const lookAgain = () => {
    looked = look();
  };
  const timer = setInterval(lookAgain, interval).unref();
  wake();
  lookAgain();

  return {
    ...createQueue(parts, later, wake),
    /** Resolves when this server has looked for jobs and none is running here. */
    async settled(): Promise<void> {
      await looked;
      await idle.promise;
    },
    /** Stops claiming, and waits some seconds for running jobs. Other servers do the rest. */
    async close(): Promise<void> {
      closing.abort();
      clearInterval(timer);
      const late = wait(closeLimit, undefined, { ref: false });
      await Promise.race([Promise.all([looked.then(() => idle.promise), chores]), late]);
    },
  };
}

/** The time in so many milliseconds, as text. */
type Later = (milliseconds: number) => string;

/** Adds the jobs that repeat, on the first start of a database. */
async function schedule({ sql, kinds }: JobDependencies, later: Later): Promise<void> {
  const repeating = kinds.filter(({ every }) => every !== undefined).map(({ name }) => name);
  if (repeating.length === 0) return;
  await sql`
    insert into ${sql.own}.jobs (kind, key, due_at)
    select name, name, ${later(0)} from unnest(${repeating}::text[]) as name
    on conflict do nothing`;
}

/** Claims jobs, each for one worker of one server. */
function createClaims({ sql, kinds }: JobDependencies, later: Later, signal: AbortSignal) {
  const leases = JSON.stringify(Object.fromEntries(kinds.map(({ name, lease }) => [name, lease / 1000])));
  const limited = kinds.flatMap(({ name, mostAtOnce }) => (mostAtOnce === undefined ? [] : [name]));
  /** The number of workers that have a job of each kind, or are about to claim one. */
  const taken = new Map<string, number>();

  /** Claims a job. Its place within a limited kind stays taken until the caller gives it back. */
  async function claim(): Promise<Claimed | undefined> {
    if (signal.aborted) return;
    const hasPlace = ({ name, mostAtOnce = Infinity }: JobKind) => (taken.get(name) ?? 0) < mostAtOnce;
    const names = kinds.filter(hasPlace).map(({ name }) => name);
    for (const name of names) add(taken, name, 1);
    let claimed: Claimed | undefined;
    try {
      const at = later(0);
      [claimed] = await sql<Claimed[]>`
        update ${sql.own}.jobs set attempts = attempts + 1,
          due_at = ${at}::timestamptz + make_interval(secs => (${leases}::text::jsonb ->> kind)::float8)
        where id = (
          select id from ${sql.own}.jobs
          where due_at <= ${at} and coalesce(ends_at > ${at}, true) and kind = any(${names}::text[])
          order by kind = any(${limited}::text[]), due_at limit 1 for update skip locked
        )
        returning id, kind, details, attempts`;
    } finally {
      for (const name of names) if (name !== claimed?.kind) add(taken, name, -1);
    }
    return claimed;
  }

  return { claim, giveBack: (name: string) => add(taken, name, -1) };
}

/** Creates the function that runs a claimed job. @param signal aborted when the server stops */
function createWork(
  parts: JobDependencies & { readonly interval: number },
  later: Later,
  wake: () => void,
  signal: AbortSignal,
) {
  const { sql, log, interval } = parts;

  /** Runs a job once. Returns whether it is finished: done, or refused for good. */
  async function attempt(kind: JobKind, { details, attempts }: Claimed): Promise<boolean> {
    try {
      await kind.run(details, signal, attempts);
      return true;
    } catch (error) {
      const isFinal = kind.isFinal?.(error) === true;
      if (!signal.aborted || isFinal) {
        log.error(`${kind.label}_${isFinal ? 'refused' : 'attempt_failed'}`, { code: codeOrName(error) });
      }
      return isFinal;
    }
  }

  /** Runs a claimed job. Every update compares `attempts`: once another server has claimed the job, this one changes nothing. */
  async function work(kind: JobKind, claimed: Claimed): Promise<void> {
    const { id, attempts } = claimed;
    const isDone = await attempt(kind, claimed);
    if (kind.every !== undefined) {
      await sql`
        update ${sql.own}.jobs set attempts = 0, details = '{}',
          due_at = case when details ? 'is_hastened' then ${later(0)}::timestamptz else ${later(kind.every)}::timestamptz end
        where id = ${id} and attempts = ${attempts}`;
      // The next regular check would come a moment too early.
      if (kind.every <= interval) setTimeout(wake, kind.every).unref();
      return;
    }
    const delay = kind.retryDelays[attempts - 1];
    if (isDone || delay === undefined) {
      if (!isDone) log.error(`${kind.label}_given_up`);
      await sql`delete from ${sql.own}.jobs where id = ${id} and attempts = ${attempts}`;
      return;
    }
    await sql`
      update ${sql.own}.jobs set due_at = ${later(delay)} where id = ${id} and attempts = ${attempts}`;
    if (delay > 0 && delay < interval) setTimeout(wake, delay).unref();
  }

  return work;
}

function createQueue({ sql, log, kinds }: JobDependencies, later: Later, wake: () => void) {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));

  function kindOf(name: string): JobKind {
    const kind = byName.get(name);
    if (!kind) throw new Error(`there is no job of the kind ${name}`);
    return kind;
  }

  return {
    /** Adds a job. Resolves when it is stored. It is done in the background; failures are logged and tried again. */
    async add(name: string, details: JobDetails): Promise<void> {
      const kind = kindOf(name);
      const { capacity, lifetime } = kind;
      const rows = await sql`
        insert into ${sql.own}.jobs (kind, details, due_at, ends_at)
        select ${name}, ${JSON.stringify(details)}::text::jsonb, ${later(0)}, ${lifetime === null ? null : later(lifetime)}
        where (select count(*) from ${sql.own}.jobs where kind = ${name}) < ${capacity}
        returning id`;
      if (rows.length === 0) log.error(`${kind.label}_not_taken`, { waiting: capacity });
      wake();
    },
    /**
     * Adds a job that is due later, or adds its counts to the waiting job with the same key. A running job accepts no more counts: its
     * row becomes the new job.
     * @param seconds until it is due
     */
    async gather(
      name: string,
      key: string,
      details: JobDetails & { readonly counts: Counts },
      seconds: number,
    ): Promise<void> {
      const kind = kindOf(name);
      const dueAt = later(seconds * 1000);
      const rows = await sql`
        insert into ${sql.own}.jobs as waiting (kind, key, details, due_at, ends_at)
        select ${name}, ${key}, ${JSON.stringify(details)}::text::jsonb, ${dueAt},
          ${dueAt}::timestamptz + make_interval(secs => ${(kind.lifetime ?? hour) / 1000})
        where (select count(*) from ${sql.own}.jobs where kind = ${name}) < ${kind.capacity}
        on conflict (key) do update set
          attempts = 0,
          due_at = case when waiting.attempts = 0 then waiting.due_at else excluded.due_at end,
          ends_at = case when waiting.attempts = 0 then waiting.ends_at else excluded.ends_at end,
          details = case when waiting.attempts > 0 then excluded.details else jsonb_set(waiting.details, '{counts}', (
            select jsonb_object_agg(event, times) from (
              select event, sum(times::integer) as times
              from (
                select * from jsonb_each_text(waiting.details -> 'counts')
                union all select * from jsonb_each_text(excluded.details -> 'counts')
              ) as counted (event, times)
              group by event
            ) as summed
          )) end
        returning id`;
      if (rows.length === 0) log.error(`${kind.label}_not_taken`, { waiting: kind.capacity });
    },
    /** Makes a repeating job due at once. A running one, here or on another server, is done once more afterwards. */
    async hasten(name: string): Promise<void> {
      await sql`
        update ${sql.own}.jobs set
          due_at = case when attempts = 0 then least(due_at, ${later(0)}) else due_at end,
          details = case when attempts = 0 then details else '{"is_hastened": true}' end
        where key = ${name}`;
      wake();
    },
    async countWaiting(name: string, most: number): Promise<number> {
      const [waiting] = await sql<{ count: number }[]>`
        select count(*)::int as count from (select from ${sql.own}.jobs where kind = ${name} limit ${most}) as waiting`;
      return waiting?.count ?? 0;
    },
  };
}
