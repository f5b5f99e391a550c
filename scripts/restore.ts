import { restoreCommand } from '../server/backup/commands.ts';
import { reportFailure } from './report-failure.ts';

await restoreCommand(process.argv.slice(2), console.log).catch(reportFailure);
