import { newBusyOwner } from './busy-owner.ts';
import type { Machines } from './machines.ts';

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
  const busy = await Promise.all(Array.from({ length: owners }, () => newBusyOwner(proxy.url)));

  const end = new AbortController();
  const work = Promise.all(busy.map((owner) => owner.work(end.signal)));
  let kills = 0;
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const place of servers.keys()) {
        await proxy.loseNextAnswer(place);
        await machines.killAndRestart(place);
        kills += 1;
      }
    }
  } finally {
    end.abort();
    await work;
  }

  for (const owner of busy) await owner.check();
  const complaints = busy.flatMap((owner) => owner.complaints);
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
  const sum = (key: 'rows' | 'photos' | 'deletions' | 'refreshes') =>
    busy.reduce((total, { counts }) => total + counts[key], 0);
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
