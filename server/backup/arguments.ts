import { parseArgs } from 'node:util';
import { StartUpError } from '../start-up-error.ts';

/**
 * The one file or folder that a command is given, and its options.
 * @throws {StartUpError} with `usage` for anything else
 */
export function readArguments(args: readonly string[], usage: string, options: readonly string[] = []) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(
        options.map((name) => [name, { type: name === 'replace' ? ('boolean' as const) : ('string' as const) }]),
      ),
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
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new StartUpError(`${name} must be an address without a path, such as https://wagday.example.`);
  }
  return url.origin;
}
