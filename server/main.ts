import { runProcess } from './composition/start.ts';

await runProcess();
