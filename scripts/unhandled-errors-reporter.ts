/** Writes errors outside any test, which Vitest's JSON report omits, to the file that WAGDAY_UNHANDLED_ERRORS names. */
import { writeFileSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

export default class UnhandledErrorsReporter implements Reporter {
  onTestRunEnd(...[, errors]: Parameters<NonNullable<Reporter['onTestRunEnd']>>): void {
    const { WAGDAY_UNHANDLED_ERRORS: file } = process.env;
    if (file) writeFileSync(file, JSON.stringify(errors.map(({ name, message }) => `${name}: ${message}`)));
  }
}
