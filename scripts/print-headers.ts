/**
 * Prints the headers that a static host must send with the built pages, in the `_headers` format that several hosts read:
 * `npm run --silent headers > dist/_headers`. The policy names the hosted backend for which the pages were built.
 */
import { join } from 'node:path';
import { assets, mailPicture } from '../addresses/addresses.ts';
import { securityHeaders } from '../server/platform/http/security-headers.ts';
import { contentSecurityPolicy, readSite } from '../server/web/site.ts';
import { ROOT } from './run-checks.ts';

const site = await readSite(join(ROOT, 'dist'));
if (!site) {
  console.error('There are no built pages: run `npm run build` first.');
  process.exit(1);
}
const headers = {
  'Content-Security-Policy': contentSecurityPolicy([site.landingPage, site.appPage], site.manifest.backendOrigin),
  ...securityHeaders(true),
  'Cache-Control': 'no-cache',
};
console.log('/*');
for (const [name, value] of Object.entries(headers)) console.log(`  ${name}: ${value}`);
console.log(`\n${assets}*\n  ! Cache-Control\n  Cache-Control: max-age=31536000, immutable`);
// Mail programs show this picture on pages of other sites.
console.log(`\n${mailPicture}\n  ! Cross-Origin-Resource-Policy\n  Cross-Origin-Resource-Policy: cross-origin`);
