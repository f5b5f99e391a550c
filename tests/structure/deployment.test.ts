/** Checks what operators run and copy (deploy, compose.yaml, Caddyfile, Dockerfile, README, docs/deploy.md) against the code. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readiness } from '../../addresses/addresses.ts';
import { listFiles } from '../../scripts/imports.ts';
import { readConfig } from '../../server/config.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const compose = read('compose.yaml');
const dockerfile = read('Dockerfile');
const guide = read('docs/deploy.md');
const unit = read('deploy/wagday.service');
const { scripts, dependencies } = JSON.parse(read('package.json'));

/** The variables that the server reads. */
function knownSettings(): string[] {
  const names = new Set<string>();
  const reportReads = (_: object, name: string) => {
    names.add(name);
    return undefined;
  };
  readConfig(new Proxy({}, { get: reportReads }));
  return [...names];
}

/** A service of compose.yaml, from its name to the next one. */
function serviceOf(name: string): string {
  return new RegExp(`^ {2}${name}:\\n((?: {3}.*\\n|\\n)*)`, 'm').exec(compose)?.[1] ?? '';
}

/** The variables of a service, with the values of `.env` filled in as Compose does. */
function environmentOf(service: string, variables: Readonly<Record<string, string>>): Record<string, string> {
  const lines = /^ {4}environment:\n((?: {6}.*\n)*)/m.exec(serviceOf(service))?.[1] ?? '';
  const pairs = [...lines.matchAll(/^ {6}([A-Z0-9_]+): (.*)$/gm)].map(([, name = '', value = '']) => {
    const filled = value.replace(/\$\{(\w+)(?::[-?]([^}]*))?\}/g, (_, variable: string, fallback = '') =>
      variables[variable] === undefined ? fallback : variables[variable],
    );
    return [name, filled];
  });
  return Object.fromEntries(pairs);
}

/** The variables that the image sets. */
function imageSettings(): Record<string, string> {
  const lines = /^ENV ((?:.*\\\n)*.*)$/m.exec(dockerfile)?.[1] ?? '';
  return Object.fromEntries([...lines.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]));
}

const variables = {
  DOMAIN: 'wagday.example',
  SMTP_URL: 'smtp://user:password@mail.example:587',
  MAIL_FROM: 'Wagday <hello@wagday.example>',
  SECURITY_CONTACT: 'mailto:security@wagday.example',
};

test('what others publish is pinned: actions by commit, images by digest or at least by release', () => {
  const actions = read('.github/workflows/ci.yml').match(/(?<=uses: ).+/g) ?? [];
  expect(actions.filter((action) => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  const bases = (dockerfile.match(/(?<=^FROM )\S+/gm) ?? []).filter((base) => base !== 'packages');
  expect(bases.filter((base) => !/:\d+\.\d+\.\d+[\w.-]*@sha256:[0-9a-f]{64}$/.test(base))).toEqual([]);
  const images = compose.match(/(?<=image: )\S+/g) ?? [];
  expect(images.filter((image) => !/:\d+\.\d+\.\d+(@sha256:[0-9a-f]{64})?$/.test(image))).toEqual([]);
  expect([actions, bases, images].map(({ length }) => length > 0)).toEqual([true, true, true]);
});

test('the server knows every setting of compose.yaml and the Dockerfile', () => {
  const { NODE_ENV, ...image } = imageSettings();
  expect(NODE_ENV).toBe('production');
  const names = [...Object.keys(environmentOf('wagday', {})), ...Object.keys(image)];
  expect(names).toEqual(expect.arrayContaining(['PUBLIC_URL', 'TRUST_PROXY', 'SMTP_URL', 'WAGDAY_DATA']));
  expect(names.filter((name) => !knownSettings().includes(name))).toEqual([]);
});

test('the README lists every setting of the server, and no other', () => {
  const table = /^## Configure it$([\s\S]*?)^A build/m.exec(read('README.md'))?.[1] ?? '';
  const listed = [...table.matchAll(/^\| (.+?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name),
  );
  expect(listed.sort()).toEqual(knownSettings().sort());
});

test('the guide for a server of your own names only settings that the server knows', () => {
  const embedded = guide.slice(0, guide.indexOf('\n## Hosted Supabase'));
  const ofOthers = ['NODE_ENV', 'NODE_EXTRA_CA_CERTS', 'DOMAIN'];
  const settings = [...embedded.matchAll(/(?<![\w{$.])([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9]|DOMAIN)\b/g)].map(
    ([name]) => name,
  );
  expect(settings).toContain('WAGDAY_CLIENT_LIMITS');
  const known = [...knownSettings(), ...ofOthers];
  expect([...new Set(settings)].filter((name) => !known.includes(name))).toEqual([]);
});

test('the server accepts the settings of compose.yaml, with mail and without', () => {
  for (const given of [variables, { DOMAIN: variables.DOMAIN }]) {
    const { publicUrl, port, dataDir, signUpAllowed, smtpUrl } = readConfig({
      ...imageSettings(),
      ...environmentOf('wagday', given),
    });
    expect({ publicUrl, port, dataDir, signUpAllowed }).toEqual({
      publicUrl: 'https://wagday.example',
      port: 8080,
      dataDir: '/data',
      signUpAllowed: true,
    });
    expect(smtpUrl).toBe(given === variables ? variables.SMTP_URL : null);
  }
});

test('in compose.yaml the server believes the address of Caddy, and no other of their network', () => {
  const addressOf = (service: string) => /ipv4_address: (\S+)/.exec(serviceOf(service))?.[1] ?? '';
  const { trustedProxies } = readConfig(environmentOf('wagday', variables));
  expect(trustedProxies(addressOf('caddy'))).toBe(true);
  const subnet = /subnet: ([\d.]+)\.0\/24$/m.exec(compose)?.[1];
  expect([addressOf('caddy'), addressOf('wagday')].map((address) => address.replace(/\.\d+$/, ''))).toEqual([
    subnet,
    subnet,
  ]);
  for (const address of [addressOf('wagday'), `${subnet}.1`]) expect(trustedProxies(address)).toBe(false);
});

test('ports, the data directory and the health check agree in compose.yaml, Caddyfile and Dockerfile', () => {
  const { PORT, HOST, WAGDAY_DATA } = imageSettings();
  expect(HOST).toBe('0.0.0.0');
  expect(read('Caddyfile')).toMatch(new RegExp(`^\\treverse_proxy wagday:${PORT}$`, 'm'));
  expect(read('Caddyfile')).toMatch(/^\{\$DOMAIN\} \{$/m);
  expect(environmentOf('caddy', variables)).toEqual({ DOMAIN: variables.DOMAIN });
  expect(serviceOf('caddy')).toContain('./Caddyfile:/etc/caddy/Caddyfile:ro');
  expect(/^EXPOSE (.*)$/m.exec(dockerfile)?.[1]).toBe(PORT);
  expect(/^VOLUME (.*)$/m.exec(dockerfile)?.[1]).toBe(WAGDAY_DATA);
  expect(serviceOf('wagday')).toContain(`- data:${WAGDAY_DATA}\n`);
  expect(/^HEALTHCHECK[\s\S]*?fetch\(`(.*?)`\)/m.exec(dockerfile)?.[1]).toBe(
    `http://127.0.0.1:\${process.env.PORT}${readiness}`,
  );
});

test('systemd, docker run and compose.yaml give the server the same time to stop', () => {
  const seconds = /^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1];
  expect(seconds).toBeDefined();
  expect(/--stop-timeout (\d+)/.exec(guide)?.[1]).toBe(seconds);
  expect(/stop_grace_period: (\d+)s/.exec(serviceOf('wagday'))?.[1]).toBe(seconds);
});

test('the unit and the image bound the memory of the server as npm start does', () => {
  const bounds = (command: string | undefined) => command?.match(/--max-[\w-]+=\d+/g);
  expect(bounds(scripts.start)).toHaveLength(2);
  expect(bounds(/^ExecStart=.*$/m.exec(unit)?.[0])).toEqual(bounds(scripts.start));
  expect(bounds(/^CMD .*$/m.exec(dockerfile)?.[0])).toEqual(bounds(scripts.start));
});

test('the backup of the night and the commands of operators run as the service does', () => {
  const linesOf = (text: string) =>
    text
      .match(/^(User|WorkingDirectory|Environment|EnvironmentFile|StateDirectory|StateDirectoryMode|UMask)=.*$/gm)
      ?.sort();
  expect(linesOf(read('deploy/wagday-backup.service'))).toEqual(linesOf(unit));
  const command = read('deploy/wagday');
  for (const line of linesOf(unit) ?? []) {
    const words = line.startsWith('Environment=')
      ? line
          .slice(12)
          .split(' ')
          .map((word) => `-E ${word}`)
      : [`-p ${line}`];
    for (const word of words) expect(command).toContain(word);
  }
  execFileSync('sh', ['-n', 'deploy/wagday'], { cwd: root });
});

test('an operator of one machine needs at most three commands for anything', () => {
  const embedded = guide.slice(0, guide.indexOf('\n## Several servers'));
  const blocks = [...embedded.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, text = '']) =>
    text.replaceAll('\\\n', ' ').trim().split('\n'),
  );
  expect(blocks.length).toBeGreaterThan(5);
  expect(blocks.filter((commands) => commands.length > 3)).toEqual([]);
});

test('the image has the Node of package.json, in both stages', () => {
  const images = [...dockerfile.matchAll(/^FROM node:([\d.]+)-\S+@(sha256:\w+)/gm)];
  expect(images.map(([, version]) => version)).toEqual([dependencies.node, dependencies.node]);
  expect(new Set(images.map(([, , digest]) => digest)).size).toBe(1);
});

test('the image holds every file that its own files import', () => {
  const runtime = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  const copied = [...runtime.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '));
  const isCopied = (file: string) => [...copied, 'dist'].some((path) => file === path || file.startsWith(`${path}/`));
  const files = listFiles('*.ts').filter((file) => isCopied(file) && !/\.test\.ts$|(^|\/)testing\//.test(file));
  const missing = files.flatMap((file) =>
    [...read(file).matchAll(/^(?:import|export)\b[^'";]*?\bfrom '(\.[^']+)'|^import '(\.[^']+)'/gm)]
      .filter(([statement]) => !statement.startsWith('import type'))
      .map(([, path, bare]) => normalize(join(dirname(file), path ?? bare ?? '')))
      .filter((target) => !isCopied(target))
      .map((target) => `${file} -> ${target}`),
  );
  expect(files).toContain('server/main.ts');
  expect(missing).toEqual([]);
  const ignored = read('.dockerignore');
  expect(copied.filter((path) => !ignored.includes(`\n!${path.split('/')[0]}\n`))).toEqual([]);
});

test('the nightly unit runs the command for backups, keeps as many as the guide says, and makes up for a night that was off', () => {
  const [, script = '', keep] = /^ExecStart=.* (scripts\/\S+) --nightly \S+ --keep (\d+)$/m.exec(
    read('deploy/wagday-backup.service'),
  )!;
  expect(scripts.backup).toContain(script);
  expect(guide).toContain(`deletes all but the newest ${keep}.`);
  expect(read('deploy/wagday-backup.timer')).toMatch(/^Persistent=true$/m);
});
