import { BackendError } from '../../client/data/backend-error.ts';
import { type Change, nextToSend } from '../../client/data/offline/changes.ts';
import { decide, saveRecord } from '../../client/data/offline/outbox.ts';
import { unsentChanges, untilAnswered } from '../../client/data/offline/queue.ts';
import { type Deleted, deleteRecord, putBack } from '../../client/data/offline/removal.ts';
import { listAsSeen, listRecords } from '../../client/data/offline/snapshots.ts';
import { dogs } from '../../client/data/records/dogs.ts';
import { parties } from '../../client/data/records/parties.ts';
import { portraitIdOf, portraits } from '../../client/data/records/portraits.ts';
import { contentOf, type FieldValues, type RecordType, type Stored } from '../../client/data/records/record.ts';
import type { CalendarDate } from '../../domain/dates/calendar-date.ts';
import { createDevice, type Device, endPage, keepPhoto, type Life, openPage, tellPages, type World } from './device.ts';
import { createLedger, writtenFields } from './ledger.ts';
import { createModelBackend, type Row, type Table } from './model-backend.ts';
import { createChance, createTime } from './time.ts';

const records: readonly RecordType[] = [dogs, parties, portraits];
const owner = 'owner';
const guest = 'somebody else';

const blank: Readonly<Record<Table, FieldValues>> = {
  dogs: {
    size: 'small',
    birthDate: '2020-06-20',
    birthPrecision: 'day',
    gotchaDate: null,
    diedOn: null,
    photoUrl: null,
    photoFocus: null,
    breed: null,
    notes: null,
  },
  birthday_celebrations: {
    celebrationDate: '2026-06-20',
    time: null,
    description: null,
    location: null,
    memoryPhotoUrl: null,
  },
  portraits: { kind: 'birthday', photoUrl: null, photoFocus: null },
};

const days = ['2025-06-20', '2024-06-20'] as CalendarDate[];

/** What a page begins with: the lists that it shows, and the versions with which it has saved records. A form covers the page. */
const newPage = () => ({
  lists: new Map<string, readonly Stored[]>(),
  saved: new Map<string, number>(),
  ...{ isListing: false, isListedAgain: false, hasForm: false },
});

/** A tab: a page, or none while it is closed, and what it shows. */
type Tab = { name: string; device: Device; life: Life | null } & ReturnType<typeof newPage>;

export type Outcome = { problems: readonly string[]; trace: readonly string[] };

/** Runs the bad luck of a year: what it does is always the same for a seed. */
export async function simulate(seed: number, isTraced = false): Promise<Outcome> {
  const time = createTime();
  const chance = createChance(seed);
  const trace: string[] = [];
  const problems: string[] = [];
  const start = time.now();
  const log = (line: () => string) => {
    if (isTraced) trace.push(`${((time.now() - start) / 1000).toFixed(3).padStart(9)} ${line()}`);
  };
  const note = (problem: string) => {
    log(() => `!!! ${problem}`);
    problems.push(problem);
  };
  const ledger = createLedger(note, time.now);
  const backend = createModelBackend(time, {
    changed(table, before, after, isAlong) {
      log(() => `    ${table} ${(after ?? before)?.id} ${after ? JSON.stringify(shortOf(table, after)) : 'deleted'}`);
      ledger.changed(table, before, after, isAlong);
    },
    refused: ledger.refused,
    late: ledger.late,
    strange: note,
  });
  const world: World = { time, chance, backend, log, strange: note };
  const devices = ['phone', 'laptop', 'tablet'].map((name) => createDevice(name, owner));
  const [phone, laptop, tablet] = devices as [Device, Device, Device];
  const tabOf = (name: string, device: Device): Tab => ({ name, device, life: null, ...newPage() });
  const leftTab = tabOf('laptop one', laptop);
  const tabs = [tabOf('phone', phone), leftTab, tabOf('laptop two', laptop), tabOf('tablet', tablet)];
  /** The questions that were just decided, by device and record. */
  const justDecided = new Map<string, string>();
  /** Whether nothing goes wrong any more, so that a list that fails is worth another try. */
  let isCalm = false;
  let count = 0;
  const next = () => {
    count += 1;
    return count;
  };

  /** Only a backend may refuse, and without an answer things wait. */
  function checkFailure(error: unknown) {
    if (!(error instanceof BackendError) || error.kind === 'not reachable') note(`no refusal: ${error}`);
  }

  /** Loads the lists, as the pages do whenever the outbox says so. */
  async function list(tab: Tab, life: Life) {
    const isUnderWay = tab.isListing;
    tab.isListing = true;
    tab.isListedAgain = isUnderWay;
    if (isUnderWay) return;
    do {
      tab.isListedAgain = false;
      for (const record of records) {
        // As in use-records.tsx, a list that fails is requested once more.
        const load = () => listRecords(life.outbox, record);
        const saved = new Map(tab.device.saved);
        const items = await load()
          .catch(load)
          .catch(() => {
            tab.isListedAgain ||= isCalm;
            return listAsSeen(life.outbox, record);
          });
        if (tab.life !== life) return;
        if (!items) continue;
        tab.lists.set(record.table, items);
        const isKept = life.outbox.staleLists.has(record.table) && !tab.device.wasFull;
        for (const { id, version } of items)
          if (version > 0 && version < Math.max(tab.saved.get(id) ?? 0, (isKept && saved.get(id)) || 0))
            note(`${tab.name} shows ${id} as it was before it was saved`);
      }
    } while (tab.isListedAgain);
    tab.isListing = false;
  }

  function open(tab: Tab) {
    const { device } = tab;
    if (tab.life || device.ownerId === null) return;
    log(() => `${tab.name} opens for ${device.ownerId}`);
    const life = openPage(world, device, device.ownerId);
    Object.assign(tab, newPage(), { life });
    const asked = new Map<string, unknown>();
    let version = 0;
    life.outbox.shown.subscribe(() => {
      const state = life.outbox.shown.read();
      if (tab.life !== life) return;
      for (const change of state.changes) {
        if (change.problem && JSON.stringify(change.problem) !== asked.get(change.id)) {
          asked.set(change.id, JSON.stringify(change.problem));
          log(
            () =>
              `${tab.name} is asked about ${change.id}: ${JSON.stringify(change.problem)} ${JSON.stringify(change.mine)}`,
          );
          // Another tab, whose owner has just decided, may not have told yet.
          const isDecided = justDecided.get(device.name + change.id) === JSON.stringify(change.problem);
          if (!isDecided) ledger.asked(change, device.name, !device.wasFull);
        }
      }
      if (state.version === version) return;
      version = state.version;
      void list(tab, life);
    });
    void list(tab, life);
  }

  function end(tab: Tab) {
    if (!tab.life) return;
    log(() => `${tab.name} ends`);
    endPage(tab.life);
    tab.life = null;
  }

  /** Saves until that is no failure, or the owner has had enough. */
  async function save(
    tab: Tab,
    life: Life,
    table: Table,
    seen: Stored | null,
    made: { id: string; values: FieldValues; parent?: Stored },
  ) {
    const record = records.find((other) => other.table === table) as RecordType;
    const fresh = Object.keys(writtenFields[table]).filter(
      (key) => typeof made.values[key] === 'string' && made.values[key] !== seen?.[key],
    );
    const words = fresh.map((key) => String(made.values[key]));
    const parentId = made.parent?.id ?? (typeof seen?.dogId === 'string' ? seen.dogId : null);
    tab.hasForm = true;
    await savePatiently();
    if (tab.life === life) tab.hasForm = false;

    async function savePatiently() {
      ledger.saving(made.id, { table, parentId, ownerId: life.outbox.ownerId }, seen === null);
      for (const key of fresh) ledger.typed(made.id, String(made.values[key]), seen?.[key]);
      for (let tries = 0; tries < 3; tries += 1) {
        log(
          () =>
            `${tab.name} saves ${made.id} ${JSON.stringify(fresh.map((key) => made.values[key]))} over ${JSON.stringify(fresh.map((key) => seen?.[key]))}`,
        );
        try {
          const { saved, state } = await untilAnswered(life.outbox, saveRecord(life.outbox, record, { ...made, seen }));
          log(() => `${tab.name} ${made.id} is ${state}`);
          // The owner has left the page meanwhile.
          if (tab.life !== life) return;
          if (state === 'saved') for (const known of [tab, tab.device]) known.saved.set(made.id, saved.version);
          ledger.accepted(made.id, words, tab.device.name);
          const others = (tab.lists.get(table) ?? []).filter(({ id }) => id !== made.id);
          tab.lists.set(table, [...others, saved]);
          return;
        } catch (error) {
          log(() => `${tab.name} is told that ${made.id} failed: ${error}`);
          checkFailure(error);
          ledger.failed(words);
          if (chance.happens(0.3)) return;
          await new Promise<void>((resolve) => time.after(chance.between(500, 9_000), resolve));
          if (tab.life !== life) return;
        }
      }
    }
  }

  function edit(tab: Tab, life: Life, table: Table) {
    const seen = chance.pick(tab.lists.get(table) ?? []);
    if (!seen) return;
    const record = records.find((other) => other.table === table) as RecordType;
    const { photoUrl: _, ...texts } = writtenFields[table];
    const key = chance.pick(Object.keys(texts));
    const values = { ...contentOf(record, seen), dogId: seen.dogId, [key]: `${key} ${next()}` };
    // The form is open for a while, in which the record may change.
    tab.hasForm = true;
    time.after(chance.happens(0.5) ? 0 : chance.between(0, 20_000), () => {
      if (tab.life === life) void save(tab, life, table, seen, { id: seen.id, values, ...parentOf(tab, seen) });
    });
  }

  const parentOf = (tab: Tab, { dogId }: FieldValues) => {
    const parent = tab.lists.get('dogs')?.find(({ id }) => id === dogId);
    return parent ? { parent } : {};
  };

  function add(tab: Tab, life: Life, table: Table) {
    const parent = chance.pick(tab.lists.get('dogs') ?? []);
    if (table !== 'dogs' && !parent) return;
    const day = chance.pick(days);
    const id = table === 'portraits' ? portraitIdOf(parent?.id ?? '', day) : `${table}-${next()}`;
    if (tab.lists.get(table)?.some((item) => item.id === id)) return;
    const [key] = Object.keys(writtenFields[table]);
    const values = {
      ...blank[table],
      [String(key)]: `${key} ${next()}`,
      ...(parent && table !== 'dogs' && { dogId: parent.id }),
      ...(table === 'portraits' && { day }),
    };
    void save(tab, life, table, null, { id, values, ...(table !== 'dogs' && parent ? { parent } : {}) });
  }

  function choosePhoto(tab: Tab, life: Life, record: RecordType) {
    const seen = chance.pick(tab.lists.get(record.table) ?? []);
    if (!seen) return;
    const values = {
      ...contentOf(record, seen),
      dogId: seen.dogId,
      photoUrl: keepPhoto(tab.device, `photo ${next()}`),
    };
    void save(tab, life, record.table as Table, seen, { id: seen.id, values, ...parentOf(tab, seen) });
  }

  function goOffline(device: Device) {
    if (!device.isOffline) switchNetwork(device);
    time.after(10_000, () => {
      if (device.isOffline) switchNetwork(device);
    });
  }

  /** Loads lists so slowly that another tab saves something meanwhile, and then has no network to load them again. */
  function listLate(tab: Tab, life: Life) {
    const other = tabs.find(({ device, life }) => device === tab.device && life && life !== tab.life);
    if (!other?.life || tab.isListing) return;
    Object.assign(life, { faults: { GET: 'slow' }, onSlow: () => goOffline(tab.device) });
    void list(tab, life);
    if (!other.hasForm) edit(other, other.life, 'dogs');
  }

  /** @param isLate whether it is sent, arrives after a while, and is undone without network at once */
  async function remove(tab: Tab, life: Life, table: Table, isLate = false) {
    const record = records.find((other) => other.table === table) as RecordType;
    const seen = chance.pick(tab.lists.get(table) ?? []);
    if (!seen) return;
    const children = [...tab.lists.values()].flat().filter(({ dogId }) => dogId === seen.id);
    const unsure = devices
      .flatMap((device) => storedChanges(device, life.outbox.ownerId))
      .filter(({ base, attempted }) => !base && attempted.length > 0)
      .map(({ id }) => id);
    // A question about it is given up with it.
    const open = storedChanges(tab.device, life.outbox.ownerId).find(({ id }) => id === seen.id)?.problem;
    // A device that had no room for a list does not know what of it an undo must bring back.
    const { stores, wasFull } = tab.device;
    const hasList = (name: string) => !wasFull || stores.seen.has(`${life.outbox.ownerId}/${name}`);
    const known = [...tab.lists].flatMap(([name, items]) => (hasList(name) ? items : []));
    const unsent = storedChanges(tab.device, life.outbox.ownerId).filter(
      ({ id, parentId }) => id === seen.id || parentId === seen.id,
    );
    const deletion = ledger.deleting(seen, tab.device.name, open, children, known, unsure, unsent);
    tab.lists.set(
      table,
      (tab.lists.get(table) ?? []).filter(({ id }) => id !== seen.id),
    );
    log(() => `${tab.name} deletes ${seen.id} seen as ${JSON.stringify(seen)}`);
    let deleted: Deleted | null;
    const noteSent = (id: string) => {
      if (id === seen.id) deletion.isOfAnyVersion = true;
    };
    life.onDelete.add(noteSent);
    if (isLate) {
      life.faults.DELETE = 'late';
      time.after(2_000, () => goOffline(tab.device));
    }
    try {
      deleted = await untilAnswered(life.outbox, deleteRecord(life.outbox, record, seen));
      if (deletion.state === 'maybe') deletion.state = 'done';
      deletion.hasWaited = deleted !== null && 'deletion' in deleted;
      log(() => `${tab.name} ${seen.id} is deleted`);
    } catch (error) {
      log(() => `${tab.name} is told that ${seen.id} is not deleted: ${error}`);
      checkFailure(error);
      return;
    } finally {
      life.onDelete.delete(noteSent);
    }
    if (!deleted || (!isLate && chance.happens(0.4))) return;
    time.after(isLate ? 0 : chance.between(0, 30_000), async () => {
      if (tab.life !== life) return;
      for (let tries = 0; tries < 3; tries += 1) {
        while (tab.hasForm) await new Promise<void>((resolve) => time.after(1_000, resolve));
        if (tab.life !== life) return;
        log(() => `${tab.name} undoes the deletion of ${seen.id}`);
        deletion.state = 'undoing';
        try {
          await untilAnswered(life.outbox, putBack(life.outbox, deleted));
          deletion.state = 'undone';
          log(() => `${tab.name} has ${seen.id} back`);
          return;
        } catch (error) {
          log(() => `${tab.name} does not get ${seen.id} back: ${error}`);
          checkFailure(error);
          await new Promise<void>((resolve) => time.after(chance.between(500, 9_000), resolve));
          if (tab.life !== life) return;
        }
      }
    });
  }

  const storedChanges = (device: Device, ownerId: string) =>
    JSON.parse(device.stores.changes.get(ownerId) ?? '[]') as readonly Change[];

  /** Answers the questions that a tab shows, unless another tab has just done so. */
  async function answer({ name, life, device }: Tab) {
    for (const change of life?.outbox.shown.read().changes ?? []) {
      if (!life || life.isDead || !change.problem) continue;
      const stored = storedChanges(device, life.outbox.ownerId);
      const now = stored.find(({ id }) => id === change.id);
      const isHere = life.outbox.shown.read().isOnPageOnly;
      if (!isHere && JSON.stringify(now?.problem) !== JSON.stringify(change.problem)) continue;
      const choice = chance.pick(['mine', 'theirs'] as const);
      log(() => `${name} decides ${change.id}: ${choice}`);
      const children = stored.filter(({ parentId }) => parentId === change.id);
      ledger.decided(change, choice, children, device.name);
      justDecided.set(device.name + change.id, JSON.stringify(change.problem));
      time.after(50, () => justDecided.delete(device.name + change.id));
      await decide(life.outbox, change.id, choice);
    }
  }

  async function signOut(device: Device) {
    const own = tabs.filter((tab) => tab.device === device && tab.life);
    const life = own[0]?.life;
    if (!life) return;
    const leaving = life.outbox.ownerId;
    const left = await unsentChanges(life.outbox);
    const isLeft = own.some((tab) => tab.life?.outbox.ownerId !== leaving);
    if (isLeft || (left.length > 0 && chance.happens(0.5))) return;
    log(() => `${device.name} signs out, with ${left.length} unsent changes`);
    ledger.abandoned(left);
    // Another page was to stay open, because it could not store its changes.
    for (const tab of own) {
      const { changes, isOnPageOnly } = tab.life?.outbox.shown.read() ?? { changes: [], isOnPageOnly: false };
      if (isOnPageOnly) ledger.abandoned(changes);
    }
    device.ownerId = null;
    for (const tab of own) {
      tab.life?.close();
      tab.life?.forget();
      // The page goes on, and with it what it waits for.
      tab.life = null;
    }
    await life.outbox.store.removeStored('seen', () => true);
    ledger.abandoned(storedChanges(device, leaving));
    await life.outbox.store.removeStored('changes', (key) => key === leaving);
    device.photos.clear();
    time.after(chance.between(100, 6_000), () => {
      device.ownerId = chance.happens(0.6) ? guest : owner;
      log(() => `${device.name} is of ${device.ownerId}`);
      for (const tab of own) open(tab);
    });
  }

  function switchNetwork(device: Device) {
    device.isOffline = !device.isOffline;
    log(() => `${device.name} is ${device.isOffline ? 'offline' : 'online'}`);
    tellPages(device, device.isOffline ? 'offline' : 'online');
  }

  const acts: Record<string, (tab: Tab, life: Life) => unknown> = {
    edit: (tab, life) => edit(tab, life, chance.pick(['dogs', 'dogs', 'birthday_celebrations', 'portraits'] as const)),
    add: (tab, life) => add(tab, life, chance.pick(['dogs', 'birthday_celebrations', 'portraits'] as const)),
    photo: (tab, life) => choosePhoto(tab, life, chance.pick([dogs, portraits])),
    remove: (tab, life) => remove(tab, life, chance.pick(['dogs', 'birthday_celebrations', 'portraits'] as const)),
    answer: (tab) => answer(tab),
    kill: (tab) => {
      if (tab.life?.outbox.shown.read().isOnPageOnly) return;
      end(tab);
      time.after(chance.between(10, 30_000), () => open(tab));
    },
    network: ({ device }) => switchNetwork(device),
    weather: ({ device }) => {
      device.weather = chance.pick([0, 0.1, 0.3, 0.7]);
      log(() => `${device.name} has weather ${device.weather}`);
    },
    clock: ({ device }) => {
      device.skew = chance.pick([0, 3_600_000, -3_600_000, 100_000_000, -100_000_000]);
    },
    full: ({ device }) => {
      // Two pages that cannot store their changes do not know of each other's.
      if (device === laptop) return;
      Object.assign(device, { isFull: true, wasFull: true });
      log(() => `${device.name} stores nothing`);
      time.after(chance.between(100, 20_000), () => {
        device.isFull = false;
      });
    },
    'undo late': (tab, life) => remove(tab, life, chance.pick(['dogs', 'birthday_celebrations'] as const), true),
    'list late': (tab, life) => listLate(tab, life),
    'photo at sign-out': (tab, life) => {
      choosePhoto(tab, life, dogs);
      time.after(chance.between(50, 500), () => signOut(tab.device));
    },
    returned: ({ device }) => tellPages(device, 'returned'),
    'sign out': ({ device }) => signOut(device),
  };
  const byHand = { edit: 4, add: 2, photo: 2, remove: 2, 'undo late': 1, answer: 2, 'photo at sign-out': 1 };
  const weights = { ...byHand, kill: 2, network: 2, weather: 1, clock: 1, returned: 1, 'list late': 1, 'sign out': 1 };
  const kinds = Object.entries(weights).flatMap(([kind, times]) => Array<string>(times).fill(kind));
  if (chance.happens(0.3)) kinds.push('full');

  for (const tab of tabs) open(tab);
  const steps = 110;
  for (let step = 0; step < steps; step += 1) {
    await time.runFor(chance.happens(0.5) ? chance.between(0, 300) : chance.between(300, 12_000));
    backend.sweepPhotos();
    const tab = chance.pick(tabs);
    const kind = chance.pick(kinds);
    if (tab.life && !(tab.hasForm && kind in byHand)) run(acts[kind]?.(tab, tab.life));
  }

  /** Starts an act. It goes on while time passes. */
  function run(act: unknown) {
    if (act instanceof Promise) act.catch((error) => note(`${error?.stack ?? error}`));
  }

  // All is well again. What is left is sent, and what is asked is answered.
  await time.runFor(31_000);
  for (const device of devices) {
    Object.assign(device, { weather: 0, isFull: false, skew: 0 });
    if (device.isOffline) switchNetwork(device);
  }
  isCalm = true;
  for (let round = 0; round < 3; round += 1) await answerAll();
  await leaveToOtherTab();
  for (const ownerId of [guest, owner]) {
    for (const device of devices) {
      if (device.ownerId === ownerId) continue;
      for (const tab of tabs) if (tab.device === device) end(tab);
      device.ownerId = ownerId;
    }
    for (const tab of tabs) open(tab);
    await settle(ownerId);
  }
  for (const { id, photo_url } of rowsById().values())
    if (photo_url && !backend.hasPhoto(String(photo_url))) note(`${id} has a photo that is gone from the store`);
  if (problems.length === 0) ledger.settled(rowsById());
  return { problems, trace };

  function rowsById(): Map<string, Row> {
    return new Map(
      Object.keys(writtenFields).flatMap((table) => backend.rows(table as Table).map((row) => [row.id, row])),
    );
  }

  /** Closes a tab as soon as it has queued a photo, and its owner was shown so. */
  async function leaveToOtherTab() {
    for (const tab of tabs) open(tab);
    await time.runFor(10_000);
    if (!leftTab.life || laptop.ownerId === null) return;
    choosePhoto(leftTab, leftTab.life, dogs);
    await time.runFor(40);
    end(leftTab);
    // A browser may wait for a minute where its clock was set back.
    await time.runFor(80_000);
    const left = nextToSend(storedChanges(laptop, laptop.ownerId));
    if (left) note(`nobody sends ${left.id}, which a closed tab has left`);
  }

  async function answerAll() {
    await time.runFor(30_000);
    for (const tab of tabs) {
      run(answer(tab));
      await time.runFor(100);
    }
  }

  async function settle(ownerId: string) {
    const isLeft = () => devices.some((device) => storedChanges(device, ownerId).length > 0);
    for (let round = 0; round < 30 && (round < 2 || isLeft()); round += 1) {
      await answerAll();
    }
    await time.runFor(40_000);
    for (const { name, lists } of tabs) {
      const waiting = [...lists.values()].flat().filter(({ version }) => version === 0);
      if (!isLeft() && waiting.length > 0) note(`${name} does not know that ${waiting.map(({ id }) => id)} was sent`);
    }
    for (const tab of tabs) if (tab.life) void list(tab, tab.life);
    await time.runFor(10_000);
    if (isLeft())
      note(
        `changes of ${ownerId} wait for ever: ${devices.map(({ stores }) => stores.changes.get(ownerId)).join(' ')}`,
      );
    for (const tab of tabs) {
      for (const record of records) {
        const there = backend.rows(record.table as Table).filter(({ user_id }) => user_id === ownerId);
        const shown = tab.lists.get(record.table) ?? [];
        const textsOf = (items: readonly unknown[]) => items.map((item) => JSON.stringify(item));
        const [actual, wanted] = [textsOf(shown), textsOf(there.map((row) => record.read(row)))];
        const odd = [...actual, ...wanted].filter((text) => !actual.includes(text) || !wanted.includes(text));
        if (odd.length > 0) note(`${tab.name} and the backend differ in ${odd.join(' and ')}`);
      }
    }
  }
}

function shortOf(table: Table, row: Row) {
  return Object.values(writtenFields[table]).map((column) => row[column]);
}
