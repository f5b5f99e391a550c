// Plain JavaScript for any Node from 20 on, because it must be able to report that the pinned runtime is missing.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NEEDED_MAJOR = 24;

function findProblem() {
  if (!existsSync(fileURLToPath(new URL('../node_modules/embedded-supabase', import.meta.url)))) {
    return 'The packages Wagday is made of are missing: run `npm ci` first.';
  }
  if (Number(process.versions.node.split('.')[0]) < NEEDED_MAJOR) {
    return `Wagday runs on the Node ${NEEDED_MAJOR} that npm installs with it, which is missing: run \`npm ci\` without --ignore-scripts.`;
  }
  if (!process.argv[2]) return 'Say which script to run, such as `node scripts/run.mjs scripts/start.ts`.';
  return null;
}

const problem = findProblem();
if (problem) {
  console.error(problem);
  process.exit(1);
}
// Strips types and compiles once, not at every start: that is faster and keeps the compiler out of memory. When the folder cannot be
// written, Node compiles at every start.
module.enableCompileCache?.(fileURLToPath(new URL('../node_modules/.cache/wagday/compiled', import.meta.url)));
// Lets the script find its arguments where they would be without this wrapper.
process.argv.splice(1, 1);
await import(pathToFileURL(resolve(process.argv[1])).href);
