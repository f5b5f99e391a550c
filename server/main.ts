import { runProcess } from './composition/run-process.ts';

await runProcess();
