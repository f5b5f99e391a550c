import { createHash, timingSafeEqual } from 'node:crypto';
import type { Mailer, Photos, Sql } from 'embedded-supabase';
import { Hono } from 'hono';
import { metrics } from '../../addresses/addresses.ts';
import { version } from '../config.ts';

type MetricsOptions = {
  /** What a reader must show; null serves no metrics. */
  readonly token: string | null;
  readonly sql: Sql;
  /** null where photos are not on a disk of this machine. */
  readonly space: Photos['space'];
  readonly mails: MailCounts;
  readonly now: () => Date;
};

/** A name, what it means, and its values by their labels. Names that end in `_total` only rise while the process lives. */
type Metric = readonly [name: string, help: string, ...values: (readonly [labels: string, value: number])[]];

/** Serves `/metrics` in the text format of Prometheus to readers with the token, and nothing without one in the settings. */
export function createMetricsRoutes({ token, sql, space, mails, now }: MetricsOptions): Hono {
  const app = new Hono();
  if (token === null) return app;
  const wanted = hash(`Bearer ${token}`);
  app.get(metrics, async (c) => {
    c.header('Cache-Control', 'no-store');
    if (!timingSafeEqual(hash(c.req.header('Authorization') ?? ''), wanted)) {
      c.header('WWW-Authenticate', 'Bearer');
      return c.text('The metrics need the token of METRICS_TOKEN.\n', 401);
    }
    const disk = await space?.measure().catch(() => null);
    const database = await readDatabase(sql, now()).catch(() => null);
    const found: Metric[] = [
      ['wagday_info', 'The version that runs.', [`{version="${version}"}`, 1]],
      ['process_resident_memory_bytes', 'Memory of the server without its database.', ['', process.memoryUsage.rss()]],
      ['wagday_mails_total', 'Mails handed to the mail server, and attempts that failed.', ...countsOf(mails.counts)],
      ['wagday_database_up', 'Whether the database answers.', ['', database ? 1 : 0]],
      ...(database ?? []),
    ];
    if (disk) {
      found.push(['wagday_disk_free_bytes', 'Room where the photos are.', ['', disk.free]]);
      found.push(['wagday_disk_reserve_bytes', 'With less room than this no photo is taken.', ['', disk.reserve]]);
    }
    return c.body(found.map(write).join(''), 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
  });
  return app;
}

async function readDatabase(sql: Sql, now: Date): Promise<Metric[]> {
  const [row] = await sql<{ bytes: number; connections: number; mails: number; others: number; seconds: number }[]>`
      select pg_database_size(current_database())::float8 as bytes,
        (select count(*)::integer from pg_stat_activity where datname = current_database()) as connections,
        (count(*) filter (where kind like 'mail %'))::integer as mails,
        (count(*) filter (where kind not like 'mail %'))::integer as others,
        coalesce(extract(epoch from greatest(${now.toISOString()}::timestamptz - min(due_at), interval '0')), 0)::float8 as seconds
      from wagday.jobs`;
  if (!row) return [];
  return [
    ['wagday_database_bytes', 'Size of the database.', ['', row.bytes]],
    ['wagday_database_connections', 'Connections to the database, of all servers.', ['', row.connections]],
    ['wagday_jobs', 'Jobs that wait.', ['{kind="account_mail"}', row.mails], ['{kind="other"}', row.others]],
    ['wagday_jobs_late_seconds', 'For how long the oldest job has been due.', ['', row.seconds]],
  ];
}

function write([name, help, ...values]: Metric): string {
  const type = name.endsWith('_total') ? 'counter' : 'gauge';
  const lines = values.map(([labels, value]) => `${name}${labels} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

type MailCounts = Mailer & { readonly counts: { readonly sent: number; readonly failed: number } };

export function countMails(mailer: Mailer): MailCounts {
  const counts = { sent: 0, failed: 0 };
  return {
    counts,
    async deliver(mail) {
      try {
        await mailer.deliver(mail);
        counts.sent += 1;
      } catch (error) {
        counts.failed += 1;
        throw error;
      }
    },
  };
}

function countsOf({ sent, failed }: MailCounts['counts']): Metric[2][] {
  return [
    ['{outcome="sent"}', sent],
    ['{outcome="failed"}', failed],
  ];
}

/** Makes texts of any length comparable in the same time. */
function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
