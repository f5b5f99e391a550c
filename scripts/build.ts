import { buildApp } from './build-app.ts';
import { reportFailure } from './report-failure.ts';

await buildApp((line) => console.log(line)).catch(reportFailure);
console.log('Built into dist/.');
