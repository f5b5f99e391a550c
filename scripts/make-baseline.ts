/**
 * Turns the migrations into one baseline each for the product and the platform, at a release that has many. The schema files, which
 * tests/structure/schema.test.ts proves equal to the migrations, become the baseline. The migrations that it replaces move into an
 * archive, from which databases and backups of earlier versions go on.
 */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { readArchived, readSources } from '../embedded-supabase/database/migrate.ts';
import { ignoreMissing } from '../embedded-supabase/files.ts';
import { schemaSources } from './build-schema.ts';

const heading = `-- The whole schema at the release that made this baseline, made of the schema files by scripts/make-baseline.ts.

`;

async function readFolder(folder: string): Promise<(readonly [string, string])[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const));
}

/** Returns the name of the baseline: after the newest migration, in the numbering of its folder. */
function nameOfBaseline(newest: string): string {
  const [version = ''] = newest.split('_', 1);
  const now = new Date().toISOString().slice(0, 19).replace(/\D/g, '');
  const next = version.length === now.length ? now : String(Number(version) + 1).padStart(version.length, '0');
  if (next <= version) throw new Error(`The migration ${newest} is dated later than now: wait until then.`);
  return `${next}_baseline.sql`;
}

for (const { migrations, schema } of Object.values(schemaSources)) {
  const { folder, archive = '' } = migrations;
  const current = await readFolder(folder);
  const earlier = { ...(await readArchived(archive).catch(ignoreMissing)), ...Object.fromEntries(current) };
  const name = nameOfBaseline(current.at(-1)?.[0] ?? '');
  await writeFile(archive, brotliCompressSync(JSON.stringify(earlier)));
  for (const [former] of current) await rm(join(folder, former));
  const declared = await readSources([schema].flat());
  await writeFile(join(folder, name), heading + declared.map(({ text }) => text).join('\n'));
  console.log(`${name} replaces ${current.length} migrations.`);
}
