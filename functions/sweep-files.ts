/** Removes unused photos and previews on hosted Supabase. The embedded server sweeps its own files. */

import type { WebFunction } from './web-function.ts';
import { answerTimer } from './web-requests.ts';

/** The most files that one call lists, and that one request removes. */
const most = 1_000;
const atOnce = 100;

/** `POST` with the site's secret removes files that no row has named for seven days, and returns their number. */
export const sweepFiles: WebFunction = (request, { service, now, files }) =>
  answerTimer(request, files, async ({ remove }) => {
    const at = now().toISOString();
    const unused = (await service.call('list_unused_files', { at, most })) as { bucket: string; name: string }[];
    for (const bucket of new Set(unused.map((file) => file.bucket))) {
      const names = unused.flatMap((file) => (file.bucket === bucket ? [file.name] : []));
      for (let first = 0; first < names.length; first += atOnce) {
        await remove(bucket, names.slice(first, first + atOnce));
      }
    }
    return { removed: unused.length };
  });
