import { StartUpError } from '../embedded-supabase/errors.ts';

/** Prints one sentence for a failure that the administrator can mend, and the whole error for any other. Ends the process. */
export function reportFailure(error: unknown): never {
  if (error instanceof StartUpError) console.error(error.message);
  else console.error(error);
  process.exit(1);
}
