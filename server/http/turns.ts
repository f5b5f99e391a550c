type Waiting = {
  readonly path: readonly string[];
  readonly start: () => void;
  readonly giveUp: (error: Error) => void;
};

/** The waiting work of one client, or of clients that belong together, such as the networks of one provider. */
type Group = {
  /** How much waits, at any depth. */
  waiting: number;
  /** In the order of their turns. */
  readonly members: Map<string, Group>;
  readonly queue: Waiting[];
};

/**
 * Does the work when its turn comes. A client is named by a path: the groups it belongs to, the widest first, and then itself,
 * such as `['2001:db8:1/48', '2001:db8:1:2/56', '2001:db8:1:2a']`.
 */
type InTurn = <Result>(client: string | readonly string[], work: () => Promise<Result>) => Promise<Result>;

/** How much of one client, and of one of the widest groups, may run at once. Without a share, as much as may run at all. */
export type Shares = {
  readonly perClient?: number;
  readonly perGroup?: number;
  /** Whether what waits would fail as well after this failure, and as late. Then it fails at once. */
  readonly failsAll?: (error: unknown) => boolean;
};

/**
 * A fair queue. So many pieces of work run at once, and of each client and each of the widest groups no more than their share.
 * The rest waits: the work of one client in the order of arrival, while the clients take turns, so that one with much to do
 * does not delay the others. Groups take turns too, and then the members within each: a network of many clients gets no more
 * turns than a single client. When the queue is full, the group with most waiting work loses its last one to a group with less.
 * @throws what `tooMany` makes, for work that the full queue does not take, or loses
 */
export function createTurns(
  concurrency: number,
  queueLength: number,
  tooMany: () => Error,
  { perClient = concurrency, perGroup = concurrency, failsAll = () => false }: Shares = {},
): InTurn {
  let running = 0;
  /** How many run of each client and of each widest group, where there are any. */
  const runningOf = new Map<string, number>();
  const everyone = createGroup();

  /** Whether another piece of work of this client may run, as far as the shares of it and its group go. */
  function hasShareLeft(path: readonly string[]): boolean {
    return (runningOf.get(groupKey(path)) ?? 0) < perGroup && (runningOf.get(clientKey(path)) ?? 0) < perClient;
  }

  function count(path: readonly string[], change: 1 | -1): void {
    running += change;
    for (const key of [groupKey(path), clientKey(path)]) {
      const now = (runningOf.get(key) ?? 0) + change;
      if (now === 0) runningOf.delete(key);
      else runningOf.set(key, now);
    }
  }

  /** Whether the queue takes one more, if need be in place of another. */
  function makeRoom(path: readonly string[]): boolean {
    if (everyone.waiting < queueLength) return true;
    const displaced = displace(everyone, path);
    displaced?.giveUp(tooMany());
    return displaced !== undefined;
  }

  return async function inTurn(client, work) {
    const path = typeof client === 'string' ? [client] : client;
    if (running < concurrency && hasShareLeft(path)) {
      count(path, 1);
    } else {
      if (!makeRoom(path)) throw tooMany();
      // Work that ends starts the next itself, so that nothing can start in between.
      await new Promise<void>((start, giveUp) => add(everyone, path, { path, start, giveUp }));
    }
    try {
      return await work();
    } catch (error) {
      if (failsAll(error)) {
        while (everyone.waiting > 0) removeLast(everyone)?.giveUp(error as Error);
      }
      throw error;
    } finally {
      count(path, -1);
      const next = takeNext(everyone, hasShareLeft);
      if (next) {
        count(next.path, 1);
        next.start();
      }
    }
  };
}

function groupKey([widest = '']: readonly string[]): string {
  return `group ${widest}`;
}

function clientKey(path: readonly string[]): string {
  return `client ${path.join(' ')}`;
}

function createGroup(): Group {
  return { waiting: 0, members: new Map(), queue: [] };
}

function add(group: Group, path: readonly string[], waiting: Waiting): void {
  group.waiting += 1;
  const [name, ...rest] = path;
  if (name === undefined) {
    group.queue.push(waiting);
    return;
  }
  const member = group.members.get(name) ?? createGroup();
  group.members.set(name, member);
  add(member, rest, waiting);
}

/** Takes out the next work that may run, and puts the groups on its path behind the others. */
function takeNext(group: Group, mayRun: (path: readonly string[]) => boolean): Waiting | undefined {
  const [first] = group.queue;
  if (first && mayRun(first.path)) {
    group.waiting -= 1;
    return group.queue.shift();
  }
  for (const [name, member] of group.members) {
    const next = takeNext(member, mayRun);
    if (!next) continue;
    group.waiting -= 1;
    group.members.delete(name);
    if (member.waiting > 0) group.members.set(name, member);
    return next;
  }
  return undefined;
}

/**
 * Takes out the last work of the group with most, for a newcomer of a group with less. Where the newcomer's own group has as
 * much as any, the same is tried within it.
 * @returns undefined when the newcomer's group would have as much as the others
 */
function displace(group: Group, path: readonly string[]): Waiting | undefined {
  const [name, ...rest] = path;
  const fullest = fullestOf(group);
  if (name === undefined || !fullest) return undefined;
  const own = group.members.get(name);
  if (fullest.member.waiting > (own?.waiting ?? 0) + 1) return removeLast(group);
  const displaced = own && displace(own, rest);
  if (displaced) group.waiting -= 1;
  return displaced;
}

function removeLast(group: Group): Waiting | undefined {
  group.waiting -= 1;
  const fullest = fullestOf(group);
  if (!fullest) return group.queue.pop();
  const last = removeLast(fullest.member);
  if (fullest.member.waiting === 0) group.members.delete(fullest.name);
  return last;
}

function fullestOf(group: Group): { name: string; member: Group } | undefined {
  let fullest: { name: string; member: Group } | undefined;
  for (const [name, member] of group.members) {
    if (!fullest || member.waiting > fullest.member.waiting) fullest = { name, member };
  }
  return fullest;
}
