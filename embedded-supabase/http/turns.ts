type Waiting = {
  readonly path: readonly string[];
  readonly weight: number;
  readonly start: () => void;
  readonly giveUp: (error: Error) => void;
};

/** The waiting work of one client, or of related clients, such as those in a provider's network. */
type Group = {
  /** How much work waits in it, at any depth. */
  waiting: number;
  /** In the order of their turns. */
  readonly members: Map<string, Group>;
  readonly queue: Waiting[];
};

/** Names a client by its groups, the widest first, and last itself: `['2001:db8:1/48', '2001:db8:1:2/56', '2001:db8:1:2a']`. */
export type Path = readonly string[];

/** The weight that a piece of work holds once it has begun. */
export type Turn = {
  /** What it holds now: 0 once all has been given back. */
  readonly weight: () => number;
  /** Gives a part back. @param weight that it still holds, if that is less than before */
  keep(weight: number): void;
  /** Reports a failure, which may also fail everything that waits. */
  fail(error: unknown): void;
  /** Gives all of it back. Only the first call counts. */
  end(): void;
};

/** A bound that waiting work has reached. */
type Reached = {
  /** Whether work of this path counts against the bound. */
  readonly counts: (path: Path) => boolean;
  /** What waits for it. */
  readonly waiting: Pick<Waiting, 'path' | 'weight'>[];
};

/** How much of one client, and of one of the widest groups, may run at once. Without a share there is no such limit. */
export type Shares = {
  readonly perClient?: number;
  readonly perGroup?: number;
  /** Whether all waiting work would fail as well, and as late, after this failure. Then it fails at once. */
  readonly failsAll?: (error: unknown) => boolean;
  /** The most milliseconds that work waits, and the error it then fails with. By default it waits as long as it takes. */
  readonly patience?: { readonly milliseconds: number; readonly tooLong: () => Error };
};

/**
 * Creates a fair queue. Work runs at once up to a total weight, and each client and each widest group runs no more than its share.
 * The rest waits: the work of one client in the order of arrival (lighter work may start first where the next does not fit), while the clients take turns, so that one with much work does
 * not delay the others. Groups take turns too, those that run nothing first, and then the members within each: a network of many clients gets no more turns
 * than a single client. When the queue is full, the group with most waiting work loses its last one to a group with less.
 */
export function createTurns(
  concurrency: number,
  queueLength: number,
  tooMany: () => Error,
  { perClient = concurrency, perGroup = concurrency, failsAll = () => false, patience }: Shares = {},
) {
  const running = countRunning({ inAll: concurrency, perGroup, perClient });
  const everyone = createGroup();
  /** The widest groups whose work starts only where nobody else's may. */
  let last: ReadonlySet<string> = new Set();

  /** Makes room for one more in the queue, dropping another if needed. Returns false when there is no room. */
  function makeRoom(path: Path): boolean {
    if (everyone.waiting < queueLength) return true;
    const displaced = displace(everyone, path);
    displaced?.giveUp(tooMany());
    return displaced !== undefined;
  }

  /** Starts waiting work in the same step in which other work ends, so that nothing can start in between. */
  function startNext(): void {
    while (everyone.waiting > 0) {
      const isFirst = (waiting: Waiting) => !last.has(groupOf(waiting.path)) && running.hasRoom(waiting);
      const next =
        takeNext(everyone, (waiting) => running.isGroupFree(waiting.path) && isFirst(waiting)) ??
        takeNext(everyone, isFirst) ??
        takeNext(everyone, running.hasRoom);
      if (!next) return;
      running.add(next.path, next.weight);
      next.start();
    }
  }

  async function wait(path: Path, weight: number): Promise<void> {
    const { promise, resolve: start, reject: giveUp } = Promise.withResolvers<void>();
    const waiting = { path, weight, start, giveUp };
    enqueue(everyone, path, waiting);
    if (!patience) return promise;
    const timer = setTimeout(() => {
      if (remove(everyone, path, waiting)) giveUp(patience.tooLong());
    }, patience.milliseconds);
    return promise.finally(() => clearTimeout(timer));
  }

  function begun(path: Path, weight: number): Turn {
    const free = (freed: number) => {
      running.add(path, -freed);
      startNext();
    };
    const fail = (error: unknown) => {
      while (failsAll(error) && everyone.waiting > 0) removeLast(everyone)?.giveUp(error as Error);
    };
    return createTurn(weight, free, fail);
  }

  /**
   * Waits for a turn, or begins at once where the work may run now.
   * @param wanted weight, which is reduced to a client's share where it exceeds that
   * @throws what `tooMany` makes, when the full queue refuses or drops the work; what `tooLong` makes after the patience
   */
  function take(client: string | Path, wanted = 1): Turn | Promise<Turn> {
    const path = typeof client === 'string' ? [client] : client;
    const weight = Math.min(wanted, perClient, perGroup, concurrency);
    if (running.hasRoom({ path, weight })) {
      running.add(path, weight);
      return begun(path, weight);
    }
    if (!makeRoom(path)) throw tooMany();
    return wait(path, weight).then(() => begun(path, weight));
  }

  return {
    take,
    /** Returns the bounds that waiting work has reached: of its client, of its widest group, or of all. */
    reached: () => boundsOf(waitingIn(everyone), running),
    /** Whether `take` would begin this work at once. */
    mayRun: (path: Path, weight: number) => running.hasRoom({ path, weight }),
    running: running.total,
    /** Lets waiting work of these widest groups start only where nobody else's may. */
    putLast(groups: ReadonlySet<string>) {
      last = groups;
    },
    inTurn: async <Result>(client: string | Path, work: () => Promise<Result>) => workIn(take(client), work),
  };
}

/** @param free gives weight back */
function createTurn(weight: number, free: (freed: number) => void, fail: Turn['fail']): Turn {
  let held = weight;
  const keep = (rest: number) => {
    const freed = held - rest;
    if (freed <= 0) return;
    held = rest;
    free(freed);
  };
  return { weight: () => held, keep, fail, end: () => keep(0) };
}

async function workIn<Result>(taken: Turn | Promise<Turn>, work: () => Promise<Result>): Promise<Result> {
  const turn = taken instanceof Promise ? await taken : taken;
  try {
    return await work();
  } catch (error) {
    turn.fail(error);
    throw error;
  } finally {
    turn.end();
  }
}

function boundsOf(works: readonly Waiting[], { boundOf }: ReturnType<typeof countRunning>): Reached[] {
  const found = new Map<string, Reached>();
  for (const work of works) {
    const { key, counts } = boundOf(work);
    const bound = found.get(key) ?? { counts, waiting: [] };
    bound.waiting.push(work);
    found.set(key, bound);
  }
  return [...found.values()];
}

/** Counts the weight that runs: of all, of each client and of each widest group. */
function countRunning(most: Readonly<Record<'inAll' | 'perGroup' | 'perClient', number>>) {
  let total = 0;
  // Without entries for zero.
  const ofClient = new Map<string, number>();
  const ofGroup = new Map<string, number>();
  type Work = Pick<Waiting, 'path' | 'weight'>;
  const isOverClient = ({ path, weight }: Work) => (ofClient.get(clientOf(path)) ?? 0) + weight > most.perClient;
  const isOverGroup = ({ path, weight }: Work) => (ofGroup.get(groupOf(path)) ?? 0) + weight > most.perGroup;

  return {
    total: () => total,
    isGroupFree: (path: Path) => !ofGroup.has(groupOf(path)),
    /** Whether the total and the shares of its group and its client let this work run now. */
    hasRoom: (work: Work) => total + work.weight <= most.inAll && !isOverGroup(work) && !isOverClient(work),
    add(path: Path, change: number): void {
      total += change;
      add(ofGroup, groupOf(path), change);
      add(ofClient, clientOf(path), change);
    },
    /** Returns the bound that keeps this work waiting. */
    boundOf(work: Work): Pick<Reached, 'counts'> & { readonly key: string } {
      const [client, group] = [clientOf(work.path), groupOf(work.path)];
      if (isOverClient(work)) return { key: `client ${client}`, counts: (other) => clientOf(other) === client };
      if (isOverGroup(work)) return { key: `group ${group}`, counts: (other) => groupOf(other) === group };
      return { key: 'all', counts: () => true };
    },
  };
}

export function groupOf([widest = '']: Path): string {
  return widest;
}

function clientOf(path: Path): string {
  return path.at(-1) ?? '';
}

export function add(weights: Map<string, number>, key: string, change: number): void {
  const now = (weights.get(key) ?? 0) + change;
  if (now === 0) weights.delete(key);
  else weights.set(key, now);
}

function createGroup(): Group {
  return { waiting: 0, members: new Map(), queue: [] };
}

function waitingIn(group: Group): Waiting[] {
  return [...group.queue, ...[...group.members.values()].flatMap(waitingIn)];
}

function enqueue(group: Group, path: Path, waiting: Waiting): void {
  group.waiting += 1;
  const [name, ...rest] = path;
  if (name === undefined) {
    group.queue.push(waiting);
    return;
  }
  const member = group.members.get(name) ?? createGroup();
  group.members.set(name, member);
  enqueue(member, rest, waiting);
}

/** Removes work whose wait is over. @returns whether it was still waiting */
function remove(group: Group, [name, ...rest]: Path, waiting: Waiting): boolean {
  const member = name === undefined ? undefined : group.members.get(name);
  const index = group.queue.indexOf(waiting);
  const isFound = member ? remove(member, rest, waiting) : index >= 0;
  if (!isFound) return false;
  group.waiting -= 1;
  if (!member) group.queue.splice(index, 1);
  else if (name !== undefined && member.waiting === 0) group.members.delete(name);
  return true;
}

/** Removes the next work that may run from the queue, and puts the groups on its path behind the others. */
function takeNext(group: Group, mayRun: (waiting: Waiting) => boolean): Waiting | undefined {
  const [first] = group.queue;
  if (first && mayRun(first)) {
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
 * Removes the last work of the group with most, for a newcomer of a group with less. Where no group has more than the newcomer's
 * own, tries the same within that.
 * @returns undefined when the newcomer's group would have as much as the others
 */
function displace(group: Group, path: Path): Waiting | undefined {
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
