import { exportCommand } from '../server/backup/commands.ts';
import { reportFailure } from './report-failure.ts';

await exportCommand(process.argv.slice(2), console.log).catch(reportFailure);
