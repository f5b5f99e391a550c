import { StartUpError } from '../server/start-up-error.ts';

/** One sentence for what the owner can mend, everything for what only a developer can. Ends the process. */
export function reportFailure(error: unknown): never {
  if (error instanceof StartUpError) console.error(error.message);
  else console.error(error);
  process.exit(1);
}
