import { parseArgs } from 'node:util';
import { parseOrigin } from '../config.ts';
import { StartUpError } from '../start-up-error.ts';

/**
 * The one file or folder that a command is given, and its options, with a value or without.
 * @throws {StartUpError} with `usage` for anything else
 */
export function readArguments(
  args: readonly string[],
  usage: string,
  options: Readonly<Record<string, 'string' | 'boolean'>> = {},
) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(Object.entries(options).map(([name, type]) => [name, { type }])),
    });
    const [path] = positionals;
    if (path === undefined || positionals.length !== 1) throw new Error('one path');
    return { path, values };
  } catch {
    throw new StartUpError(`Usage: ${usage}`);
  }
}

/** An origin such as https://wagday.example. @throws {StartUpError} */
export function readOrigin(text: string, name: string): string {
  const origin = parseOrigin(text);
  if (origin !== null) return origin;
  throw new StartUpError(`${name} must be an address without a path, such as https://wagday.example.`);
}
