import { adminCommand } from '../server/admin/admin-command.ts';
import { reportFailure } from './report-failure.ts';

await adminCommand(process.argv.slice(2), console.log).catch(reportFailure);
