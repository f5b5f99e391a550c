import { adminCommand } from '../server/admin/admin.ts';
import { reportFailure } from './report-failure.ts';

await adminCommand(process.argv.slice(2), console.log).catch(reportFailure);
