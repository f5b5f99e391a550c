import { randomUUID } from 'node:crypto';
import { KilledOwner, type Site } from './killed-owner.ts';
import type { Machines } from './machines.ts';
import { plainPicture } from './pictures.ts';

export type FireReport = {
  readonly kills: number;
  readonly rows: number;
  readonly photos: number;
  readonly deletions: number;
  readonly refreshes: number;
  readonly requests: number;
  /** Requests that clients repeated because a server was killed and the answer was lost. */
  readonly sentAgain: number;
  /** Sentences about everything that went wrong. */
  readonly complaints: readonly string[];
};

/**
 * Lets owners write through the proxy while the servers are killed and restarted in turn, `rounds` times each. Then reads everything back.
 */
export async function writeWhileServersDie(machines: Machines, owners: number, rounds: number): Promise<FireReport> {
  const { proxy, sql, servers } = machines;
  // Every picture is different, so a mix-up shows.
  const pictures = await Promise.all(
    Array.from({ length: 40 }, async () => (await plainPicture(`#${randomUUID().slice(0, 6)}`)).buffer),
  );
  const complaints: string[] = [];
  const site: Site = {
    ...{ url: proxy.url, pictures, problems: complaints, photosCompared: 0 },
    // None changes the password, which would end the session that has to last.
    random: () => 0.01 + 0.99 * Math.random(),
  };
  const busy = Array.from({ length: owners }, () => new KilledOwner(site, `${randomUUID()}@wagday.dev`));
  for (const owner of busy) await owner.signedIn();

  const end = new AbortController();
  let killing = Promise.resolve();
  const work = Promise.all(
    busy.map(async (owner) => {
      while (!end.signal.aborted) {
        await owner.writeUntil(end.signal);
        // A write of a killed server is carried out by then, or never.
        await killing;
        await owner.check();
      }
    }),
  );
  let kills = 0;
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const place of servers.keys()) {
        await proxy.loseNextAnswer(place);
        killing = machines.killAndRestart(place);
        await killing;
        kills += 1;
      }
    }
  } finally {
    end.abort();
    await work;
  }

  for (const owner of busy) await owner.check();
  complaints.push(...proxy.serverFailures.map((failure) => `a server failed: ${failure}`));
  for (const { id } of busy) {
    const sessions = await sql`select from auth.sessions where user_id = ${id}`;
    if (sessions.length !== 1) complaints.push(`an owner who signed in once has ${sessions.length} sessions`);
    const unused = await sql`
      select from auth.refresh_tokens join auth.sessions on sessions.id = session_id
      where user_id = ${id} and rotated_at is null`;
    if (unused.length !== 1) complaints.push(`a session has ${unused.length} refresh tokens that are not used up`);
  }
  for (const event of ['refresh_token_reused', 'uncaught_exception', 'unhandled_rejection']) {
    if (machines.output().includes(event)) complaints.push(`a server has logged ${event}`);
  }
  const sum = (key: keyof KilledOwner['counts']) => busy.reduce((total, { counts }) => total + counts[key], 0);
  return {
    kills,
    rows: sum('rows'),
    photos: sum('photos'),
    deletions: sum('deletions'),
    refreshes: sum('refreshes'),
    requests: proxy.counts.passed,
    sentAgain: proxy.counts.failed,
    complaints,
  };
}
