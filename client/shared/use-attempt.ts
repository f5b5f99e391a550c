import { failureMessage } from '../copy/failure-message.ts';
import type { Message } from '../copy/messages.ts';
import { showError } from '../ui/toaster.tsx';
import { useSingleFlight } from '../ui/use-single-flight.ts';

/** An action as of `useSingleFlight`, which says why it failed: by `failure`, or that the browser has no network unless it chooses itself. */
export function useAttempt<Args extends unknown[]>(
  action: (...args: Args) => Promise<unknown>,
  failure: Message | ((error: unknown) => Message),
) {
  return useSingleFlight(async (...args: Args) => {
    try {
      await action(...args);
    } catch (error) {
      showError(typeof failure === 'function' ? failure(error) : failureMessage(failure));
    }
  });
}
