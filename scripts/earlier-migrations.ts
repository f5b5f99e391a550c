/**
 * Writes the migrations that the baseline replaced back into supabase/migrations, for a hosted Supabase project that lacks some of them
 * (docs/deploy.md). `--remove` takes them away again. Prints their versions, as the Supabase CLI takes them.
 */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readArchived } from '../embedded-supabase/database/migrate.ts';
import { schemaSources } from './build-schema.ts';

const { folder, archive = '' } = schemaSources.product.migrations;
const files = Object.entries(await readArchived(archive));
for (const [name, text] of files) {
  if (process.argv.includes('--remove')) await rm(join(folder, name), { force: true });
  else await writeFile(join(folder, name), text);
}
console.log(files.map(([name]) => name.split('_', 1)[0]).join(' '));
