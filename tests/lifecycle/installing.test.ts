/** Runs deploy/wagday below a folder of its own, with programs of the machine that only note that they were called. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ROOT } from '../../scripts/run-checks.ts';
import { makeDataDir } from '../support/start-server.ts';

vi.setConfig({ testTimeout: 400_000 });

/** What each program of the machine does beside noting its call. `$root` is the folder. */
const programs: Readonly<Record<string, string>> = {
  id: 'if [ "$1" = -u ]; then echo "$FAKE_UID"; else [ -e "$root/user" ]; fi',
  useradd: 'touch "$root/user"',
  chown: '',
  sleep: '',
  npm: `if [ "$1" = ci ]; then mkdir -p node_modules/.bin && cp "$root/bin/asks-ready" node_modules/.bin/node
    else mkdir -p dist && cp version dist/; fi; [ ! -e "$root/npm-fails" ]`,
  'asks-ready': '[ ! -e "$root/service-fails" ]',
  systemctl: 'if [ "$1" = is-failed ]; then [ -e "$root/service-fails" ]; fi',
  'systemd-run': `case "$*" in
    *--nightly*) touch "$root/var/backups/wagday/wagday-2026-11-28T033000Z.tar"; [ ! -e "$root/backup-fails" ] ;;
    *scripts/restore.ts*) mkdir -p "$root/var/lib/wagday"; [ ! -e "$root/restore-fails" ] ;;
  esac`,
  caddy: '[ ! -e "$root/caddy-refuses" ]',
};

const run = promisify(execFile);

/** Prepares a machine with a clone of a repository that has these files. */
async function newMachine() {
  const root = await makeDataDir();
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const folder of ['bin', 'run/systemd/system', 'opt', 'var/lib', 'etc'])
    await mkdir(join(root, folder), { recursive: true });
  for (const [name, does] of Object.entries(programs)) {
    await writeFile(
      join(root, 'bin', name),
      `#!/bin/sh\nroot='${root}'\necho "${name} $*" >>"$root/calls"\n${does || ':'}\n`,
    );
    await chmod(join(root, 'bin', name), 0o755);
  }
  await symlink(process.execPath, join(root, 'bin/node'));
  const origin = join(root, 'origin');
  const git = (...words: string[]) =>
    run('git', ['-C', origin, '-c', 'user.name=a', '-c', 'user.email=a@wagday.dev', ...words]);
  const release = async (version: string) => {
    await writeFile(join(origin, 'version'), version);
    await git('add', '.');
    await git('commit', '--quiet', '-m', version);
    await git('tag', version);
  };
  await mkdir(origin);
  await git('init', '--quiet', '--initial-branch=main');
  await cp(join(ROOT, 'deploy'), join(origin, 'deploy'), { recursive: true });
  await writeFile(join(origin, '.gitignore'), 'node_modules\ndist\n');
  await release('v1');
  const app = join(root, 'opt/wagday');
  await run('git', ['clone', '--quiet', origin, app]);

  const settings = join(root, 'etc/wagday.env');
  const callsSince = async (from = 0) => (await readFile(join(root, 'calls'), 'utf8')).split('\n').slice(from, -1);
  return {
    ...{ root, app, settings, release, callsSince },
    /** Makes one of the programs fail. */
    fail: (what: string) => writeFile(join(root, what), ''),
    read: (path: string) => readFile(join(root, path), 'utf8'),
    async wagday(words: readonly string[], env: Record<string, string> = {}, command = join(app, 'deploy/wagday')) {
      const path = `${join(root, 'bin')}:${process.env.PATH}`;
      const options = { env: { PATH: path, DESTDIR: root, HOME: root, FAKE_UID: '0', ...env } };
      return run(command, words, options).then(
        ({ stdout }) => ({ code: 0, output: stdout }),
        ({ code, stdout, stderr }) => ({ code: Number(code), output: `${stdout}${stderr}` }),
      );
    },
  };
}

type Machine = Awaited<ReturnType<typeof newMachine>>;

async function installed(): Promise<Machine> {
  const machine = await newMachine();
  expect(await machine.wagday(['install', 'wagday.example'])).toMatchObject({ code: 0 });
  return machine;
}

test('one command sets up user, packages, settings, units and proxy, and a second time changes nothing', async () => {
  const machine = await newMachine();
  await mkdir(join(machine.root, 'etc/caddy'));
  await writeFile(join(machine.root, 'etc/caddy/Caddyfile'), ':80 {\n}\n');
  await machine.fail('service-fails');
  const first = await machine.wagday(['install', 'wagday.example']);
  expect(first).toMatchObject({ code: 1, output: expect.stringContaining('journalctl -u wagday') });
  expect((await stat(machine.settings)).mode & 0o777).toBe(0o600);
  expect(await machine.read('etc/wagday.env')).toMatch(/^PUBLIC_URL=https:\/\/wagday\.example\nTRUST_PROXY=loopback$/m);
  expect(await machine.callsSince()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^useradd --system /),
      ...['npm ci --no-audit --no-fund --loglevel=error', 'npm run build', 'systemctl daemon-reload'],
      ...['systemctl enable --quiet wagday wagday-backup.timer', 'systemctl restart wagday'],
    ]),
  );

  await rm(join(machine.root, 'service-fails'));
  await writeFile(machine.settings, `PUBLIC_URL=https://wagday.example\nPORT=9090\n`);
  const again = await machine.wagday(['install', 'wagday.example']);
  expect(again).toMatchObject({ code: 0, output: expect.stringMatching(/Wagday runs: https:\/\/wagday\.example\n$/) });
  const caddyfile = `:80 {\n}\n\nwagday.example {\n\treverse_proxy 127.0.0.1:9090\n}\n`;
  expect(await machine.read('etc/caddy/Caddyfile')).toBe(caddyfile);
  const third = await machine.wagday(['install', 'wagday.example']);
  expect(third).toMatchObject({ code: 0, output: expect.stringContaining('Kept the settings') });
  expect(await machine.read('etc/caddy/Caddyfile')).toBe(caddyfile);
  expect((await machine.callsSince()).filter((call) => call.startsWith('useradd'))).toHaveLength(1);
  for (const unit of ['wagday.service', 'wagday-backup.service', 'wagday-backup.timer']) {
    expect(await machine.read(`etc/systemd/system/${unit}`)).toBe(await readFile(join(ROOT, 'deploy', unit), 'utf8'));
  }
});

test('an installation by hand is backed up before its packages change, and its unit and settings are kept', async () => {
  const machine = await newMachine();
  await mkdir(join(machine.root, 'var/lib/wagday/database'), { recursive: true });
  await mkdir(join(machine.root, 'etc/systemd/system'), { recursive: true });
  await writeFile(join(machine.root, 'etc/systemd/system/wagday.service'), '[Unit]\n');
  await writeFile(machine.settings, 'PORT=9090\n');
  const { code, output } = await machine.wagday(['install', 'wagday.example']);
  expect([code, output]).toEqual([0, expect.stringContaining('the earlier one is wagday.service.before')]);
  expect(await machine.read('etc/systemd/system/wagday.service.before')).toBe('[Unit]\n');
  expect(await machine.read('etc/wagday.env')).toBe('PORT=9090\n');
  const calls = (await machine.callsSince()).map((call) => call.split(' ', 2).join(' '));
  const wanted = ['systemd-run --quiet', 'systemctl stop', 'npm ci', 'systemctl restart'];
  expect(calls.filter((call) => wanted.includes(call))).toEqual(wanted);

  await machine.fail('backup-fails');
  const before = (await machine.callsSince()).length;
  expect(await machine.wagday(['install', 'wagday.example'])).toMatchObject({ code: 1 });
  expect((await machine.callsSince(before)).filter((call) => /^(npm|systemctl)/.test(call))).toEqual([]);
});

test.each<[{ words: string[]; uid?: string; without?: string }, RegExp]>([
  [{ words: ['install', 'wagday'] }, /is no domain name/],
  [{ words: ['install', 'https://wagday.example'] }, /is no domain name/],
  [{ words: ['install', '-rf.example'] }, /is no domain name/],
  [{ words: ['install'] }, /^Say the domain/],
  [
    { words: ['install', 'wagday.example'], uid: '1000' },
    /needs the rights of root: sudo wagday install wagday\.example/,
  ],
  [{ words: ['install', 'wagday.example'], without: 'run/systemd' }, /does not run systemd/],
  [{ words: ['upgrade', 'v9'] }, /^There is no version v9/],
  [{ words: ['restore', 'gone.tar'] }, /^There is no backup "gone\.tar"/],
])('%j is refused in a sentence, and changes nothing', async ({ words, uid = '0', without }, sentence) => {
  const machine = await newMachine();
  if (without) await rm(join(machine.root, without), { recursive: true });
  const { code, output } = await machine.wagday(words, { FAKE_UID: uid });
  expect([code, output]).toEqual([1, expect.stringMatching(sentence)]);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect((await machine.callsSince()).filter((call) => !call.startsWith('id '))).toEqual([]);
});

test('a copy elsewhere than where the units look is refused', async () => {
  const machine = await newMachine();
  const elsewhere = join(machine.root, 'opt/elsewhere');
  await cp(machine.app, elsewhere, { recursive: true });
  const { code, output } = await machine.wagday(['install', 'wagday.example'], {}, join(elsewhere, 'deploy/wagday'));
  expect([code, output]).toEqual([
    1,
    `Wagday runs from ${machine.app}, but this copy is in ${elsewhere}: clone it there.\n`,
  ]);
});

test('an upgrade backs up, builds beside the running version, and says how to go back', async () => {
  const machine = await installed();
  await machine.release('v2');
  const before = (await machine.callsSince()).length;
  const { code, output } = await machine.wagday(['upgrade'], {}, join(machine.root, 'usr/local/bin/wagday'));
  expect([code, output]).toEqual([0, expect.stringContaining('This is v2. Back to v1:\n  sudo wagday upgrade v1\n')]);
  expect(output).toMatch(/sudo wagday restore --fresh \S+\/wagday-2026-11-28T033000Z\.tar /);
  const calls = (await machine.callsSince(before)).map((call) => call.split(' ', 2).join(' '));
  const wanted = ['systemd-run --quiet', 'npm ci', 'npm run', 'systemctl stop', 'systemctl restart'];
  expect(calls.filter((call) => wanted.includes(call))).toEqual(wanted);
  expect(await machine.read('opt/wagday/dist/version')).toBe('v2');
  expect(existsSync(join(machine.root, 'opt/wagday.next'))).toBe(false);

  // The backup that is made on the way back is of the newer version, and restores only there.
  const back = await machine.wagday(['upgrade', 'v1']);
  expect(back).toMatchObject({ code: 0, output: expect.stringMatching(/--fresh <file> .*the one just made is of v2/) });
  expect(back.output).not.toMatch(/--fresh \S+\.tar/);
  expect(await machine.read('opt/wagday/dist/version')).toBe('v1');
  await writeFile(join(machine.app, 'version'), 'mine');
  expect(await machine.wagday(['upgrade'])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Files in .* changed/),
  });
});

test.each(['npm-fails', 'backup-fails'])('an upgrade leaves the running version alone: %s', async (failure) => {
  const machine = await installed();
  await machine.release('v2');
  await machine.fail(failure);
  const before = (await machine.callsSince()).length;
  expect(await machine.wagday(['upgrade'])).toMatchObject({ code: 1 });
  expect(await machine.read('opt/wagday/dist/version')).toBe('v1');
  expect((await machine.callsSince(before)).filter((call) => call.startsWith('systemctl'))).toEqual([]);
});

test('a restore stops the service for it, and --fresh puts the data aside, or back when the restore fails', async () => {
  const machine = await installed();
  const file = join(machine.root, 'elsewhere.tar');
  await writeFile(file, 'a backup');
  await mkdir(join(machine.root, 'var/lib/wagday'));
  await writeFile(join(machine.root, 'var/lib/wagday/mine'), '');
  const before = (await machine.callsSince()).length;
  expect(await machine.wagday(['restore', file, '--replace'])).toMatchObject({ code: 0 });
  const calls = await machine.callsSince(before);
  expect(calls).toContainEqual(
    expect.stringMatching(/scripts\/restore\.ts \/var\/backups\/wagday\/\.restoring\.tar --replace$/),
  );
  expect(calls.filter((call) => call.startsWith('systemctl'))).toEqual([
    'systemctl stop wagday',
    'systemctl restart wagday',
  ]);
  expect(existsSync(join(machine.root, 'var/backups/wagday/.restoring.tar'))).toBe(false);

  await machine.fail('restore-fails');
  expect(await machine.wagday(['restore', '--fresh', file])).toMatchObject({ code: 1 });
  expect(existsSync(join(machine.root, 'var/lib/wagday/mine'))).toBe(true);
  await rm(join(machine.root, 'restore-fails'));
  await rename(file, join(machine.root, 'var/backups/wagday/elsewhere.tar'));
  const fresh = await machine.wagday(['restore', '--fresh', 'elsewhere.tar']);
  expect(fresh).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^The earlier data are in \S+wagday\.before-/),
  });
  expect(existsSync(join(machine.root, 'var/lib/wagday/mine'))).toBe(false);
});

test('a Caddyfile that Caddy refuses stays as it was, and the operator is told', async () => {
  const machine = await newMachine();
  await mkdir(join(machine.root, 'etc/caddy'));
  await writeFile(join(machine.root, 'etc/caddy/Caddyfile'), 'mine\n');
  await writeFile(machine.settings, 'PORT=9090\n');
  await machine.fail('caddy-refuses');
  const { code, output } = await machine.wagday(['install', 'wagday.example']);
  expect([code, output]).toEqual([0, expect.stringContaining('so it is as before')]);
  expect(await machine.read('etc/caddy/Caddyfile')).toBe('mine\n');
});

test('commands run as the service does, with all their words', async () => {
  const machine = await installed();
  expect(await machine.wagday(['admin', 'find', 'a part'])).toMatchObject({ code: 0 });
  const call = (await machine.callsSince()).at(-1);
  expect(call).toMatch(
    /^systemd-run .*-p User=wagday .*-p EnvironmentFile=-\/etc\/wagday\.env .* scripts\/admin\.ts find a part$/,
  );
  expect((await machine.wagday([])).output).toMatch(/^Usage: sudo wagday <command>\n/);
});
