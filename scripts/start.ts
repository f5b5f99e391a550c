import { runProcess } from '../server/run-process.ts';
import { ensureBuilt } from './build-app.ts';
import { reportFailure } from './report-failure.ts';

await ensureBuilt((line) => console.log(line)).catch(reportFailure);
await runProcess();
