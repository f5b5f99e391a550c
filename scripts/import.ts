import { importCommand } from '../server/backup/commands.ts';
import { reportFailure } from './report-failure.ts';

await importCommand(process.argv.slice(2), console.log).catch(reportFailure);
