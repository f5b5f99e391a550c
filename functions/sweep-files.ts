/** Removes unused photos and previews on hosted Supabase. The embedded server sweeps its own files. */
import { answerTimer } from './timer.ts';
import type { FileParts, WebFunction } from './web-function.ts';

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

/** @returns undefined while the secret is missing */
export function filesOnSupabase(
  env: (name: string) => string | undefined,
  url: string,
  key: string,
): FileParts | undefined {
  const tickSecret = env('REMINDERS_SECRET');
  if (!tickSecret) return undefined;
  return {
    tickSecret,
    async remove(bucket, names) {
      const answer = await fetch(`${url}/storage/v1/object/${bucket}`, {
        method: 'DELETE',
        headers: { apikey: key, Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ prefixes: names }),
        signal: AbortSignal.timeout(30_000),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`the storage answered ${answer.status}`);
    },
  };
}
