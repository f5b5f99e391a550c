import { runProcess } from './composition/run-server.ts';

await runProcess();
