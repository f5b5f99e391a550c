/** Runs Lighthouse in a separate process, from a separate folder, so that the product's install stays small. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { run } from '../../scripts/run-checks.ts';
import { chromiumLaunchOptions, findChromium } from '../../tests/support/chromium.ts';

const folder = fileURLToPath(new URL('../lighthouse/', import.meta.url));
const cli = `${folder}node_modules/lighthouse/cli/index.js`;

export type Throttling = 'simulate' | 'devtools';

/** Times in milliseconds, scores from 0 to 100. */
export type Measurement = {
  lcp: number;
  fcp: number;
  tbt: number;
  cls: number;
  bytes: number;
  scores: Record<string, number>;
  /** The audits in which the page lost points. */
  lost: string[];
};

type Audit = { id: string; score: number | null; numericValue?: number };
type Report = {
  audits: Record<string, Audit>;
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>;
};

export async function installLighthouse(): Promise<void> {
  if (existsSync(cli)) return;
  console.log('Installing Lighthouse into bench/lighthouse …');
  const isInstalled = await run('npm', ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund']);
  if (!isInstalled) throw new Error('Lighthouse could not be installed; npm says why above.');
}

export async function measure(url: string, throttling: Throttling): Promise<Measurement> {
  const flags = [
    '--headless=new',
    ...chromiumLaunchOptions().args,
    '--host-resolver-rules="MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"',
  ];
  const visit = () =>
    promisify(execFile)(
      process.execPath,
      [
        cli,
        url,
        '--quiet',
        '--output=json',
        '--form-factor=mobile',
        `--throttling-method=${throttling}`,
        `--chrome-flags=${flags.join(' ')}`,
      ],
      { env: { ...process.env, CHROME_PATH: findChromium() ?? '' }, maxBuffer: 64 * 1024 * 1024 },
    );
  // Now and then the browser's trace of a visit lacks its beginning; such a visit is repeated.
  const { stdout } = await visit().catch(visit);
  const { audits, categories } = JSON.parse(stdout) as Report;
  const numberOf = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  return {
    lcp: numberOf('largest-contentful-paint'),
    fcp: numberOf('first-contentful-paint'),
    tbt: numberOf('total-blocking-time'),
    cls: numberOf('cumulative-layout-shift'),
    bytes: numberOf('total-byte-weight'),
    scores: Object.fromEntries(Object.entries(categories).map(([id, { score }]) => [id, Math.round(score * 100)])),
    lost: Object.values(categories)
      .flatMap(({ auditRefs }) => auditRefs)
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.995)
      .map(({ id }) => id),
  };
}
