import { backupCommand } from '../server/backup/commands.ts';
import { reportFailure } from './report-failure.ts';

await backupCommand(process.argv.slice(2), console.log).catch(reportFailure);
