import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { proxyFailure, undelivered } from './round-robin.ts';

/** How long a question is repeated, in milliseconds. One of the other servers answers sooner. */
const patience = 10_000;

export type Site = {
  url: string;
  readonly pictures: readonly Buffer[];
  readonly random: () => number;
  readonly problems: string[];
  photosCompared: number;
};

/** Null if the server died before the answer was complete. The request may or may not have had its effect. */
type Answer = { readonly status: number; readonly body: Buffer } | null;
type Row = Readonly<Record<string, unknown>>;
/** The values that may be found after the next start: one if the last write was confirmed, two if it is in doubt. */
type Possible<Value> = readonly (Value | null)[];

/** An owner who sends one write after another, records what was confirmed, and compares it with what the server has after a crash. */
export class KilledOwner {
  acknowledged = 0;
  inDoubt = 0;
  /** Of what is acknowledged. */
  readonly counts = { rows: 0, photos: 0, deletions: 0, refreshes: 0 };
  readonly #site: Site;
  readonly #email: string;
  /** Null until the sign-up is known to have succeeded. */
  #id: string | null = null;
  #passwords: string[] = ['sausages-0'];
  #accessToken = '';
  #refreshToken = '';
  #refreshIsInDoubt = false;
  readonly #rows = { dogs: new Map<string, Possible<Row>>(), birthday_celebrations: new Map<string, Possible<Row>>() };
  readonly #photos = new Map<string, Possible<Buffer>>();

  constructor(site: Site, email: string) {
    this.#site = site;
    this.#email = email;
  }

  get id(): string | null {
    return this.#id;
  }

  /** Writes until the signal, or until a write is in doubt. */
  async writeUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (!(await this.signedIn())) return;
      if (!(await this.#writeSomething())) {
        this.inDoubt += 1;
        return;
      }
      this.acknowledged += 1;
    }
  }

  /** Whether a photo of theirs is known to be stored. */
  hasPhoto(): boolean {
    return [...this.#photos.values()].some(([bytes]) => bytes);
  }

  /** Compares everything. From then on, a write that was in doubt counts as it was found. */
  async check(): Promise<void> {
    if (!(await this.#checkSession())) return;
    await this.#checkRows('dogs');
    await this.#checkRows('birthday_celebrations');
    for (const [name, possible] of this.#photos) await this.#checkPhoto(name, possible);
  }

  /** Signs up, or in again. Returns whether that is known to have succeeded. */
  async signedIn(): Promise<boolean> {
    if (this.#accessToken) return true;
    if (this.#id) return this.#signIn();
    const answer = await this.#call('POST', '/auth/v1/signup', { email: this.#email, password: this.#passwords[0] });
    if (answer?.status === 200) this.#takeSession(answer.body);
    else this.inDoubt += 1;
    return this.#accessToken !== '';
  }

  /** Returns false when the write is in doubt. */
  async #writeSomething(): Promise<boolean> {
    const { random } = this.#site;
    const dog = pick([...this.#rows.dogs], random)?.[0];
    const photo = pick(
      [...this.#photos].filter(([, [bytes]]) => bytes),
      random,
    )?.[0];
    const party = pick([...this.#rows.birthday_celebrations], random)?.[0];
    const kind = random();
    if (kind < 0.01) return this.#changePassword();
    if (kind < 0.11) return this.#refresh();
    if (kind < 0.13) return this.#refreshInTwoTabs();
    // An account in its first week keeps few photos.
    if (kind < 0.38 && this.#photos.size < 100) return this.#upload();
    if (kind < 0.46 && photo) return this.#removePhoto(photo);
    if (kind < 0.56 && dog) return this.#plan(dog);
    if (kind < 0.6 && party) return this.#remove('birthday_celebrations', party);
    if (kind < 0.75 && dog) return this.#update(dog);
    if (kind < 0.82 && dog && this.#rows.dogs.size > 3) return this.#remove('dogs', dog);
    return this.#insert('dogs', {
      user_id: this.#id,
      name: `Dog ${Math.floor(random() * 1000)}`,
      size: 'medium',
      birth_date: '2020-02-29',
      notes: 'x'.repeat(1 + Math.floor(random() * 1500)),
    });
  }

  async #insert(table: 'dogs' | 'birthday_celebrations', values: Row): Promise<boolean> {
    const row = { id: randomUUID(), ...values };
    const answer = await this.#call('POST', `/rest/v1/${table}`, row);
    if (answer?.status === 201) this.counts.rows += 1;
    return this.#settle(this.#rows[table], row.id, row, answer, [201]);
  }

  #plan(dog: string): Promise<boolean> {
    return this.#insert('birthday_celebrations', {
      dog_id: dog,
      user_id: this.#id,
      title: `Party ${Math.floor(this.#site.random() * 1000)}`,
      celebration_date: '2030-02-28',
    });
  }

  async #update(dog: string): Promise<boolean> {
    const name = `Changed ${Math.floor(this.#site.random() * 1000)}`;
    const [before] = this.#rows.dogs.get(dog) ?? [];
    const answer = await this.#call('PATCH', `/rest/v1/dogs?id=eq.${dog}`, { name });
    return this.#settle(this.#rows.dogs, dog, { ...before, name }, answer, [204]);
  }

  async #remove(table: 'dogs' | 'birthday_celebrations', id: string): Promise<boolean> {
    const answer = await this.#call('DELETE', `/rest/v1/${table}?id=eq.${id}`);
    if (answer?.status === 204) this.counts.deletions += 1;
    if (table === 'dogs') {
      // A dog's parties are deleted together with it, or not at all.
      for (const [party, [row = null]] of this.#rows.birthday_celebrations) {
        if (row?.dog_id === id) await this.#settle(this.#rows.birthday_celebrations, party, null, answer, [204]);
      }
    }
    return this.#settle(this.#rows[table], id, null, answer, [204]);
  }

  async #upload(): Promise<boolean> {
    const picture = pick(this.#site.pictures, this.#site.random) ?? Buffer.alloc(0);
    const name = `${this.#id}/${randomUUID()}.png`;
    const answer = await this.#call('POST', `/storage/v1/object/dog-photos/${name}`, picture);
    if (answer?.status === 200) this.counts.photos += 1;
    return this.#settle(this.#photos, name, picture, answer, [200]);
  }

  async #removePhoto(name: string): Promise<boolean> {
    const answer = await this.#call('DELETE', `/storage/v1/object/dog-photos/${name}`);
    const isKnown = await this.#settle(this.#photos, name, null, answer, [200]);
    // Records the deletion, because the photo must still be gone after the next start.
    if (isKnown) this.#photos.set(name, [null]);
    return isKnown;
  }

  async #changePassword(): Promise<boolean> {
    const [current = ''] = this.#passwords;
    const password = `sausages-${randomUUID()}`;
    const answer = await this.#call('PUT', '/auth/v1/user', { password, current_password: current });
    if (answer?.status === 200) this.#passwords = [password];
    else if (!answer || answer.status >= 500) this.#passwords = [current, password];
    // A rate limit refused it and nothing changed, so this takes the caller's count back.
    else if (answer.status === 429) this.acknowledged -= 1;
    else this.#refused('a new password', answer);
    return this.#passwords.length === 1;
  }

  #askForToken(call = this.#call): Promise<Answer> {
    const body = { refresh_token: this.#refreshToken };
    return call.call(this, 'POST', '/auth/v1/token?grant_type=refresh_token', body);
  }

  /** Refreshes the same token twice at once, as two tabs do. */
  async #refreshInTwoTabs(): Promise<boolean> {
    const answers = await Promise.all([this.#askForToken(), this.#askForToken()]);
    const tokens = new Set<string>();
    for (const answer of answers) {
      if (answer?.status === 200) tokens.add(JSON.parse(answer.body.toString()).refresh_token);
      else if (answer && answer.status < 500) this.#refused('a refresh beside another', answer);
    }
    if (tokens.size > 1) this.#site.problems.push('two refreshes at once did not yield the same token');
    // Within the grace, the token that was used yields that one again.
    return this.#refresh();
  }

  async #refresh(): Promise<boolean> {
    const answer = await this.#askForToken();
    if (answer?.status === 200) {
      this.#takeSession(answer.body);
      this.counts.refreshes += 1;
    } else if (!answer || answer.status >= 500) this.#refreshIsInDoubt = true;
    else this.#refused('a refresh', answer);
    return !this.#refreshIsInDoubt;
  }

  async #signIn(): Promise<boolean> {
    for (const password of this.#passwords) {
      const answer = await this.#ask('POST', '/auth/v1/token?grant_type=password', { email: this.#email, password });
      if (answer && answer.status !== 200 && answer.status !== 400) this.#refused('a sign-in', answer);
      if (answer?.status !== 200) continue;
      this.#passwords = [password];
      this.#takeSession(answer.body);
      return true;
    }
    return false;
  }

  /** Returns whether there is an account to continue with. Its session is then fresh and its password known. */
  async #checkSession(): Promise<boolean> {
    if (!this.#id) {
      // The sign-up was never confirmed, so the account may exist or not.
      await this.#signIn();
      return this.#id !== null;
    }
    const answer = await this.#askForToken(this.#ask);
    if (answer?.status === 200) this.#takeSession(answer.body);
    // A token in doubt may be used again for ten seconds. After that its session ends, which is fine.
    else if (!this.#refreshIsInDoubt) this.#refused('a confirmed refresh token', answer);
    this.#refreshIsInDoubt = false;
    if (this.#passwords.length === 1 && answer?.status === 200) return true;
    if (await this.#signIn()) return true;
    this.#site.problems.push(`no confirmed password of an owner opens the account`);
    return false;
  }

  async #checkRows(table: 'dogs' | 'birthday_celebrations'): Promise<void> {
    const answer = await this.#ask('GET', `/rest/v1/${table}?select=*&user_id=eq.${this.#id}`);
    if (answer?.status !== 200) return this.#refused(`the list of ${table}`, answer);
    const found = new Map<string, Row>();
    for (const row of JSON.parse(answer.body.toString()) as Row[]) found.set(String(row.id), row);
    const known = this.#rows[table];
    for (const [id, possible] of known) {
      const row = found.get(id) ?? null;
      const match = possible.find((candidate) => agrees(candidate, row));
      if (match === undefined) {
        this.#site.problems.push(`${table} ${id}: ${row ? 'is not as confirmed' : 'is lost'}`);
      }
      settleAs(known, id, match ?? null);
      found.delete(id);
    }
    for (const id of found.keys()) this.#site.problems.push(`${table} ${id}: nobody wrote it, or it was deleted`);
  }

  async #checkPhoto(name: string, possible: Possible<Buffer>): Promise<void> {
    const answer = await this.#ask('GET', `/storage/v1/object/public/dog-photos/${name}`);
    const bytes = answer?.status === 200 ? answer.body : null;
    if (bytes) this.#site.photosCompared += 1;
    const match = possible.find((candidate) => (candidate && bytes ? candidate.equals(bytes) : candidate === bytes));
    if (match === undefined) {
      const how = bytes ? 'is torn' : `is lost or not gone (${answer?.status})`;
      this.#site.problems.push(`photo ${name} ${how}`);
    }
    settleAs(this.#photos, name, match ?? null);
  }

  /** @param after the value that the write leaves; null for a deletion */
  #settle<Value>(
    known: Map<string, Possible<Value>>,
    id: string,
    after: Value | null,
    answer: Answer,
    confirmed: readonly number[],
  ): boolean {
    const [before = null] = known.get(id) ?? [];
    if (answer && confirmed.includes(answer.status)) {
      settleAs(known, id, after);
      return true;
    }
    if (answer && answer.status < 500) {
      this.#refused('a write', answer);
      return true;
    }
    known.set(id, [before, after]);
    return false;
  }

  #refused(what: string, answer: Answer): void {
    const told = answer ? `${answer.status} ${answer.body.toString().slice(0, 200)}` : 'no answer';
    this.#site.problems.push(`${what} was refused: ${told}`);
  }

  #takeSession(body: Buffer): void {
    const session = JSON.parse(body.toString());
    this.#id = session.user.id;
    this.#accessToken = session.access_token;
    this.#refreshToken = session.refresh_token;
    this.#refreshIsInDoubt = false;
  }

  /** Repeats what has the same effect twice until there is an answer: of several servers, one may be dead. */
  async #ask(method: string, path: string, body?: Row | Buffer): Promise<Answer> {
    for (const deadline = Date.now() + patience; ; await sleep(50)) {
      const answer = await this.#call(method, path, body);
      if ((answer && answer.status !== proxyFailure) || Date.now() > deadline) return answer;
    }
  }

  async #call(method: string, path: string, body?: Row | Buffer): Promise<Answer> {
    try {
      const response = await fetch(this.#site.url + path, {
        method,
        headers: {
          apikey: 'wagday',
          ...(this.#accessToken && { Authorization: `Bearer ${this.#accessToken}` }),
          'Content-Type': Buffer.isBuffer(body) ? 'image/png' : 'application/json',
        },
        body: body === undefined ? null : Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body),
      });
      if (response.headers.has(undelivered)) return this.#call(method, path, body);
      return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
    } catch {
      return null;
    }
  }
}

function settleAs<Value>(known: Map<string, Possible<Value>>, id: string, value: Value | null): void {
  if (value === null) known.delete(id);
  else known.set(id, [value]);
}

function agrees(expected: Row | null, found: Row | null): boolean {
  if (!expected || !found) return expected === found;
  return Object.entries(expected).every(([name, value]) => found[name] === value);
}

function pick<Value>(values: readonly Value[], random: () => number): Value | undefined {
  return values[Math.floor(random() * values.length)];
}
