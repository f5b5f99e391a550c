import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Names in the language by which code can read the device's clock or zone, including those of types. */
const clockWords = /\b(Date|DateTimeFormat|Temporal|toLocale\w*)\b/;

/** Tests of rules that a time zone can change: those beside files of the domain and of mail that name the clock. */
export function findZonedTests(): string[] {
  return ['domain', 'mail']
    .flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((name) => join(room, name)),
    )
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(file))
    .filter((file) => clockWords.test(readFileSync(join(root, file), 'utf8')))
    .map((file) => file.replace(/\.ts$/, '.test.ts'));
}
