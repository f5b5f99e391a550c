/**
 * Prints the headers that a static host must send with the built pages: `npm run --silent headers > dist/_headers`. The policy names
 * the hosted backend for which the pages were built.
 */
import { join } from 'node:path';
import { readSite } from '../server/web/site.ts';
import { writeStaticHeaders } from '../server/web/web-app.ts';
import { ROOT } from './run-checks.ts';

const site = await readSite(join(ROOT, 'dist'));
if (!site) {
  console.error('There are no built pages: run `npm run build` first.');
  process.exit(1);
}
console.log(writeStaticHeaders(site));
