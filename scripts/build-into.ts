import { ensureBuilt } from './build-app.ts';
import { reportFailure } from './report-failure.ts';

// For tests that need a build with other settings than the one in dist/.
const [, , folder] = process.argv;
if (!folder) throw new Error('Say which folder to build into.');
// Nobody measures them, so they are not compressed, which takes a third of the time.
await ensureBuilt((line) => console.log(line), folder, false).catch(reportFailure);
